import type { Db } from '#server/db.ts';

const MOST = 500;

/** Accounts with these last four digits that were paid before an instant, still sealed. */
export function accountsBefore(db: Db, businessId: string, before: Date, ends: readonly string[]) {
  return db
    .selectFrom('withdrawals')
    .select(['id', 'bank_code', 'account_number_sealed'])
    .where('business_id', '=', businessId)
    .where('account_number_last4', 'in', [...new Set(ends)])
    .where('account_number_sealed', '<>', '')
    .where('created_at', '<', before)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
}
