import type { Db } from '#server/kernel/db.ts';
import type { MessageRow } from '#server/modules/assistant/queries/threads.ts';

/** The answer a question of the conversation got; null while it has none. */
export async function answerAfter(db: Db, question: MessageRow): Promise<MessageRow | null> {
  const next = await db
    .selectFrom('thread_messages')
    .selectAll()
    .where('business_id', '=', question.business_id)
    .where('thread_id', '=', question.thread_id)
    .where('position', '>', question.position)
    .orderBy('position')
    .limit(1)
    .executeTakeFirst();
  return next?.role === 'assistant' ? next : null;
}

/** Whether a message is the last of its conversation, so that what it offers still stands. */
export async function isLast(db: Db, { business_id, thread_id, position }: MessageRow): Promise<boolean> {
  const later = await db
    .selectFrom('thread_messages as m')
    .innerJoin('threads as t', (join) =>
      join.onRef('t.business_id', '=', 'm.business_id').onRef('t.id', '=', 'm.thread_id'),
    )
    .select('m.id')
    .where('m.business_id', '=', business_id)
    .where('m.thread_id', '=', thread_id)
    .where((eb) => eb.or([eb('m.position', '>', position), eb('t.closed_at', 'is not', null)]))
    .limit(1)
    .executeTakeFirst();
  return later === undefined;
}
