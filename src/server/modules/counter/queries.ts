import type { Db, Tx } from '#server/kernel/db.ts';

/** The code of a business's counter that is in use; null before the counter was first opened. */
export async function codeInUse(db: Db | Tx, businessId: string): Promise<string | null> {
  const found = await db
    .selectFrom('counter_codes')
    .select('code')
    .where('business_id', '=', businessId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return found?.code ?? null;
}

/** Whose counter a code leads to, or led to; null for a code nobody ever had. */
export async function counterByCode(
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
