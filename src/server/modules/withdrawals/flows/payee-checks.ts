import { dateIn, formatDate, timeIn } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { pinResetAt, type Takeover, takeoverOf } from '#server/modules/business/queries.ts';
import { payoutsOpenAt } from '#server/modules/business/rules.ts';
import { accountKey, knownAccounts, type PayeeAccount } from '../queries/paid-accounts.ts';

/**
 * For a day after a PIN reset, money goes only to accounts that were known before: the business's own and
 * those paid already. An account only saved for staff is not, as saving takes no PIN. Throws
 * `payout_account_new`.
 */
export async function refuseUnknownAfterReset(
  scope: Scope,
  accounts: readonly PayeeAccount[],
): Promise<void> {
  const { at: ownSince } = await refuseAfterHandOver(scope);
  const resetAt = await pinResetAt(scope.db, scope.actor.businessId);
  const opensAt = payoutsOpenAt(resetAt, scope.now);
  if (!resetAt || !opensAt) return;
  const { db, vault, now, actor } = scope;
  const span = { from: ownSince, before: resetAt };
  const known = await knownAccounts({ db, vault, businessId: actor.businessId, now }, span, accounts);
  if (accounts.every((to) => known.has(accountKey(to)))) return;
  throw new AppError(
    'payout_account_new',
    `You chose a new PIN without the one before it. To protect you, money goes only to accounts you have paid before until ${formatDate(dateIn(opensAt))} at ${timeIn(opensAt)}`,
    { data: { until: opensAt.toISOString() } },
  );
}

/**
 * Where the account changed hands, nothing leaves for a day, and where there had been trade nothing before an
 * operator has reviewed whose the money is. Throws `payout_account_new`, `payouts_paused`.
 */
export async function refuseAfterHandOver({ db, actor, now }: Scope): Promise<Takeover> {
  const handover = await takeoverOf(db, actor.businessId);
  if (handover.payoutsOnHold)
    throw new AppError(
      'payouts_paused',
      'There was money in this account before it was shown to be yours. It is safe; write to us, and we look at it before any of it leaves',
    );
  const opensAt = payoutsOpenAt(handover.at, now);
  if (!opensAt) return handover;
  throw new AppError(
    'payout_account_new',
    `This account has only just been shown to be yours. To protect you, no money leaves it until ${formatDate(dateIn(opensAt))} at ${timeIn(opensAt)}`,
    { data: { until: opensAt.toISOString() } },
  );
}

/** Keys of those accounts the business paid before, and of its own: asking their names costs no allowance. */
export async function paidAccounts(scope: Scope, accounts: readonly PayeeAccount[]): Promise<Set<string>> {
  const { db, vault, now, actor } = scope;
  return knownAccounts(
    { db, vault, businessId: actor.businessId, now },
    { from: null, before: now },
    accounts,
  );
}
