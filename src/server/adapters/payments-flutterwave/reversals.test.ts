import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { newId } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import {
  type FlutterwaveSimulator,
  startFlutterwaveSimulator,
} from '../../../../tests/simulators/flutterwave/index.ts';
import { createFlutterwave } from './index.ts';
import { checkoutOf, refund, refundOf, scripted, success, transaction } from './testing.ts';

// A shop that has been open for years: what others got back must never keep a payment from being booked.

const FOREIGN = 12_000;
let now = new Date('2026-11-20T00:00:00Z');
let sim: FlutterwaveSimulator;
let flutterwave: PaymentProvider;
let calls: string[] = [];

const open = () =>
  createFlutterwave({
    baseUrl: sim.url,
    secretKey: sim.settings.FLUTTERWAVE_SECRET_KEY ?? '',
    secretHash: '',
    clock: () => now,
    fetch: async (url, init) => {
      calls.push(new URL(String(url)).pathname);
      return fetch(url, init);
    },
  });
const paid = async () => {
  const request = checkoutOf();
  await flutterwave.startCheckout(request);
  return { reference: request.reference, id: sim.pay(request.reference) };
};
const verify = async (id: string) => {
  const result = await flutterwave.verifyPayment(id);
  if (!result.ok) throw new Error(result.reason);
  return result.payment;
};
/** As our books name a refund. */
const ours = (id: string, amount = 40_000, at = now) =>
  refundOf(id, amount, { reference: newId('rfd', at).replace('_', '-') });

let old: { reference: string; id: string };
beforeAll(async () => {
  sim = await startFlutterwaveSimulator(() => now);
  flutterwave = open();
  sim.fund(minor(10_000_000_000));
  old = await paid();
  sim.refundByProvider(old.id, minor(30_000));
  now = plusMs(now, DAY_MS);
  sim.crowdRefunds(FOREIGN, now);
  now = plusMs(now, DAY_MS);
});
afterAll(() => sim.close());

describe.each([
  ['newest first', false],
  ['oldest first', true],
])('With thousands of refunds of others, listed %s,', (_, isOldestFirst) => {
  beforeEach(() => {
    sim.listOldestFirst(isOldestFirst);
    calls = [];
  });

  test('a new payment is verified, with its refund and its dispute', async () => {
    const { id } = await paid();
    calls = [];
    expect(await verify(id)).toMatchObject({ status: 'completed', refunded: 0 });
    expect(calls.length).toBeLessThanOrEqual(5);
    sim.refundByProvider(id, minor(20_000));
    sim.chargeBack(id, minor(7_000));
    expect(await verify(id)).toMatchObject({ refunded: 27_000 });
  });

  test('an old payment is told with what a few pages show, never with more', async () => {
    const verified = await verify(old.id);
    expect(verified).toMatchObject({ status: 'completed', amount: 250_050 });
    const truth = sim.ledger.payments.find(({ transactionId }) => transactionId === old.id);
    expect(verified?.refunded).toBeLessThanOrEqual(truth?.refunded ?? 0);
    expect(calls.length).toBeLessThanOrEqual(6);
    calls = [];
    expect(await flutterwave.listPayments(old.reference)).toMatchObject({
      ok: true,
      payments: [{ transactionId: old.id }],
    });
    expect(calls.length).toBeLessThanOrEqual(8);
  });

  test('our refund of an old payment is sent once and found again', async () => {
    const amount = isOldestFirst ? 1_000 : 2_000;
    const request = ours(old.id, amount);
    calls = [];
    const sent = await flutterwave.sendRefund(request);
    expect(sent).toMatchObject({ state: 'completed' });
    expect(calls.length).toBeLessThanOrEqual(6);
    expect(await open().sendRefund(request)).toEqual(sent);
    expect(await flutterwave.refundState(request)).toEqual(sent);
    const made = sim.ledger.refunds.filter(({ transactionId }) => transactionId === old.id);
    expect(made.filter((each) => each.amount === amount)).toHaveLength(1);
    expect(await flutterwave.refundState(ours(old.id, 3_000))).toMatchObject({ state: 'not_found' });
  });

  test('a span of today reads no further back than it has to', async () => {
    const span = { from: plusMs(now, -60_000), until: plusMs(now, 1) };
    expect(await flutterwave.payments(span, null)).toMatchObject({ ok: true });
    expect(calls.length).toBeLessThanOrEqual(8);
  });
});

test('A refund that may be among too many others is unknown, and is not sent', async () => {
  sim.listOldestFirst(false);
  const request = refundOf(old.id, 40_000);
  calls = [];
  expect(await flutterwave.sendRefund(request)).toMatchObject({
    state: 'unknown',
    reason: 'Flutterwave has too many refunds to look through for this one',
  });
  expect(calls.some((path) => path.endsWith('/refund'))).toBe(false);
  expect(calls.length).toBeLessThanOrEqual(41);
});

test('A span whose refunds cannot all be read says so, and its payments are still verified', async () => {
  const span = { from: new Date('2026-11-19T00:00:00Z'), until: now };
  expect(await flutterwave.payments(span, null)).toEqual({
    ok: false,
    reason: 'Flutterwave: more refunds since then than can be read at once',
    retry: true,
  });
  expect(await verify(old.id)).toMatchObject({ status: 'completed' });
});

test('What a span has read serves its further pages, and the questions after it', async () => {
  now = new Date('2026-12-20T00:00:00Z');
  const { id } = await paid();
  sim.refundByProvider(id, minor(20_000));
  for (let i = 0; i < 11; i++) await paid();
  now = plusMs(now, DAY_MS);
  sim.crowdRefunds(500, now);
  const span = { from: new Date('2026-12-20T00:00:00Z'), until: now };
  calls = [];
  expect(await flutterwave.payments(span, null)).toMatchObject({ ok: true, next: '2' });
  const read = calls.length;
  expect(await flutterwave.payments(span, '2')).toMatchObject({ ok: true, next: null });
  expect(calls.length).toBe(read + 1);
  expect(await verify(id)).toMatchObject({ refunded: 20_000 });
  now = plusMs(now, 31 * 60_000);
  expect(await verify(id)).toMatchObject({ refunded: 0 });
});

test('One odd refund of another payment hides nothing, and one of this payment is no answer', async () => {
  const withRefunds = (...refunds: unknown[]) =>
    scripted(({ path }) =>
      success(path === '/refunds' ? refunds : path === '/chargebacks' ? [] : transaction()),
    ).flutterwave.verifyPayment('4975363');
  const odd = { amount_refunded: 'some', status: null };
  expect(await withRefunds(refund({ id: 1, tx_id: 9, ...odd }), { id: 2 }, refund())).toMatchObject({
    payment: { refunded: 40_000 },
  });
  expect(await withRefunds(refund(odd))).toMatchObject({ ok: false, retry: true });
});

test('A list that never ends is left', async () => {
  const { flutterwave: endless, calls: made } = scripted(({ path, query }) => {
    if (!/refunds|chargebacks/.test(path)) return success(transaction());
    const page = Number(query.get('page'));
    const data = path === '/refunds' ? [refund({ id: page, tx_id: 9 })] : [];
    const meta = { page_info: { total: 1, current_page: page, total_pages: page + 1 } };
    return { ...success(data), meta };
  });
  expect(await endless.verifyPayment('4975363')).toMatchObject({ ok: true, payment: { refunded: 0 } });
  expect(made.length).toBeLessThanOrEqual(9);
});
