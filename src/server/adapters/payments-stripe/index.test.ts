import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { ProviderPayment } from '#server/kernel/ports/index.ts';
import { checkoutOf, refundOf, stripeFixture } from './testing.ts';

let world: Awaited<ReturnType<typeof stripeFixture>>;
beforeAll(async () => {
  world = await stripeFixture();
});
afterAll(() => world.simulator.close());

async function started(reference: string): Promise<string> {
  const answer = await world.stripe.startCheckout(checkoutOf(reference));
  if (!answer.ok) throw new Error(answer.reason);
  return answer.checkout.checkoutUrl;
}

async function verified(transactionId: string): Promise<ProviderPayment> {
  const answer = await world.stripe.verifyPayment(transactionId);
  if (!answer.ok || !answer.payment) throw new Error('not verified');
  return answer.payment;
}

describe('a checkout', () => {
  test('is the same one when asked for again, and another amount under its reference is refused', async () => {
    const reference = world.newReference();
    const url = await started(reference);
    world.passMinutes(20);
    expect(await started(reference)).toBe(url);
    const other = checkoutOf(reference, { amount: minor(99_999) });
    expect(await world.stripe.startCheckout(other)).toMatchObject({ ok: false, retry: false });
  });

  test.each([
    ['naira', { currency: 'NGN' as const }, /dollars/],
    ['too little', { amount: minor(49) }, /at least 50 cents/],
    ['too much', { amount: minor(100_000_000) }, /no more than/],
    ['an address that is none', { customerEmail: 'nobody' }, /email/],
  ])('is refused for %s', async (_, change, reason) => {
    const answer = await world.stripe.startCheckout(checkoutOf(world.newReference(), change));
    expect(answer).toMatchObject({ ok: false, retry: false, reason: expect.stringMatching(reason) });
  });

  test('says so when the key is not accepted', async () => {
    const { startCheckout, sendRefund, verifyPayment } = world.adapter({ secretKey: 'sk_test_wrong' });
    const reason = 'the key is not accepted';
    expect(await startCheckout(checkoutOf('x'))).toEqual({ ok: false, reason, retry: false });
    expect(await verifyPayment('pi_1')).toEqual({ ok: false, reason, retry: false });
    const refund = refundOf({ reference: 'x', transactionId: 'pi_1' });
    expect(await sendRefund(refund)).toMatchObject({ state: 'unknown', reason });
  });

  test('is paid on its page, which leads back', async () => {
    const reference = world.newReference();
    const url = await started(reference);
    const page = await (await fetch(url)).text();
    for (const words of ['Bola &amp; Sons', '123.45 USD', reference, 'Cancel']) expect(page).toContain(words);
    const answer = await fetch(url, { method: 'POST', redirect: 'manual' });
    const back = new URL(answer.headers.get('location') ?? '');
    expect([answer.status, back.origin + back.pathname]).toEqual([303, 'https://duewell.test/pay/abc']);
    expect(back.searchParams.get('session_id')).toMatch(/^cs_test_/);
    expect(await world.stripe.listPayments(reference)).toMatchObject({
      ok: true,
      payments: [{ reference, amount: 12_345, status: 'completed' }],
    });
    expect(await (await fetch(url)).text()).toContain('over');
  });
});

