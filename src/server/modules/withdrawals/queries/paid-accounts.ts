import type { Db } from '#server/kernel/db.ts';

const MOST = 500;

/** From when (null: ever) and before when. */
export type Span = { from: Date | null; before: Date };

/** Accounts with these last four digits that were paid within a span, still sealed. */
export function accountsPaid(db: Db, businessId: string, { from, before }: Span, ends: readonly string[]) {
  return db
    .selectFrom('withdrawals')
    .select(['id', 'bank_code', 'account_number_sealed'])
    .where('business_id', '=', businessId)
    .where('account_number_last4', 'in', [...new Set(ends)])
    .where('account_number_sealed', '<>', '')
    .where('created_at', '<', before)
    .$if(from !== null, (query) => query.where('created_at', '>', from))
    .orderBy('created_at', 'desc')
    .limit(MOST)
    .execute();
}
