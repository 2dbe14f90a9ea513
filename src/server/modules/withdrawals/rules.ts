import type { PayoutState } from '#server/ports.ts';
import type { WithdrawalStatus } from './table.ts';

/** What a provider's word about a payout does to the withdrawal. `ask_again` keeps the money held. */
export type PayoutEffect = 'complete' | 'give_back' | 'take_back_completed' | 'ask_again' | 'nothing';

/**
 * Only a conclusive word moves the hold: completed settles it, failed or reversed gives it back. Unknown,
 * processing and "no such payout" are asked about again; a completed payout may still be reversed later.
 */
export function payoutEffect(status: WithdrawalStatus, told: PayoutState['state']): PayoutEffect {
  if (status === 'failed' || status === 'reversed') return 'nothing';
  if (status === 'completed') return told === 'reversed' ? 'take_back_completed' : 'nothing';
  if (told === 'completed') return 'complete';
  if (told === 'failed' || told === 'reversed') return 'give_back';
  return 'ask_again';
}

const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** When to ask about a payout that has no conclusive answer: 1, 5, 15 min, 1, 6, 24 h after sending, then daily. */
export const REQUERY_AFTER_SECONDS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY];

/** Seconds until the question after `tries` earlier ones. */
export function secondsToNextQuestion(tries: number): number {
  const before = REQUERY_AFTER_SECONDS[tries - 1] ?? 0;
  const next = REQUERY_AFTER_SECONDS[tries];
  return next === undefined ? DAY : next - before;
}