describe('a payment', () => {
  test('is told with what was paid, its fee and the moment', async () => {
    const { reference, transactionId } = await world.paid();
    expect(await verified(transactionId)).toEqual({
      transactionId,
      reference,
      status: 'completed',
      amount: 12_345,
      refunded: 0,
      fee: 388,
      currency: 'USD',
      method: 'card',
      testMode: true,
      paidAt: world.clock(),
    });
  });

  test('goes from waiting to paid, and from failed to paid by another attempt', async () => {
    const slow = world.newReference();
    const retried = world.newReference();
    await Promise.all([started(slow), started(retried)]);
    const waiting = world.simulator.pay(slow, { status: 'pending', method: 'bank_transfer' });
    expect(await verified(waiting)).toMatchObject({
      status: 'pending',
      method: 'bank_transfer',
      paidAt: null,
    });
    expect(world.simulator.pay(slow, { transactionId: waiting })).toBe(waiting);
    expect(await verified(waiting)).toMatchObject({ status: 'completed' });

    const failed = world.simulator.pay(retried, { status: 'failed' });
    expect(await verified(failed)).toMatchObject({ status: 'failed', fee: 0, paidAt: null });
    expect(world.simulator.pay(retried)).toBe(failed);
    expect(await verified(failed)).toMatchObject({ status: 'completed' });
  });

  test('of the other mode, in another currency or by nobody we know is told as what it is', async () => {
    const reference = world.newReference();
    await started(reference);
    const live = await verified(world.simulator.pay(reference, { otherMode: true }));
    expect(live).toMatchObject({ testMode: false });
    const euros = await verified(world.simulator.pay(reference, { currency: 'eur', amount: minor(700) }));
    expect(euros).toMatchObject({ currency: 'EUR', amount: 700, reference });
    expect(await verified(world.simulator.payUnknownReference(minor(900)))).toMatchObject({
      amount: 900,
      reference: expect.stringMatching(/^nobody_/),
    });
    for (const unknown of ['pi_none', '', '../balance', 'ch_1'])
      expect(await world.stripe.verifyPayment(unknown)).toEqual({ ok: true, payment: null });
  });

  test('is found by its reference at once, and after days', async () => {
    const { reference, transactionId } = await world.paid();
    const second = world.simulator.pay(reference);
    const found = async () => {
      const answer = await world.stripe.listPayments(reference);
      return answer.ok && answer.payments.map((payment) => payment.transactionId).toSorted();
    };
    expect(await found()).toEqual([transactionId, second].toSorted());
    world.passMinutes(3 * 24 * 60);
    expect(await found()).toEqual([transactionId, second].toSorted());
    expect(await world.stripe.listPayments(`it's \\ odd`)).toEqual({ ok: true, payments: [] });
  });

  test('keeps its amount to the cent on the way out and back', async () => {
    const amounts = fc.integer({ min: 50, max: 99_999_999 });
    await fc.assert(
      fc.asyncProperty(amounts, async (amount) => {
        const { transactionId } = await world.paid(amount);
        expect((await verified(transactionId)).amount).toBe(amount);
      }),
      { numRuns: 40 },
    );
  });
});

test('lists what was begun within a span, page by page', async () => {
  const own = await stripeFixture();
  own.simulator.payUnknownReference(minor(100));
  own.passMinutes(60);
  const from = own.clock();
  const ids = Array.from({ length: 230 }, (_, at) => own.simulator.payUnknownReference(minor(100 + at)));
  own.passMinutes(60);
  const until = own.clock();
  own.simulator.payUnknownReference(minor(100));
  const listed: string[] = [];
  const sizes: number[] = [];
  for (let cursor: string | null = null, pages = 0; pages < 5; pages += 1) {
    const page = await own.stripe.payments({ from, until }, cursor);
    if (!page.ok) throw new Error(page.reason);
    listed.push(...page.items.map(({ transactionId }) => transactionId));
    sizes.push(page.items.length);
    cursor = page.next;
    if (cursor === null) break;
  }
  expect(sizes).toEqual([100, 100, 30]);
  expect(listed.toSorted()).toEqual(ids.toSorted());
  await own.simulator.close();
});

