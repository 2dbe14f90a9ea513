import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { attemptOutcome } from './rules.ts';

const now = new Date('2026-12-08T12:00:00Z');
const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000);
const attempt = (status: 'pending' | 'completed' | 'failed' | 'cancelled' | 'refunded', minutes: number) => ({
  status,
  method: 'card' as const,
  amount_minor: minor(5_000),
  created_at: minutesAgo(minutes),
  completed_at: status === 'completed' ? minutesAgo(minutes) : null,
});

test.each([
  ['pending', null],
  ['failed', 'card_declined'],
  ['completed', 'part_received'],
  ['cancelled', null],
  ['refunded', null],
] as const)('an attempt that is %s is told as %s, for half an hour', (status, outcome) => {
  expect(attemptOutcome(attempt(status, 29), now)?.outcome ?? null).toBe(outcome);
  expect(attemptOutcome(attempt(status, 30), now)).toBeNull();
});

test('money moved otherwise than by card is not told as a declined card, and no attempt as nothing', () => {
  const transfer = { ...attempt('failed', 1), method: 'bank_transfer' as const };
  expect(attemptOutcome(transfer, now)).toEqual({ outcome: 'not_through', amount: 5_000 });
  expect(attemptOutcome(undefined, now)).toBeNull();
});
