import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plusMs } from '#core/dates.ts';
import { currencies, type Currency, minor } from '#core/money.ts';
import type {
  ListPage,
  Outcome,
  PayoutRequest,
  ProviderPayment,
  RefundRequest,
} from '#server/kernel/ports/index.ts';
import { refundOutcomes } from './table.ts';
import { payout, reference, refund, stage } from './testing.ts';

const on = stage();

const all = async <T>(page: (cursor: string | null) => Promise<Outcome<ListPage<T>>>) => {
  const pages: T[][] = [];
  for (let cursor: string | null = null; ; ) {
    const answer: Outcome<ListPage<T>> = await page(cursor);
    if (!answer.ok) throw new Error(answer.reason);
    pages.push(answer.items);
    if (answer.next === null) return pages;
    cursor = answer.next;
  }
};

describe('lists', () => {
  const DAY_MS = 86_400_000;

  // Hundreds at the same few moments, so that no page ends where a moment does.
  test.each([
    [99, [99]],
    [100, [100]],
    [233, [100, 100, 33]],
  ])('of %i payments come in pages of %j, each exactly once', async (count, sizes) => {
    const { transaction_id: sample } = await on.sandbox.outside.payUnmatched(minor(70_000), 'NGN');
    const found = await on.db
      .selectFrom('sandbox.payments')
      .selectAll()
      .where('transaction_id', '=', sample)
      .executeTakeFirstOrThrow();
    const from = plusMs(on.now, count * DAY_MS);
    const rows = Array.from({ length: count + 2 }, (_, at) => ({
      ...found,
      transaction_id: reference(),
      // The last two lie just outside the span.
      created_at: plusMs(from, at < count ? at % 3 : at === count ? -1 : 3),
    }));
    await on.db.insertInto('sandbox.payments').values(rows).execute();
    const span = { from, until: plusMs(from, 3) };
    const pages = await all((cursor) => on.sandbox.payments(span, cursor));
    expect(pages.map((page) => page.length)).toEqual(sizes);
    const ids = rows.slice(0, count).map((row) => row.transaction_id);
    expect(
      pages
        .flat()
        .map((payment) => payment.transactionId)
        .toSorted(),
    ).toEqual(ids.toSorted());
  });

  test('of payouts show every state, with bank and account', async () => {
    on.pass(1000 * DAY_MS);
    const span = { from: on.now, until: plusMs(on.now, 1) };
    const orders = ['0123456789', '3000000001', '3000000002', '3000000003', '3000000004', '3000000005'].map(
      (account) => payout(account),
    );
    for (const order of orders) await on.sandbox.sendPayout(order);
    const filler = await on.db
      .selectFrom('sandbox.payouts')
      .selectAll()
      .where('reference', '=', orders[0]?.reference ?? '')
      .executeTakeFirstOrThrow();
    await on.db
      .insertInto('sandbox.payouts')
      .values(Array.from({ length: 120 }, () => ({ ...filler, reference: reference() })))
      .execute();
    on.pass(20_000);
    const pages = await all((cursor) => on.sandbox.payouts(span, cursor));
    expect(pages.map((page) => page.length)).toEqual([100, 25]);
    const listed = new Map(pages.flat().map((each) => [each.reference, each]));
    expect(listed.size).toBe(125);
    expect(orders.map((order) => listed.get(order.reference)?.state)).toEqual([
      'completed',
      'failed',
      'reversed',
      'completed',
      'processing',
      undefined,
    ]);
    expect(listed.get(orders[0]?.reference ?? '')).toEqual({
      reference: orders[0]?.reference,
      state: 'completed',
      amount: 2_000_000,
      fee: 2_500,
      currency: 'NGN',
      bankCode: '058',
      accountNumber: '0123456789',
      createdAt: span.from,
    });
  });

  test.each(['', 'x', 'MTox', Buffer.from('12:a\0').toString('base64url')])(
    'refuse the cursor %j or find nothing after it, and do not fail',
    async (cursor) => {
      const span = { from: on.now, until: on.now };
      for (const answer of [await on.sandbox.payments(span, cursor), await on.sandbox.payouts(span, cursor)])
        expect(answer).toMatchObject(answer.ok ? { items: [], next: null } : { retry: false });
    },
  );
});

