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
 * How many are read before a queued one, those of other businesses and the ones under way included; so only a system
 * transaction may ask.
 */
export async function readingsAhead(tx: Tx, { id, turn_at: turnAt }: ReadingRow): Promise<number> {
  const { rows } = await sql<{ ahead: number }>`select count(*)::int as ahead from readings
    where state = 'reading' or state = 'queued' and (turn_at, id) < (${turnAt}, ${id})`.execute(tx);
  return rows[0]?.ahead ?? 0;
}
