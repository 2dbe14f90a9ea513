import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';

const BATCH = 500;

/** Accounts past their grace period. */
export function dueDeletions(db: Db, now: Date, limit: number): Promise<{ id: string }[]> {
  return db
    .selectFrom('users')
    .select('id')
    .where('deletion_due_at', '<=', now)
    .where('erased_at', 'is', null)
    .orderBy('deletion_due_at')
    .limit(limit)
    .execute();
}

/** Files of erased accounts whose bytes are still stored. */
export function filesOfErased(db: Db): Promise<{ business_id: string; id: string; storage_key: string }[]> {
  return db
    .selectFrom('files as f')
    .innerJoin('users as u', 'u.business_id', 'f.business_id')
    .select(['f.business_id', 'f.id', 'f.storage_key'])
    .where('u.erased_at', 'is not', null)
    .limit(BATCH)
    .execute();
}

/** Whether a business has a balance, debt, pending payout or refund, or unallocated funds. */
export async function hasOutstandingMoney(db: Db, businessId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from ledger_accounts where business_id = ${businessId} and balance_minor <> 0 union all
    select 1 from withdrawals where business_id = ${businessId} and status in ('pending', 'processing') union all
    select 1 from refunds where business_id = ${businessId} and status in ('pending', 'processing', 'needs_attention') union all
    select 1 from unmatched_payments
      where business_id = ${businessId} and settled_at is null and reason <> 'test_money'
    limit 1`.execute(db);
  return rows.length > 0;
}
