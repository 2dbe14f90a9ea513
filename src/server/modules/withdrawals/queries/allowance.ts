import { ACCOUNT_KNOWN_AFTER_HOURS, allowances, allowedSum, type TrustLevel } from '#contract/allowances.ts';
import { plusMs } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { trustOf } from '#server/modules/business/queries.ts';
import { paidSince } from './paid-accounts.ts';

/** From when payouts count as of the last day, and since when an account must have been paid to be known. */
export const dayBefore = (now: Date) => plusMs(now, -ACCOUNT_KNOWN_AFTER_HOURS * HOUR_MS);

/** One allowance of payouts: what a day allows and what is left of it, in minor units. */
export type Room = { most: Minor; left: Minor };
export type PayoutAllowance = {
  level: TrustLevel;
  payouts: Room;
  newAccounts: Room;
  newAccountsProven: Room;
  /** How to come to more; null where there is no more. */
  raise: string | null;
  /** The oldest payout counted; when it is a day old, its sum is free again. */
  oldest: Date | null;
};

/** Allowance of payouts left to a business, by how far it is trusted and what left within a day. */
export async function payoutAllowance(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  now: Date,
): Promise<PayoutAllowance> {
  const { level, raise } = await trustOf(db, businessId, now);
  const { total, toNew, oldest } = await paidSince(db, businessId, currency, dayBefore(now));
  const room = (whole: number, used: Minor): Room => {
    const most = allowedSum(whole, currency);
    return { most, left: used < most ? ((most - used) as Minor) : ZERO };
  };
  const { payouts, newAccounts, newAccountsProven } = allowances[level];
  return {
    level,
    payouts: room(payouts, total),
    newAccounts: room(newAccounts, toNew),
    newAccountsProven: room(newAccountsProven, toNew),
    raise,
    oldest,
  };
}
