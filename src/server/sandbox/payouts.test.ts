import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { PayoutState } from '#server/kernel/ports/index.ts';
import { payout, stage } from './testing.ts';

const on = stage();

describe('payouts', () => {
  const path = async (order: ReturnType<typeof payout>) => {
    const seen: PayoutState['state'][] = [(await on.sandbox.sendPayout(order)).state];
    for (const wait of [0, 3_000, 10_000]) {
      on.pass(wait);
      seen.push((await on.sandbox.payoutState(order.reference)).state);
    }
    return seen;
  };

  const paths: [string, PayoutState['state'][], string[]][] = [
    ['0123456789', ['processing', 'processing', 'completed', 'completed'], ['payout.completed']],
    ['3000000001', ['processing', 'processing', 'failed', 'failed'], ['payout.failed']],
    [
      '3000000002',
      ['processing', 'processing', 'completed', 'reversed'],
      ['payout.completed', 'payout.reversed'],
    ],
    ['3000000003', ['unknown', 'processing', 'completed', 'completed'], ['payout.completed']],
    ['3000000004', ['processing', 'processing', 'processing', 'processing'], []],
    ['3000000005', ['unknown', 'not_found', 'not_found', 'not_found'], []],
    ['3000000006', ['failed', 'failed', 'failed', 'failed'], ['payout.failed']],
  ];
  test.each(paths)('account %s goes its way', async (account, states, types) => {
    expect(await path(payout(account))).toEqual(states);
    await on.sandbox.tick();
    expect(on.inbox.map((sent) => JSON.parse(sent.body).type)).toEqual(types);
  });

  test('amount and settings decide as well', async () => {
    expect(await path(payout('0123456789', 123_401))).toEqual([
      'processing',
      'processing',
      'failed',
      'failed',
    ]);
    await on.sandbox.changeSettings({ payoutOutcome: 'refused' });
    expect((await on.sandbox.sendPayout(payout('0123456789'))).state).toBe('failed');
  });

  test('a reference pays once under concurrent calls and keeps its terms', async () => {
    const order = payout('0123456789');
    const all = await Promise.all(Array.from({ length: 10 }, () => on.sandbox.sendPayout(order)));
    expect(all.map((answer) => answer.state)).toEqual(Array(10).fill('processing'));
    const rows = await on.db
      .selectFrom('sandbox.payouts')
      .select('reference')
      .where('reference', '=', order.reference)
      .execute();
    expect(rows).toHaveLength(1);
    expect((await on.sandbox.sendPayout({ ...order, amount: minor(1) })).state).toBe('unknown');
    on.pass(3_000);
    expect(await on.sandbox.sendPayout(order)).toEqual({ state: 'completed', reason: null, fee: 2_500 });
  });
});
