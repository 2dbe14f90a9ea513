import { dateIn, formatDate, timeIn } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import type { Scope } from '#server/scope.ts';
import { payToOf, pinResetAt, profileOf } from '../../business/queries.ts';
import { payoutsOpenAt } from '../../business/rules.ts';
import { accountPlace } from '../commands.ts';
import { accountsBefore } from '../queries/known.ts';
import { staffAccountPlace } from '../rules.ts';

type To = { bankCode: string; accountNumber: string };

const nameOf = ({ bankCode, accountNumber }: To) => `${bankCode} ${accountNumber}`;

/**
 * For a day after a PIN was chosen by somebody who did not know the one before it, money goes only to accounts that were
 * there before: the business's own, those saved for staff and those paid already. Throws `payout_account_new`.
 */
export async function refuseUnknownAfterReset(scope: Scope, tos: readonly To[]): Promise<void> {
  const resetAt = await pinResetAt(scope.db, scope.actor.businessId);
  const opensAt = payoutsOpenAt(resetAt, scope.now);
  if (!resetAt || !opensAt) return;
  const known = await knownBefore(scope, resetAt, tos);
  if (tos.every((to) => known.has(nameOf(to)))) return;
  throw new AppError(
    'payout_account_new',
    `You chose a new PIN without the one before it. To protect you, money goes only to accounts you have paid or saved before until ${formatDate(dateIn(opensAt))} at ${timeIn(opensAt)}`,
    { data: { until: opensAt.toISOString() } },
  );
}

async function knownBefore(scope: Scope, before: Date, tos: readonly To[]): Promise<Set<string>> {
  const { businessId } = scope.actor;
  const { vault } = scope;
  const own = await payToOf(await profileOf(scope.db, businessId), vault);
  const known = new Set(own ? [nameOf(own)] : []);
  const ends = tos.map(({ accountNumber }) => accountNumber.slice(-4));
  const { staff, paid } = await accountsBefore(scope.db, businessId, before, ends);
  const keep = async (bankCode: string, place: string, sealed: string) =>
    known.add(nameOf({ bankCode, accountNumber: await vault.open(businessId, place, sealed) }));
  for (const row of staff)
    await keep(row.bank_code, staffAccountPlace(businessId, row.id), row.account_number_sealed);
  for (const row of paid)
    await keep(row.bank_code, accountPlace(businessId, row.id), row.account_number_sealed);
  return known;
}
