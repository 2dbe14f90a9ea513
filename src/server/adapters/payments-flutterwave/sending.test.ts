import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Minor, minor } from '#core/money.ts';
import type { PaymentProvider, PayoutRequest } from '#server/kernel/ports/index.ts';
import { startFlutterwaveSimulator } from '../../../../tests/simulators/flutterwave/index.ts';
import type { Simulator } from '../../../../tests/simulators/simulator.ts';
import { createFlutterwave } from './index.ts';
import { checkoutOf, payoutOf, refundOf } from './testing.ts';

const clock = () => new Date('2026-11-20T09:00:00Z');
let sim: Simulator;
let flutterwave: PaymentProvider;

const open = (secretKey = sim.settings.FLUTTERWAVE_SECRET_KEY ?? '') =>
  createFlutterwave({
    baseUrl: sim.url,
    secretKey,
    secretHash: sim.settings.FLUTTERWAVE_SECRET_HASH ?? '',
    timeoutMs: 20_000,
    clock,
  });

beforeAll(async () => {
  sim = await startFlutterwaveSimulator(clock);
  flutterwave = open();
  sim.fund(minor(1_000_000_000));
});
afterAll(() => sim.close());

async function paid(amount: Minor = minor(250_050)): Promise<{ id: string; reference: string }> {
  const request = checkoutOf({ amount });
  await flutterwave.startCheckout(request);
  return { id: sim.pay(request.reference), reference: request.reference };
}
const verified = async (id: string) => {
  const answer = await flutterwave.verifyPayment(id);
  return answer.ok ? answer.payment : answer.reason;
};

test('A refund asked for again and again, at once and later, goes back once', async () => {
  const payment = await paid();
  sim.refundsEnd('processing');
  const request = refundOf(payment.id, 10_000);
  const twice = await Promise.all([flutterwave.sendRefund(request), flutterwave.sendRefund(request)]);
  twice.push(await open().sendRefund(request));
  for (const each of twice)
    expect(each).toMatchObject({ state: 'processing', providerId: twice[0]?.providerId });
  const own = sim.ledger.refunds.filter(({ transactionId }) => transactionId === payment.id);
  expect(own).toHaveLength(1);
  const known = { ...request, providerId: twice[0]?.providerId ?? null };
  expect(await flutterwave.refundState(known)).toMatchObject({ state: 'processing' });
  expect(await verified(payment.id)).toMatchObject({ refunded: 0, status: 'completed' });
  sim.decideRefunds(payment.id, 'completed');
  sim.refundsEnd('completed');
  for (const query of [request, known]) {
    expect(await flutterwave.refundState(query)).toMatchObject({ state: 'completed' });
  }
  const second = refundOf(payment.id, 10_000);
  expect(await flutterwave.refundState(second)).toMatchObject({ state: 'not_found' });
  expect(await flutterwave.sendRefund(second)).toMatchObject({ state: 'completed' });
});

test('Refunds that cannot be are refused with the reason, and failed ones say so', async () => {
  const payment = await paid(minor(50_000));
  expect(await flutterwave.sendRefund(refundOf(payment.id, 50_001))).toMatchObject({
    state: 'failed',
    reason: expect.stringContaining('more than what is left'),
  });
  sim.refundsEnd('failed');
  const request = refundOf(payment.id, 1_000);
  expect(await flutterwave.sendRefund(request)).toMatchObject({ state: 'failed' });
  sim.refundsEnd('completed');
  expect(await flutterwave.refundState(request)).toMatchObject({ state: 'failed' });
  const nothing = refundOf('12', 1);
  expect(await flutterwave.sendRefund(nothing)).toMatchObject({ state: 'failed' });
});

test('A payout is queued, ends, may be turned over, and its repetition is not sent', async () => {
  sim.payoutsEnd('processing');
  const request = payoutOf();
  const before = sim.ledger.balance;
  const atOnce = await Promise.all([flutterwave.sendPayout(request), flutterwave.sendPayout(request)]);
  for (const each of atOnce) expect(each).toEqual({ state: 'processing', reason: null, fee: 2_688 });
  expect(await flutterwave.sendPayout(request)).toMatchObject({ state: 'processing' });
  expect(before - sim.ledger.balance).toBe(550_025 + 2_688);
  sim.decidePayout(request.reference, 'completed');
  expect(await flutterwave.payoutState(request.reference)).toEqual({
    state: 'completed',
    reason: null,
    fee: 2_688,
  });
  sim.decidePayout(request.reference, 'reversed');
  expect(await flutterwave.payoutState(request.reference)).toMatchObject({ state: 'reversed' });
  expect(await flutterwave.sendPayout(request)).toMatchObject({ state: 'reversed' });
  const own = sim.ledger.payouts.filter(({ reference: of }) => of === request.reference);
  expect(own.map(({ sent }) => sent)).toEqual([1]);
  sim.payoutsEnd('completed');
});

test('A failed payout that the dashboard sends once more is not failed', async () => {
  sim.payoutsEnd('failed');
  const request = payoutOf();
  await flutterwave.sendPayout(request);
  expect(await flutterwave.payoutState(request.reference)).toEqual({
    state: 'failed',
    reason: 'The receiving bank refused the transfer',
    fee: 2_688,
  });
  sim.payoutsEnd('completed');
  const headers = { authorization: `Bearer ${sim.settings.FLUTTERWAVE_SECRET_KEY}` };
  const listed = await fetch(`${sim.url}/v3/transfers?reference=${request.reference}`, { headers });
  const { data } = (await listed.json()) as { data: { id: number }[] };
  await fetch(`${sim.url}/v3/transfers/${data[0]?.id}/retries`, { method: 'POST', headers });
  expect(await flutterwave.payoutState(request.reference)).toMatchObject({ state: 'completed' });
  expect(sim.ledger.payouts.find(({ reference: of }) => of === request.reference)?.sent).toBe(1);
});

const refusedPayouts: [string, Partial<PayoutRequest>, RegExp][] = [
  ['an unknown bank', { bankCode: '999999' }, /account_bank/],
  ['an account that is none', { accountNumber: '0000000000' }, /account number is invalid/],
  ['too little', { amount: minor(9_999) }, /minimum amount/],
  ['more than there is', { amount: minor(900_000_000_000) }, /Insufficient funds/],
  ['another currency', { currency: 'USD' }, /does not pay out USD/],
];
test.each(refusedPayouts)('A payout of %s has failed for good', async (_, more, reason) => {
  const request = payoutOf(more);
  expect(await flutterwave.sendPayout(request)).toMatchObject({
    state: 'failed',
    reason: expect.stringMatching(reason),
  });
  expect(await flutterwave.payoutState(request.reference)).toMatchObject({ state: 'not_found' });
});
