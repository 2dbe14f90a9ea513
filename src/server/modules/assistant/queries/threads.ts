import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';
import { EMPTY_MEMORY, type StoredMemory, withoutPending } from '../memory.ts';
import type { MessageTable, ProposalTable, ThreadRow } from '../table.ts';

export type MessageRow = Selectable<MessageTable>;
export type ProposalRow = Selectable<ProposalTable>;
export type ThreadSummary = ThreadRow & { title: string; messages: number };

const MAX_MESSAGES = 500;
const MAX_THREADS = 100;

/** The conversation that is open; null before the first message. */
export async function openThread(db: Db | Tx, businessId: string): Promise<ThreadRow | null> {
  const row = await db
    .selectFrom('threads')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('closed_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** One conversation of a business, open or not; null when it has none of that id. */
export async function threadById(db: Db, businessId: string, id: string): Promise<ThreadRow | null> {
  const row = await db
    .selectFrom('threads')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The conversations of a business, newest first, each with its first user message as title. */
export function threadsOf(db: Db, businessId: string): Promise<ThreadSummary[]> {
  return db
    .selectFrom('threads as t')
    .selectAll('t')
    .select((eb) => [
      eb
        .selectFrom('thread_messages as m')
        .select((count) => count.fn.countAll<number>().as('count'))
        .whereRef('m.business_id', '=', 't.business_id')
        .whereRef('m.thread_id', '=', 't.id')
        .$asScalar()
        .$notNull()
        .as('messages'),
      eb.fn
        .coalesce(
          eb
            .selectFrom('thread_messages as m')
            .select('m.content')
            .whereRef('m.business_id', '=', 't.business_id')
            .whereRef('m.thread_id', '=', 't.id')
            .where('m.role', '=', 'user')
            .orderBy('m.position')
            .limit(1),
          eb.val(''),
        )
        .as('title'),
    ])
    .where('t.business_id', '=', businessId)
    .orderBy('t.id', 'desc')
    .limit(MAX_THREADS)
    .execute();
}

/** The latest messages of a conversation, oldest first. */
export async function messagesOf(db: Db | Tx, businessId: string, threadId: string): Promise<MessageRow[]> {
  const rows = await db
    .selectFrom('thread_messages')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('thread_id', '=', threadId)
    .orderBy('position', 'desc')
    .limit(MAX_MESSAGES)
    .execute();
  return rows.reverse();
}

/**
 * Whether somebody is in the middle of a conversation: its last question has no answer, or a photo or PDF of it was read, since
 * then or still is.
 */
export async function goesOnSince(
  db: Db | Tx,
  { business_id: businessId, id }: ThreadRow,
  since: Date,
): Promise<boolean> {
  const { rows } = await sql<{ goes_on: boolean }>`select
      exists (select 1 from readings r
        join thread_messages m on m.business_id = r.business_id and m.id = r.message_id
        left join thread_messages a on a.business_id = r.business_id and a.id = r.answer_id
        where r.business_id = ${businessId} and m.thread_id = ${id}
          and (r.state in ('queued', 'reading') or r.queued_at > ${since} or a.created_at > ${since}))
      or exists (select 1 from thread_messages q
        where q.business_id = ${businessId} and q.thread_id = ${id} and q.role = 'user' and q.created_at > ${since}
          and not exists (select 1 from thread_messages later where later.business_id = q.business_id
            and later.thread_id = q.thread_id and later.position > q.position)) as goes_on`.execute(db);
  return rows[0]?.goes_on ?? false;
}

/** One message of a business; null when it is gone. */
export async function messageById(db: Db | Tx, businessId: string, id: string): Promise<MessageRow | null> {
  const row = await db
    .selectFrom('thread_messages')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The answers to the other invoices of the file whose first this is; they stand right behind it, with its picture. */
export async function otherAnswers(db: Db | Tx, first: MessageRow): Promise<MessageRow[]> {
  if (!first.image) return [];
  return db
    .selectFrom('thread_messages')
    .selectAll()
    .where('business_id', '=', first.business_id)
    .where('thread_id', '=', first.thread_id)
    .where('role', '=', 'assistant')
    .where('position', '>', first.position)
    .where(sql`image ->> 'imagePath'`, '=', first.image.imagePath)
    .orderBy('position')
    .execute();
}

/**
 * Memory for a question: that of the answer right before it. Where the previous question got no answer,
 * nothing is open any more, so that a "yes" cannot reach past it.
 */
export async function memoryBefore(db: Db | Tx, question: MessageRow): Promise<StoredMemory> {
  const earlier = await db
    .selectFrom('thread_messages')
    .select(['role', 'memory'])
    .where('business_id', '=', question.business_id)
    .where('thread_id', '=', question.thread_id)
    .where('position', '<', question.position)
    .orderBy('position', 'desc')
    .limit(2)
    .execute();
  const [last, beforeLast] = earlier;
  if (last?.role === 'assistant') return last.memory ?? EMPTY_MEMORY;
  return withoutPending(beforeLast?.memory ?? EMPTY_MEMORY);
}

/** One proposal of a business; null when there never was one of that id. */
export async function proposalById(db: Db | Tx, businessId: string, id: string): Promise<ProposalRow | null> {
  const row = await db
    .selectFrom('assistant_proposals')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
