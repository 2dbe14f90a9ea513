import { AppError } from '#core/errors.ts';
import { add, least, MAX_MINOR, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import type { PayoutState } from '#server/kernel/ports/index.ts';
import type { WithdrawalStatus } from './table.ts';

/** Effect of a provider's report of a payout on the withdrawal. `poll_again` keeps the money held. */
type PayoutEffect = 'complete' | 'release_hold' | 'reverse_completed' | 'poll_again' | 'nothing';

/**
 * Only a conclusive state moves the hold: completed settles it, failed or reversed releases it. Unknown,
 * processing and "no such payout" are polled again; a completed payout may still be reversed later.
 */
export function payoutEffect(status: WithdrawalStatus, reported: PayoutState['state']): PayoutEffect {
  if (status === 'failed' || status === 'reversed') return 'nothing';
  if (status === 'completed') return reported === 'reversed' ? 'reverse_completed' : 'nothing';
  if (reported === 'completed') return 'complete';
  if (reported === 'failed' || reported === 'reversed') return 'release_hold';
  return 'poll_again';
}

/** Words a payout is sent with where its owner gave none. */
export const PAYOUT_NARRATION = 'Duewell withdrawal';

/** Whether it conclusively did not go through, so that the money is in the balance again. */
export const isReturned = (status: WithdrawalStatus) => status === 'failed' || status === 'reversed';

/** The most that can be sent so that its fee is covered too, in minor units. Fees grow with the amount or stay. */
export function mostToSend(available: Minor, feeOf: (amount: Minor) => Minor): Minor {
  const fits = (amount: Minor) => add(amount, feeOf(amount)) <= available;
  let [good, tooMuch] = [0, Math.max(0, available) + 1];
  while (tooMuch - good > 1) {
    const middle = good + Math.floor((tooMuch - good) / 2);
    if (fits(minor(middle))) good = middle;
    else tooMuch = middle;
  }
  return minor(good);
}

/** Sum of several payouts, in minor units. Throws 422 for more than a single movement may be. */
export function sumOfAll(amounts: readonly Minor[]): Minor {
  const sum = amounts.reduce((total, amount) => total + amount, 0);
  if (sum > MAX_MINOR) throw new AppError('invalid_input', 'That is more than can be paid at once');
  return minor(sum);
}

/**
 * Cost of several payouts: each fee is the provider's for that amount. `missing` is what the balance does not
 * cover.
 */
export function costOfAll(amounts: readonly Minor[], available: Minor, feeOf: (amount: Minor) => Minor) {
  const fees = amounts.map(feeOf);
  const [amount, fee] = [sumOfAll(amounts), add(...fees)];
  const total = add(amount, fee);
  const missing = subtract(total, least(total, available));
  return { fees, amount, fee, total, available, missing: missing > 0 ? missing : ZERO };
}

/** Whether two names are the same holder's: banks and providers differ in capitals and spaces, and in nothing else. */
export const isSameHolder = (name: string, other: string): boolean => plainName(name) === plainName(other);

const plainName = (name: string) => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toUpperCase();

/** An account number masked to its last digits. */
export const maskAccountNumber = (last4: string) => `••••••${last4}`;

/** Where a withdrawal's sealed account number belongs. */
export const accountPlace = (businessId: string, id: string) =>
  `withdrawals.account_number:${businessId}:${id}`;

/** Where a member of staff's sealed account number belongs. */
export const staffAccountPlace = (businessId: string, id: string) =>
  `staff.account_number:${businessId}:${id}`;
