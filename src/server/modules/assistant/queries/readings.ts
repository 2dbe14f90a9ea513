import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { ReadingRow } from '../table.ts';

/** One reading of a business; null when there is none of that id. */
export async function readingById(db: Db | Tx, businessId: string, id: string): Promise<ReadingRow | null> {
  const row = await db
    .selectFrom('readings')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The readings of a business's messages. */
export async function readingsOf(
  db: Db | Tx,
  businessId: string,
  messageIds: readonly string[],
): Promise<ReadingRow[]> {
  if (messageIds.length === 0) return [];
  return db
    .selectFrom('readings')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('message_id', 'in', messageIds)
    .execute();
}

/**
 * How many are read before a queued one, the ones under way included, and how many of them are its business's own. They may
 * be of other businesses, so only a system transaction may ask.
 */
export async function readingsAhead(
  tx: Tx,
  { business_id, id, turn_at: turnAt }: ReadingRow,
): Promise<{ ahead: number; ownAhead: number }> {
  const { rows } = await sql<{ ahead: number; ownAhead: number }>`select count(*)::int as ahead,
      (count(*) filter (where business_id = ${business_id}))::int as "ownAhead" from readings
    where state = 'reading' or state = 'queued' and (turn_at, id) < (${turnAt}, ${id})`.execute(tx);
  return rows[0] ?? { ahead: 0, ownAhead: 0 };
}