describe('the balance', () => {
  const balance = async (currency: Currency) => {
    const answer = await on.sandbox.balance(currency);
    return answer.ok ? (answer.available ?? 0) : Number.NaN;
  };
  const amount = fc.integer({ min: 1, max: 5_000_000 });
  const currency = fc.constantFrom(...currencies);
  const event = fc.oneof(
    fc.record({ kind: fc.constant('pay' as const), amount, currency, isLate: fc.boolean() }),
    fc.record({
      kind: fc.constant('refund' as const),
      which: fc.nat(),
      amount,
      outcome: fc.constantFrom(...refundOutcomes),
    }),
    fc.record({ kind: fc.constant('chargeback' as const), which: fc.nat(), amount: fc.option(amount) }),
    fc.record({
      kind: fc.constant('payout' as const),
      amount,
      account: fc.integer({ min: 0, max: 6 }).map((last) => `300000000${last}`),
    }),
    fc.record({ kind: fc.constant('wait' as const), ms: fc.constantFrom(1_000, 3_000, 20_000) }),
  );
  type Event = typeof event extends fc.Arbitrary<infer T> ? T : never;

  const known = async (id: string) => {
    const answer = await on.sandbox.verifyPayment(id);
    if (!answer.ok || !answer.payment) throw new Error('There is no payment');
    return answer.payment;
  };
  const currencyOf = (paid: ProviderPayment): Currency => (paid.currency === 'USD' ? 'USD' : 'NGN');

  type Story = {
    payments: string[];
    refunds: RefundRequest[];
    payouts: PayoutRequest[];
    givenBack: { currency: Currency; amount: number }[];
  };

  const happen = async (story: Story, each: Event) => {
    if (each.kind === 'wait') return on.pass(each.ms);
    if (each.kind === 'payout') {
      const order = payout(each.account, each.amount);
      story.payouts.push(order);
      return void (await on.sandbox.sendPayout(order));
    }
    if (each.kind === 'pay') {
      const { reference: ref } = await on.opened(each);
      const made = await on.sandbox.outside.payReference(ref, { afterMs: each.isLate ? 5_000 : 0 });
      return void story.payments.push(made?.transaction_id ?? '');
    }
    const id = story.payments[each.which % story.payments.length];
    if (!id) return;
    const paid = await known(id);
    if (each.kind === 'refund') {
      await on.sandbox.changeSettings({ refundOutcome: each.outcome });
      const order = refund(paid, each.amount);
      story.refunds.push(order);
      return void (await on.sandbox.sendRefund(order));
    }
    const amount = each.amount === null ? undefined : minor(each.amount);
    const given = await on.sandbox.outside.reverse(id, amount);
    if (given) story.givenBack.push({ currency: currencyOf(paid), amount: given.amount_minor });
  };

  // The history as told by the port's other queries alone: the balance must agree with them.
  const replay = async ({ payments, refunds, payouts, givenBack }: Story) => {
    const sums = { NGN: 0, USD: 0 };
    for (const paid of await Promise.all(payments.map(known))) {
      expect(paid.refunded).toBeLessThanOrEqual(paid.amount);
      if (['completed', 'refunded'].includes(paid.status)) sums[currencyOf(paid)] += paid.amount - paid.fee;
    }
    for (const { currency: of, amount: given } of givenBack) sums[of] -= given;
    for (const order of refunds) {
      const { state } = await on.sandbox.refundState(order);
      if (['processing', 'completed', 'needs_attention'].includes(state))
        sums[order.currency] -= order.amount;
    }
    for (const order of payouts) {
      const { state, fee } = await on.sandbox.payoutState(order.reference);
      if (['processing', 'completed'].includes(state)) sums[order.currency] -= order.amount + fee;
    }
    return sums;
  };

  test('is what came in less what went back and out, whatever happens', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 16 }), async (events) => {
        // By then everything of the run before is decided.
        on.pass(60_000);
        const [naira, dollars] = [await balance('NGN'), await balance('USD')];
        const story: Story = { payments: [], refunds: [], payouts: [], givenBack: [] };
        for (const each of events) await happen(story, each);
        const moved = { NGN: (await balance('NGN')) - naira, USD: (await balance('USD')) - dollars };
        expect(moved).toEqual(await replay(story));
      }),
      { numRuns: 25 },
    );
  }, 30_000);

  test('may fall below zero: payouts are not refused for lack of it', async () => {
    const before = await balance('USD');
    const order = { ...payout('0123456789', 900_000_000), currency: 'USD' as const };
    expect((await on.sandbox.sendPayout(order)).state).toBe('processing');
    expect((await balance('USD')) - before).toBe(-900_000_100);
  });
});
