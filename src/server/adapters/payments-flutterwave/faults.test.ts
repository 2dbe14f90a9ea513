import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { seededRandom } from '#core/seeded-random.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { type Fault, faults } from '../../../../tests/simulators/faults.ts';
import { startFlutterwaveSimulator } from '../../../../tests/simulators/flutterwave/index.ts';
import type { Simulator } from '../../../../tests/simulators/simulator.ts';
import { createFlutterwave } from './index.ts';
import { checkoutOf, payoutOf, refundOf } from './testing.ts';

const clock = () => new Date('2026-11-20T09:00:00Z');
let sim: Simulator;
/** Waits for a busy machine. */
let flutterwave: PaymentProvider;
/** Gives up soon, for calls of which each meets the fault. */
let hasty: PaymentProvider;
/** Gives up on a call that hangs, but not soon on one that is spared. */
let slowToGiveUp: PaymentProvider;
beforeAll(async () => {
  sim = await startFlutterwaveSimulator(clock);
  sim.fund(minor(10_000_000_000));
  const open = (timeoutMs: number) =>
    createFlutterwave({
      baseUrl: sim.url,
      secretKey: sim.settings.FLUTTERWAVE_SECRET_KEY ?? '',
      secretHash: sim.settings.FLUTTERWAVE_SECRET_HASH ?? '',
      timeoutMs,
      clock,
    });
  flutterwave = open(10_000);
  hasty = open(150);
  slowToGiveUp = open(1_000);
});
afterAll(() => sim.close());

async function paid() {
  const request = checkoutOf();
  await flutterwave.startCheckout(request);
  return refundOf(sim.pay(request.reference), 40_000, { paymentReference: request.reference });
}
const sentOf = (of: string) => sim.ledger.payouts.find((each) => each.reference === of)?.sent ?? 0;
const refundsOf = (id: string) =>
  sim.ledger.refunds.filter(({ transactionId }) => transactionId === id).length;

async function under<T>(
  plan: (call: { method: string; path: string }) => Fault | null,
  work: () => Promise<T>,
) {
  sim.setFaults(plan);
  try {
    return await work();
  } finally {
    sim.setFaults(null);
  }
}
const always = (fault: Fault) => () => fault;
/** Lets the questions through and meets only what changes something. */
const whenPosting = (fault: Fault) => (call: { method: string }) => (call.method === 'POST' ? fault : null);

describe.each(faults)('With %s', (fault) => {
  const sparing = () => (fault === 'hang' ? slowToGiveUp : flutterwave);

  test('a payout is unknown, is sent at most once, and is found out about later', async () => {
    const request = payoutOf();
    const first = await under(always(fault), () => hasty.sendPayout(request));
    const second = await under(whenPosting(fault), () => sparing().sendPayout(request));
    expect([first.state, second.state]).toEqual(['unknown', 'unknown']);
    const known = await flutterwave.payoutState(request.reference);
    expect(known.state).toBe(sentOf(request.reference) ? 'completed' : 'not_found');
    expect(await flutterwave.sendPayout(request)).toMatchObject({
      state: expect.stringMatching(/^(proc|compl)/),
    });
    expect(sentOf(request.reference)).toBe(1);
  });

  test('what became of a payout is unknown', async () => {
    const request = payoutOf();
    await flutterwave.sendPayout(request);
    expect((await under(always(fault), () => hasty.payoutState(request.reference))).state).toBe('unknown');
  });

  test('a refund is unknown, goes back at most once, and is found out about later', async () => {
    const request = await paid();
    expect(await under(always(fault), () => hasty.sendRefund(request))).toMatchObject({
      state: 'unknown',
    });
    expect(await under(whenPosting(fault), () => sparing().sendRefund(request))).toMatchObject({
      state: 'unknown',
    });
    const known = await flutterwave.refundState(request);
    expect(known.state).toBe(refundsOf(request.transactionId) ? 'completed' : 'not_found');
    expect(await flutterwave.sendRefund(request)).toMatchObject({ state: 'completed' });
    expect(refundsOf(request.transactionId)).toBe(1);
  });

  test('what became of a refund is unknown', async () => {
    const request = await paid();
    const { providerId } = await flutterwave.sendRefund(request);
    for (const query of [request, { ...request, providerId }]) {
      expect((await under(always(fault), () => hasty.refundState(query))).state).toBe('unknown');
    }
  });

  test('a checkout is not there yet, and can be asked for again', async () => {
    const request = checkoutOf();
    expect(await under(always(fault), () => hasty.startCheckout(request))).toMatchObject({
      ok: false,
      retry: true,
    });
    const noAccount = (call: { path: string }) => (call.path.includes('virtual-account') ? fault : null);
    const started = await under(noAccount, () => sparing().startCheckout(request));
    expect(started).toMatchObject({ ok: true, checkout: { account: null } });
    expect(await flutterwave.startCheckout(request)).toMatchObject({ ok: true, checkout: { account: {} } });
  });

  test('a payment is not told', async () => {
    const { transactionId, paymentReference } = await paid();
    const noRefunds = (call: { path: string }) => (call.path === '/v3/refunds' ? fault : null);
    const noDisputes = (call: { path: string }) => (call.path === '/v3/chargebacks' ? fault : null);
    const result = await under(always(fault), () => hasty.verifyPayment(transactionId));
    expect(result).toMatchObject({ ok: false, retry: true });
    for (const plan of [noRefunds, noDisputes]) {
      const half = await under(plan, () => sparing().verifyPayment(transactionId));
      expect(half).toMatchObject({ ok: false, retry: true });
    }
    const listed = await under(always(fault), () => hasty.listPayments(paymentReference));
    expect(listed).toMatchObject({ ok: false, retry: true });
  });
});

test('Through a storm of faults nothing is paid twice, and nothing is told wrong', async () => {
  const rng = seededRandom(7);
  const quick = faults.filter((fault) => fault !== 'hang');
  const storm = () => (rng() < 0.4 ? (quick[Math.floor(rng() * quick.length)] ?? null) : null);
  for (let i = 0; i < 25; i++) {
    const request = payoutOf();
    const back = await paid();
    sim.payoutsEnd(i % 3 === 0 ? 'failed' : 'completed');
    await under(storm, async () => {
      for (let attempt = 0; attempt < 4; attempt++) {
        const result = await flutterwave.sendPayout(request);
        const truth = sim.ledger.payouts.find((each) => each.reference === request.reference);
        if (result.state === 'failed' || result.state === 'completed')
          expect(truth?.state).toBe(result.state);
        const refunded = await flutterwave.sendRefund(back);
        if (refunded.state === 'completed') expect(refundsOf(back.transactionId)).toBe(1);
        expect(refunded.state).not.toBe('failed');
      }
    });
    const attempts = sim.ledger.payouts.filter((each) => each.reference === request.reference);
    expect(attempts.length).toBeLessThanOrEqual(1);
    expect(refundsOf(back.transactionId)).toBeLessThanOrEqual(1);
  }
  sim.payoutsEnd('completed');
});
