import type { Db, Tx } from '#server/kernel/db.ts';

/** Code in use of a business's point of sale; null before it was first opened. */
export async function codeInUse(db: Db | Tx, businessId: string): Promise<string | null> {
  const found = await db
    .selectFrom('counter_codes')
    .select('code')
    .where('business_id', '=', businessId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return found?.code ?? null;
}

/** The business a code leads to, or led to; null for a code that never existed. */
export async function posByCode(
  db: Db | Tx,
  code: string,
): Promise<{ businessId: string; inUse: boolean } | null> {
  const found = await db
    .selectFrom('counter_codes')
    .select(['business_id', 'ended_at'])
    .where('code', '=', code)
    .executeTakeFirst();
  return found ? { businessId: found.business_id, inUse: found.ended_at === null } : null;
}
