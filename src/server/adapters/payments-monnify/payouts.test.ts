import { describe, expect, test } from 'vitest';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import type { ListPage, Outcome } from '#server/kernel/ports/index.ts';
import { checkoutFor, must, payoutFor, stage } from './testing.ts';

const on = stage();

const all = async <T>(page: (cursor: string | null) => Promise<Outcome<ListPage<T>>>) => {
  const pages: T[][] = [];
  for (let cursor: string | null = null; ; ) {
    const { items, next }: ListPage<T> = must(await page(cursor));
    pages.push(items);
    if (next === null) return pages;
    cursor = next;
  }
};

describe('payouts', () => {
  test('leave at once, for what they cost', async () => {
    on.sim.fund(minor(100_000_000));
    const before = on.sim.ledger.balance;
    const state = await on.monnify.sendPayout(payoutFor('wdr_1', minor(999_999)));
    expect(state).toEqual({ state: 'completed', reason: null, fee: 1_000 });
    expect(await on.monnify.payoutState('wdr_1')).toEqual(state);
    expect(must(await on.monnify.balance('NGN')).available).toBe(before - 1_000_999);
    expect(must(await on.monnify.balance('USD')).available).toBeNull();
  });

  test('with a reference that was used leave no second time, soon after or later', async () => {
    const request = payoutFor('wdr_2', minor(111_111));
    await on.monnify.sendPayout(request);
    expect(await on.monnify.sendPayout(request)).toMatchObject({ state: 'completed' });
    on.pass(600_000);
    expect(await on.monnify.sendPayout(request)).toMatchObject({ state: 'completed' });
    expect(await on.monnify.sendPayout({ ...request, amount: minor(222_222) })).toMatchObject({
      state: 'unknown',
    });
    expect(on.sim.ledger.payouts.filter(({ reference }) => reference === 'wdr_2')).toMatchObject([
      { sent: 1 },
    ]);
  });

  test('just like one that left moments ago are refused, and may be tried later', async () => {
    await on.monnify.sendPayout(payoutFor('wdr_3', minor(333_333)));
    const alike = payoutFor('wdr_4', minor(333_333));
    expect(await on.monnify.sendPayout(alike)).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/Duplicate/),
    });
    expect(await on.monnify.payoutState('wdr_4')).toMatchObject({ state: 'not_found' });
    on.pass(120_000);
    expect(await on.monnify.sendPayout(alike)).toMatchObject({ state: 'completed' });
  });

  test.each([
    ['an account there is not', { accountNumber: '0000000000' }, /resolved/],
    ['a bank there is not', { bankCode: '999' }, /resolved/],
    ['more than there is', { amount: minor(99_999_999_999) }, /sufficient balance/],
    ['dollars', { currency: 'USD' as const }, /naira/],
  ])('are refused for %s', async (_, change, reason) => {
    const answer = await on.monnify.sendPayout({ ...payoutFor(`wdr_${on.reference()}`), ...change });
    expect(answer).toMatchObject({ state: 'failed', reason: expect.stringMatching(reason) });
  });

  test('can wait, be decided, and come back', async () => {
    on.sim.payoutsEnd('processing');
    const references = ['wdr_5', 'wdr_6', 'wdr_7', 'wdr_8'];
    for (const [index, reference] of references.entries())
      expect(await on.monnify.sendPayout(payoutFor(reference, minor(400_000 + index)))).toMatchObject({
        state: 'processing',
      });
    on.sim.decidePayout('wdr_5', 'completed');
    on.sim.decidePayout('wdr_6', 'failed');
    on.sim.decidePayout('wdr_5', 'reversed');
    on.sim.payoutsEnd('completed');
    expect(await on.monnify.payoutState('wdr_5')).toMatchObject({ state: 'reversed' });
    expect(await on.monnify.payoutState('wdr_6')).toMatchObject({ state: 'failed' });
    expect(await on.monnify.payoutState('wdr_7')).toMatchObject({ state: 'processing' });
  });

  test('cost what the price list says', () => {
    const prices = [1, 999_999, 1_000_000, 4_999_999, 5_000_000].map((amount) =>
      on.monnify.payoutFee(minor(amount), 'NGN', '2026-11-23'),
    );
    expect(prices).toEqual([1_000, 1_000, 2_000, 2_000, 4_000]);
  });
});

describe('its lists', () => {
  test('have every payment and payout of a span once, over pages', async () => {
    on.pass(DAY_MS);
    const from = on.now();
    const reference = on.reference();
    must(await on.monnify.startCheckout(checkoutFor(reference, minor(2_000))));
    const ids = Array.from({ length: 119 }, () => {
      on.pass(1_000);
      return on.sim.pay(reference, { amount: minor(2_000) });
    });
    ids.push(on.sim.payUnknownReference(minor(5_000)));
    for (let index = 0; index < 120; index += 1)
      await on.monnify.sendPayout(payoutFor(`wdr_list_${index}`, minor(10_000 + index)));
    on.sim.refundByProvider(ids[3] ?? '');
    on.pass(1_000);
    const span = { from, until: on.now() };
    on.sim.pay(reference, {});
    await on.monnify.sendPayout(payoutFor('wdr_too_late', minor(77_777)));

    const payments = await all((cursor) => on.monnify.payments(span, cursor));
    expect(payments.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(
      payments
        .flat()
        .map((one) => one.transactionId)
        .toSorted(),
    ).toEqual(ids.toSorted());
    expect(payments.flat().find((one) => one.transactionId === ids[3])).toMatchObject({
      status: 'refunded',
      refunded: 2_000,
      reference,
    });
    expect(payments.flat().find((one) => one.transactionId === ids[119])).toMatchObject({
      reference: ids[119],
    });
    const payouts = await all((cursor) => on.monnify.payouts(span, cursor));
    expect(payouts.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(new Set(payouts.flat().map((one) => one.reference)).size).toBe(120);
    expect(payouts.flat().at(-1)).toEqual({
      reference: 'wdr_list_0',
      state: 'completed',
      amount: 10_000,
      fee: 1_000,
      currency: 'NGN',
      bankCode: '058',
      accountNumber: '0108024071',
      createdAt: expect.any(Date),
    });
  });

  test('refuse a cursor that is none of theirs', async () => {
    const span = { from: on.now(), until: on.now() };
    expect(await on.monnify.payments(span, '-1')).toMatchObject({ ok: false, retry: false });
    expect(await on.monnify.payouts(span, 'x')).toMatchObject({ ok: false, retry: false });
  });
});
