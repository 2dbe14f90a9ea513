import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { accepted, checkoutFor, must, refundFor, scripted, stage } from './testing.ts';

// A shop that has been open for years: what others got back must never keep a payment from being booked.

const FOREIGN = 12_000;
const on = stage();
let lists = 0;
let calls = 0;
let monnify: PaymentProvider;
const counting: typeof fetch = async (url, init) => {
  if (!String(url).includes('/auth/login')) calls += 1;
  if (String(url).includes('/refunds?')) lists += 1;
  return fetch(url, init);
};
const paid = async () => {
  const reference = on.reference();
  must(await monnify.startCheckout(checkoutFor(reference)));
  return { reference, id: on.sim.pay(reference) };
};
const verify = async (id: string) => must(await monnify.verifyPayment(id)).payment;

let old: { reference: string; id: string };
beforeAll(async () => {
  monnify = on.adapter({ fetch: counting });
  old = await paid();
  on.sim.refundByProvider(old.id, minor(30_000));
  on.pass(DAY_MS);
  on.sim.crowdRefunds(FOREIGN, on.now());
  on.pass(DAY_MS);
});

describe.each([
  ['newest first', false],
  ['oldest first', true],
])('with thousands of refunds of others, listed %s,', (_, isOldestFirst) => {
  beforeEach(() => {
    on.sim.listOldestFirst(isOldestFirst);
    calls = 0;
    lists = 0;
  });

  test('a new payment is verified by a call or two more', async () => {
    const { id } = await paid();
    calls = 0;
    expect(await verify(id)).toMatchObject({ status: 'completed', refunded: 0 });
    expect(calls).toBeLessThanOrEqual(3);
    on.sim.refundByProvider(id, minor(20_000));
    expect(await verify(id)).toMatchObject({ refunded: 20_000 });
  });

  test('an old payment is told with what a few pages show, never with more', async () => {
    const verified = await verify(old.id);
    expect(verified).toMatchObject({ status: 'completed', amount: 1_500_050 });
    expect([0, 30_000]).toContain(verified?.refunded);
    expect(calls).toBeLessThanOrEqual(6);
    expect(must(await monnify.listPayments(old.reference)).payments).toHaveLength(1);
  });

  test('our own refund is sent and asked about without the list', async () => {
    const { id } = await paid();
    const request = refundFor(`rfd_${on.reference()}`, id, minor(20_000));
    expect(await monnify.sendRefund(request)).toMatchObject({ state: 'completed' });
    expect(await monnify.refundState(request)).toMatchObject({ state: 'completed' });
    expect(await monnify.sendRefund({ ...request, amount: minor(9_000_000) })).toMatchObject({
      state: 'unknown',
    });
    expect(lists).toBe(0);
  });

  test('many payments at once share what is read', async () => {
    const all = await Promise.all(Array.from({ length: 20 }, paid));
    let refundRequests = 0;
    lists = 0;
    // The list answers once all are known to have been paid, so that all of them are waiting for it.
    const holding = on.adapter({
      fetch: async (url, init) => {
        if (String(url).includes('/refunds?')) await expect.poll(() => refundRequests).toBe(all.length);
        const answer = await counting(url, init);
        if (String(url).includes('/api/v2/transactions/')) refundRequests += 1;
        return answer;
      },
    });
    const payments = await Promise.all(all.map(({ id }) => holding.verifyPayment(id)));
    for (const payment of payments) expect(payment).toMatchObject({ payment: { status: 'completed' } });
    expect(lists).toBeLessThanOrEqual(3 * 2);
  });

  test('a span of today reads no further back than it has to', async () => {
    const span = { from: plusMs(on.now(), -60_000), until: plusMs(on.now(), 1) };
    const { items } = must(await monnify.payments(span, null));
    expect(items.length).toBeGreaterThan(20);
    expect(lists).toBeLessThanOrEqual(3);
  });
});

describe('a long span', () => {
  test('is read whole, once for all its pages, and helps the questions after it', async () => {
    on.sim.listOldestFirst(false);
    monnify = on.adapter({ fetch: counting });
    const span = { from: new Date(0), until: plusMs(on.now(), 1) };
    const seen: { transactionId: string; refunded: number }[] = [];
    lists = 0;
    for (const cursor of [null, '1']) seen.push(...must(await monnify.payments(span, cursor)).items);
    expect(seen.find(({ transactionId }) => transactionId === old.id)?.refunded).toBe(30_000);
    expect(lists).toBeLessThanOrEqual(FOREIGN / 100 + 2);
    expect(await verify(old.id)).toMatchObject({ refunded: 30_000 });
    on.pass(31 * 60_000);
    expect(await verify(old.id)).toMatchObject({ refunded: 0 });
  });

  test('that cannot be read whole is said to be so, and the same payment is still verified', async () => {
    on.sim.crowdRefunds(4_000, plusMs(on.now(), -5_000_000));
    const span = { from: new Date(0), until: on.now() };
    expect(await monnify.payments(span, null)).toEqual({
      ok: false,
      reason: 'Monnify has more refunds since then than can be read at once',
      retry: true,
    });
    expect(await verify(old.id)).toMatchObject({ status: 'completed' });
  });
});

describe('what the list says', () => {
  const transaction = {
    transactionReference: 'MNFY|1',
    paymentReference: 'chk_1',
    amountPaid: '100.00',
    paidOn: '2026-11-23 09:00:00',
    paymentStatus: 'PAID',
    currency: 'NGN',
  };
  const refund = (refundReference: string, change: object = {}) => ({
    refundReference,
    transactionReference: 'MNFY|1',
    refundAmount: 10,
    refundStatus: 'COMPLETED',
    createdOn: '2026-11-23 09:30:00',
    ...change,
  });
  const verifyWith = (...pages: unknown[][]) =>
    scripted({
      '/api/v2/transactions/': { body: accepted(transaction) },
      ...Object.fromEntries(
        pages.map((content, number) => [
          `refunds?page=${number}`,
          { body: accepted({ content, last: number + 1 === pages.length }) },
        ]),
      ),
    }).verifyPayment('MNFY|1');

  test('is counted once, also where a new refund moved one to the next page', async () => {
    expect(await verifyWith([refund('b'), refund('a')], [refund('a')])).toMatchObject({
      payment: { refunded: 2_000 },
    });
  });

  test('ends with the age of the payment only where it gets ever older', async () => {
    const aged = (reference: string, createdOn: string) => refund(reference, { createdOn });
    const before = aged('b', '2026-11-22 09:30:00');
    const earlier = aged('c', '2026-11-21 09:30:00');
    expect(await verifyWith([before, earlier], [refund('d')])).toMatchObject({
      payment: { refunded: 2_000 },
    });
    expect(await verifyWith([before, earlier, before], [refund('d')])).toMatchObject({
      payment: { refunded: 3_000 },
    });
    expect(
      await verifyWith([refund('x', { createdOn: 'once' }), before, earlier], [refund('d')]),
    ).toMatchObject({
      payment: { refunded: 4_000 },
    });
  });

  test('of others may be odd; of this payment it may not', async () => {
    const odd = { refundAmount: 'some', refundStatus: null };
    expect(
      await verifyWith([refund('a', { ...odd, transactionReference: 'MNFY|2' }), {}, refund('b')]),
    ).toMatchObject({ payment: { refunded: 1_000 } });
    expect(await verifyWith([refund('a', odd)])).toMatchObject({ ok: false, retry: true });
    expect(await verifyWith([{}])).toMatchObject({ ok: false, retry: true });
  });
});
