import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { RefundState } from '#server/kernel/ports/index.ts';
import type { RefundOutcome } from './table.ts';
import { reference, stage } from './testing.ts';

const on = stage();

const verified = async (transactionId: string) => {
  const answer = await on.sandbox.verifyPayment(transactionId);
  if (!answer.ok || !answer.payment) throw new Error('There is no payment');
  return answer.payment;
};
const rowsOf = (transactionId: string) =>
  on.db.selectFrom('sandbox.refunds').selectAll().where('transaction_id', '=', transactionId).execute();

describe('a refund that is asked for', () => {
  type States = RefundState['state'][];
  const outcomes: [RefundOutcome, States, { status: string; refunded: number }, string[]][] = [
    [
      'completed',
      ['processing', 'processing', 'completed'],
      { status: 'refunded', refunded: 1_500_000 },
      ['refund.completed'],
    ],
    [
      'failed',
      ['processing', 'processing', 'failed'],
      { status: 'completed', refunded: 0 },
      ['refund.failed'],
    ],
    [
      'needs_attention',
      ['processing', 'processing', 'needs_attention'],
      { status: 'completed', refunded: 0 },
      ['refund.needs_attention'],
    ],
    ['processing', ['processing', 'processing', 'processing'], { status: 'completed', refunded: 0 }, []],
    [
      'lost',
      ['unknown', 'processing', 'completed'],
      { status: 'refunded', refunded: 1_500_000 },
      ['refund.completed'],
    ],
    ['refused', ['failed', 'failed', 'failed'], { status: 'completed', refunded: 0 }, ['refund.failed']],
  ];
  test.each(outcomes)('%s goes its way', async (refundOutcome, states, payment, types) => {
    await on.sandbox.changeSettings({ refundOutcome });
    const order = await on.refundable();
    const seen = [(await on.sandbox.sendRefund(order)).state];
    for (const wait of [2_999, 1]) {
      on.pass(wait);
      seen.push((await on.sandbox.refundState(order)).state);
    }
    expect(seen).toEqual(states);
    expect(await verified(order.transactionId)).toMatchObject(payment);
    await on.sandbox.tick();
    const webhooks = on.inbox.map(({ body, signature }) => ({
      type: JSON.parse(body).type,
      notice: on.sandbox.parseWebhook(
        Buffer.from(body),
        new Headers({ 'x-duewell-sandbox-signature': signature }),
      ),
    }));
    expect(webhooks.map(({ type }) => type).toSorted()).toEqual(['payment.completed', ...types]);
    for (const { type, notice } of webhooks)
      expect(notice).toMatchObject({
        about: type.startsWith('refund.') ? 'refund' : 'payment',
        transactionId: order.transactionId,
      });
  });

  test('happens once per reference, also when it is asked for by many or after its answer was lost', async () => {
    const order = await on.refundable(500_000);
    const all = await Promise.all(Array.from({ length: 10 }, () => on.sandbox.sendRefund(order)));
    expect(new Set(all.map((answer) => JSON.stringify(answer))).size).toBe(1);
    await on.sandbox.changeSettings({ refundOutcome: 'lost' });
    const lost = { ...order, reference: reference() };
    expect(await on.sandbox.sendRefund(lost)).toMatchObject({ state: 'unknown', providerId: null });
    expect(await on.sandbox.sendRefund(lost)).toMatchObject({ state: 'processing' });
    expect((await on.sandbox.sendRefund({ ...order, amount: minor(1) })).state).toBe('unknown');
    on.pass(3_000);
    expect(await on.sandbox.sendRefund(order)).toEqual({
      state: 'completed',
      reason: null,
      providerId: all[0]?.providerId,
    });
    expect(await verified(order.transactionId)).toMatchObject({ status: 'completed', refunded: 1_000_000 });
    expect(await rowsOf(order.transactionId)).toHaveLength(2);
  });

  test('never gives back more than was paid, whoever asks at the same time', async () => {
    const order = await on.refundable(600_000);
    const wishes = Array.from({ length: 8 }, () => ({ ...order, reference: reference() }));
    const [first, second] = await Promise.all([
      Promise.all(wishes.map((wish) => on.sandbox.sendRefund(wish))),
      Promise.all([1, 2, 3].map(() => on.sandbox.outside.reverse(order.transactionId, minor(600_000)))),
    ]);
    on.pass(3_000);
    await Promise.all([on.sandbox.tick(), on.open().tick(), verified(order.transactionId)]);
    const went = first.filter(({ state }) => state === 'processing').length + second.filter(Boolean).length;
    expect(went).toBe(2);
    expect(first.every(({ state }) => state === 'processing' || state === 'failed')).toBe(true);
    expect(await verified(order.transactionId)).toMatchObject({ status: 'completed', refunded: 1_200_000 });
    const refused = wishes.filter((_, at) => first[at]?.state === 'failed');
    for (const wish of refused) {
      expect(await on.sandbox.refundState(wish)).toMatchObject({
        state: 'failed',
        reason: 'That is more than what is left of the payment',
      });
    }
  });

  test('that fails leaves its money to be given back again', async () => {
    await on.sandbox.changeSettings({ refundOutcome: 'failed' });
    const first = await on.refundable();
    await on.sandbox.sendRefund(first);
    const second = { ...first, reference: reference() };
    expect((await on.sandbox.sendRefund(second)).state).toBe('failed');
    on.pass(3_000);
    await on.sandbox.changeSettings({ refundOutcome: 'completed' });
    expect((await on.sandbox.sendRefund({ ...first, reference: reference() })).state).toBe('processing');
    expect((await on.sandbox.sendRefund(second)).state).toBe('failed');
  });

  test('of nothing is refused, and asked about is not found', async () => {
    const order = await on.refundable();
    const { reference: ref } = await on.opened();
    const pending = await on.sandbox.outside.payReference(ref, { afterMs: 60_000 });
    const wrong = [
      { transactionId: 'sbt_nothing' },
      { transactionId: pending?.transaction_id ?? '' },
      { amount: minor(0) },
      { amount: minor(1_500_001) },
      { currency: 'USD' as const },
    ];
    expect((await on.sandbox.refundState(order)).state).toBe('not_found');
    for (const change of wrong) {
      const result = await on.sandbox.sendRefund({ ...order, reference: reference(), ...change });
      expect(result).toMatchObject({ state: 'failed', reason: expect.any(String) });
    }
    await on.sandbox.changeSettings({ providerDown: true });
    expect((await on.sandbox.sendRefund(order)).state).toBe('unknown');
    expect((await on.sandbox.refundState(order)).state).toBe('unknown');
    await on.sandbox.changeSettings({ providerDown: false });
    expect((await on.sandbox.refundState(order)).state).toBe('not_found');
    expect(await verified(order.transactionId)).toMatchObject({ status: 'completed', refunded: 0 });
  });
});

