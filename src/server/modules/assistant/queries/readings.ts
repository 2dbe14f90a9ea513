import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { ReadingRow, ThreadRow } from '../table.ts';

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

/** Whether a photo or PDF of a conversation is being read, or was since then. */
export async function readsSince(
  db: Db | Tx,
  { business_id: businessId, id }: ThreadRow,
  since: Date,
): Promise<boolean> {
  const row = await db
    .selectFrom('readings as r')
    .innerJoin('thread_messages as m', (join) =>
      join.onRef('m.business_id', '=', 'r.business_id').onRef('m.id', '=', 'r.message_id'),
    )
    .leftJoin('thread_messages as a', (join) =>
      join.onRef('a.business_id', '=', 'r.business_id').onRef('a.id', '=', 'r.answer_id'),
    )
    .select('r.id')
    .where('r.business_id', '=', businessId)
    .where('m.thread_id', '=', id)
    .where((eb) =>
      eb.or([
        eb('r.state', 'in', ['queued', 'reading']),
        eb('r.queued_at', '>', since),
        eb('a.created_at', '>', since),
      ]),
    )
    .executeTakeFirst();
  return row !== undefined;
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
