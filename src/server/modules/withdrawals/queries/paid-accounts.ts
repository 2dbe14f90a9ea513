import { sql } from 'kysely';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { Vault } from '#server/kernel/vault.ts';
import { payoutAccountOf, profileOf } from '#server/modules/business/queries.ts';
import { payoutsOpenAt } from '#server/modules/business/rules.ts';
import { accountPlace } from '../rules.ts';

const MOST = 2000;

/** From when (null: ever) and before when. */
export type Span = { from: Date | null; before: Date };
export type PayeeAccount = { bankCode: string; accountNumber: string };
/** Where an account is looked up: a business's records, and what opens their account numbers. */
export type Place = { db: Db | Tx; vault: Vault; businessId: string; now: Date };

/** An account as a member of a set. */
export const accountKey = ({ bankCode, accountNumber }: PayeeAccount) => `${bankCode} ${accountNumber}`;

/** The keys of those accounts that were paid within a span, and of the business's own unless it was just changed. */
export async function knownAccounts(
  { db, vault, businessId, now }: Place,
  span: Span,
  accounts: readonly PayeeAccount[],
): Promise<Set<string>> {
  const profile = await profileOf(db, businessId);
  const own = payoutsOpenAt(profile.payout_changed_at, now) ? null : await payoutAccountOf(profile, vault);
  const known = new Set(own ? [accountKey(own)] : []);
  const ends = accounts.map(({ accountNumber }) => accountNumber.slice(-4));
  for (const row of await accountsPaid(db, businessId, span, ends)) {
    const place = accountPlace(businessId, row.id);
    // One that cannot be opened is not known: it may wait, the payout that is asked for must not fail over it.
    const accountNumber = await vault.open(businessId, place, row.account_number_sealed).catch(() => null);
    if (accountNumber !== null) known.add(accountKey({ bankCode: row.bank_code, accountNumber }));
  }
  return known;
}

// One payment of each account with these last four digits, still sealed. Two accounts that share bank, digits and holder
// are one here: the other one counts as new.
function accountsPaid(db: Db | Tx, businessId: string, { from, before }: Span, ends: readonly string[]) {
  return db
    .selectFrom('withdrawals')
    .distinctOn(['bank_code', 'account_number_last4', 'account_name'])
    .select(['id', 'bank_code', 'account_number_sealed'])
    .where('business_id', '=', businessId)
    .where('account_number_last4', 'in', [...new Set(ends)])
    .where('account_number_sealed', '<>', '')
    .where('status', 'not in', ['failed', 'reversed'])
    .where('created_at', '<', before)
    .$if(from !== null, (query) => query.where('created_at', '>', from))
    .orderBy('bank_code')
    .orderBy('account_number_last4')
    .orderBy('account_name')
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
}

/** Sums that left or are leaving since an instant, in minor units: to whatever account, and to those that were new. */
export type PaidSince = { total: Minor; toNew: Minor; oldest: Date | null };

/** Payouts of a currency since an instant; those that did not go through do not count. */
export async function paidSince(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  since: Date,
): Promise<PaidSince> {
  const row = await db
    .selectFrom('withdrawals')
    .select([
      sql<Minor>`coalesce(sum(amount_minor), 0)::bigint`.as('total'),
      sql<Minor>`coalesce(sum(amount_minor) filter (where to_new_account), 0)::bigint`.as('toNew'),
      sql<Date | null>`min(created_at)`.as('oldest'),
    ])
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('created_at', '>', since)
    .where('status', 'not in', ['failed', 'reversed'])
    .executeTakeFirst();
  return row ?? { total: ZERO, toNew: ZERO, oldest: null };
}