describe('a refund nobody asked for', () => {
  test('takes what is left beside those under way', async () => {
    const order = await on.refundable(500_000);
    await on.sandbox.sendRefund(order);
    const { reverse: giveBack } = on.sandbox.outside;
    expect(await giveBack(order.transactionId, minor(1_000_001))).toBeNull();
    expect(await giveBack(order.transactionId)).toMatchObject({ amount_minor: 1_000_000, reference: null });
    expect(await giveBack(order.transactionId)).toBeNull();
    expect(await verified(order.transactionId)).toMatchObject({ status: 'completed', refunded: 1_000_000 });
    on.pass(3_000);
    expect(await verified(order.transactionId)).toMatchObject({ status: 'refunded', refunded: 1_500_000 });
  });

  test('of a card that plans one is a refund of its own', async () => {
    const order = await on.refundable();
    await on.db
      .updateTable('sandbox.payments')
      .set({ plan: 'refunded', next_at: on.now })
      .where('transaction_id', '=', order.transactionId)
      .execute();
    await Promise.all([on.sandbox.tick(), on.open().tick()]);
    expect(await rowsOf(order.transactionId)).toMatchObject([
      { reference: null, state: 'completed', amount_minor: 1_500_000 },
    ]);
    expect(await verified(order.transactionId)).toMatchObject({ status: 'refunded', refunded: 1_500_000 });
  });
});
