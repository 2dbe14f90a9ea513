import type * as z from 'zod/mini';
import type { imageMetadata, Outcome } from '#contract/assistant.ts';
import { newId } from '#core/ids.ts';
import type { Ctx } from '#server/scope.ts';
import { recordActivity } from '../activity/commands.ts';
import { type MessageRow, openThread } from './queries.ts';

export type Image = z.output<typeof imageMetadata>;
export type NewMessage = {
  role: 'user' | 'assistant';
  content: string;
  image?: Image | null;
  outcome?: Outcome;
};

/**
 * Adds the owner's question to the open conversation, which begins with it when there is none. `replaces` takes that
 * earlier question and everything after it out first.
 */
export async function ask(ctx: Ctx, message: NewMessage, replaces?: string): Promise<MessageRow> {
  const { businessId } = ctx.actor;
  const threadId = (await openThread(ctx.tx, businessId))?.id ?? (await beginThread(ctx));
  if (replaces) await removeFrom(ctx, threadId, replaces);
  const row = await addMessage(ctx, threadId, message);
  await recordActivity(ctx, businessId, {
    type: 'ai_agent_message_sent',
    description: message.image ? 'Sent a picture to the assistant' : 'Asked the assistant',
  });
  return row;
}

/** Adds the assistant's answer to the conversation of its question. */
export const addAnswer = (ctx: Ctx, question: MessageRow, answer: NewMessage): Promise<MessageRow> =>
  addMessage(ctx, question.thread_id, answer);

/** Ends the open conversation; the next message begins another. */
export async function closeThread(ctx: Ctx): Promise<void> {
  await ctx.tx
    .updateTable('threads')
    .set({ closed_at: ctx.now })
    .where('business_id', '=', ctx.actor.businessId)
    .where('closed_at', 'is', null)
    .execute();
}

async function beginThread(ctx: Ctx): Promise<string> {
  const { businessId } = ctx.actor;
  const id = newId('thr', ctx.now);
  const begun = await ctx.tx
    .insertInto('threads')
    .values({ business_id: businessId, id, created_at: ctx.now, closed_at: null })
    .onConflict((conflict) => conflict.column('business_id').where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!begun) return (await openThread(ctx.tx, businessId))?.id ?? beginThread(ctx);
  await recordActivity(ctx, businessId, {
    type: 'ai_agent_conversation_started',
    description: 'Began a conversation with the assistant',
  });
  return id;
}

async function removeFrom(ctx: Ctx, threadId: string, messageId: string): Promise<void> {
  await ctx.tx
    .deleteFrom('thread_messages')
    .where('business_id', '=', ctx.actor.businessId)
    .where('thread_id', '=', threadId)
    .where('position', '>=', (eb) =>
      eb
        .selectFrom('thread_messages as first')
        .select('first.position')
        .where('first.business_id', '=', ctx.actor.businessId)
        .where('first.thread_id', '=', threadId)
        .where('first.id', '=', messageId),
    )
    .execute();
}

function addMessage(ctx: Ctx, threadId: string, message: NewMessage): Promise<MessageRow> {
  return ctx.tx
    .insertInto('thread_messages')
    .values({
      business_id: ctx.actor.businessId,
      id: newId('msg', ctx.now),
      thread_id: threadId,
      role: message.role,
      content: message.content,
      image: message.image ? JSON.stringify(message.image) : null,
      outcome: message.outcome ? JSON.stringify(message.outcome) : null,
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
