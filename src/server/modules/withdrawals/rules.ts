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

/** For how long after a payout account was changed nothing is paid to it. */
export const NEW_ACCOUNT_WAIT_MS = 24 * 3_600_000;
