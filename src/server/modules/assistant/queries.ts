import type { Selectable } from 'kysely';
import type { Db } from '#server/db.ts';
import type { MessageTable, ThreadRow } from './table.ts';

export type MessageRow = Selectable<MessageTable>;

const MOST_MESSAGES = 500;

/** The conversation that is open; null before the first message. */
export async function openThread(db: Db, businessId: string): Promise<ThreadRow | null> {
  const row = await db
    .selectFrom('threads')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** The latest messages of a conversation, oldest first. */
export async function messagesOf(db: Db, businessId: string, threadId: string): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('thread_messages')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('thread_id', '=', threadId)
    .orderBy('position', 'desc')
    .limit(MOST_MESSAGES)
    .execute();
  return rows.reverse();
}