describe('a refund', () => {
  test('happens once, however often it is asked for, even when the key is long forgotten', async () => {
    const payment = await world.paid();
    const request = refundOf(payment);
    const first = await world.stripe.sendRefund(request);
    expect(first).toMatchObject({
      state: 'completed',
      reason: null,
      providerId: expect.stringMatching(/^re_/),
    });
    expect(await world.stripe.sendRefund(request)).toEqual(first);
    world.passMinutes(25 * 60);
    expect(await world.stripe.sendRefund(request)).toEqual(first);
    expect(await world.stripe.refundState(request)).toEqual(first);
    expect(await verified(payment.transactionId)).toMatchObject({ status: 'completed', refunded: 5000 });
    const rest = refundOf(payment, { reference: 'rest', amount: minor(7345) });
    await world.stripe.sendRefund(rest);
    expect(await verified(payment.transactionId)).toMatchObject({ status: 'refunded', refunded: 12_345 });
    expect(refundsOf(payment.transactionId)).toBe(2);
  });

  test('is sent once when two ask for it at the same time', async () => {
    const payment = await world.paid();
    const request = refundOf(payment);
    const both = await Promise.all([world.stripe.sendRefund(request), world.stripe.sendRefund(request)]);
    expect(new Set(both.map(({ providerId }) => providerId)).size).toBe(1);
    expect(refundsOf(payment.transactionId)).toBe(1);
  });

  test('counts as gone back only once it has arrived', async () => {
    const payment = await world.paid();
    const request = refundOf(payment);
    world.simulator.refundsEnd('processing');
    expect(await world.stripe.sendRefund(request)).toMatchObject({ state: 'processing' });
    expect(await verified(payment.transactionId)).toMatchObject({ status: 'completed', refunded: 0 });
    world.simulator.decideRefunds(payment.transactionId, 'failed');
    expect(await world.stripe.refundState(request)).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('bank declined'),
    });
    world.simulator.refundsEnd('completed');
    expect(await verified(payment.transactionId)).toMatchObject({ status: 'completed', refunded: 0 });
  });

  test.each([
    ['more than was paid', { amount: minor(12_346) }, /greater than/],
    ['a payment nobody knows', { transactionId: 'pi_none' }, /knows no such payment/],
  ])('of %s fails', async (_, change, reason) => {
    const request = refundOf(await world.paid(), change);
    expect(await world.stripe.refundState(request)).toMatchObject({ state: 'not_found' });
    expect(await world.stripe.sendRefund(request)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(reason),
    });
  });

  test('made at Stripe, and a chargeback, are told as gone back too', async () => {
    const payment = await world.paid();
    world.simulator.refundByProvider(payment.transactionId, minor(2000));
    expect(await verified(payment.transactionId)).toMatchObject({ status: 'completed', refunded: 2000 });
    world.simulator.refundByProvider(payment.transactionId);
    expect(await verified(payment.transactionId)).toMatchObject({ status: 'refunded', refunded: 12_345 });
    expect(await world.stripe.sendRefund(refundOf(payment))).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('disputed'),
    });
  });
});

test('adds up what went back over many pages', async () => {
  const { transactionId } = await world.paid();
  for (let times = 0; times < 210; times += 1) world.simulator.refundByProvider(transactionId, minor(1));
  expect(await verified(transactionId)).toMatchObject({ status: 'completed', refunded: 210 });
});

const refundsOf = (transactionId: string): number =>
  world.simulator.ledger.refunds.filter((refund) => refund.transactionId === transactionId).length;

test('collects dollars only, tells its balance and pays nothing out', async () => {
  const { stripe, simulator } = world;
  expect(stripe).toMatchObject({
    name: 'stripe',
    title: 'Stripe',
    collects: ['USD'],
    paysOut: [],
    testMode: true,
  });
  expect(world.adapter({ secretKey: 'rk_live_1' }).testMode).toBe(false);
  expect(await stripe.balance('USD')).toEqual({ ok: true, available: simulator.ledger.balance });
  expect(await stripe.balance('NGN')).toEqual({ ok: true, available: null });
  const payout = { reference: 'out_1', amount: minor(1), currency: 'USD' as const };
  const account = { bankCode: '058', accountNumber: '0123456789', accountName: 'Ada', narration: '' };
  expect(await stripe.sendPayout({ ...payout, ...account })).toMatchObject({ state: 'failed', fee: 0 });
  expect(await stripe.payoutState('out_1')).toMatchObject({ state: 'not_found' });
  const span = { from: world.clock(), until: world.clock() };
  expect(await stripe.payouts(span, null)).toEqual({ ok: true, items: [], next: null });
  expect(await stripe.banks('USD')).toEqual({ ok: true, banks: [] });
  expect(await stripe.resolveAccount('058', '0123456789')).toMatchObject({ ok: false, retry: false });
  expect(stripe.payoutFee(minor(5000), 'USD', '2026-11-20')).toBe(0);
  expect(stripe.settlesOn(new Date('2026-11-20T10:00:00Z'), 'USD')).toBe('2026-11-24');
});
