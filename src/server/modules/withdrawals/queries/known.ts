import type { Db } from '#server/db.ts';

const MOST = 500;

/** Accounts with these last four digits that were saved for staff or paid before an instant, still sealed. */
export async function accountsBefore(db: Db, businessId: string, before: Date, ends: readonly string[]) {
  const columns = ['id', 'bank_code', 'account_number_sealed'] as const;
  const last4 = [...new Set(ends)];
  const staff = await db
    .selectFrom('staff')
    .select(columns)
    .where('business_id', '=', businessId)
    .where('account_number_last4', 'in', last4)
    .where('updated_at', '<', before)
    .where('archived_at', 'is', null)
    .limit(MOST)
    .execute();
  const paid = await db
    .selectFrom('withdrawals')
    .select(columns)
    .where('business_id', '=', businessId)
    .where('account_number_last4', 'in', last4)
    .where('account_number_sealed', '<>', '')
    .where('created_at', '<', before)
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
  return { staff, paid };
}
