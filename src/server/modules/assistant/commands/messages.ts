import type * as z from 'zod/mini';
import type { Extraction, imageMetadata, Outcome } from '#contract/assistant.ts';
import { newId } from '#core/ids.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import type { StoredMemory } from '../memory.ts';
import { type MessageRow, openThread } from '../queries/threads.ts';
import { withdrawOpenProposals, withdrawOrphanedProposals } from './proposals.ts';

export type Image = z.output<typeof imageMetadata>;
export type NewQuestion = { content: string; image: Image | null };
export type NewAnswer = {
  content: string;
  beside?: string | undefined;
  outcome: Outcome;
  memory: StoredMemory;
  /** Of one of several answers to a file: its picture, and what was read. */
  image?: Image | null;
  extraction?: Extraction | null;
};

/**
 * Adds the owner's question to the open conversation, or starts one. `replaces` first removes that earlier
 * question and everything after it, with the proposals shown there.
 */
export async function addQuestion(ctx: Ctx, question: NewQuestion, replaces?: string): Promise<MessageRow> {
  const { businessId } = ctx.actor;
  const threadId = (await openThread(ctx.tx, businessId))?.id ?? (await createThread(ctx));
  if (replaces) await removeMessagesFrom(ctx, threadId, replaces);
  const row = await addMessage(ctx, threadId, { role: 'user', ...question });
  recordActivity(ctx, businessId, {
    type: 'ai_agent_message_sent',
    description: question.image ? 'Sent a picture to the assistant' : 'Asked the assistant',
  });
  return row;
}

/** Adds the assistant's answer to a conversation. */
export const addAnswer = (ctx: Ctx, threadId: string, answer: NewAnswer): Promise<MessageRow> =>
  addMessage(ctx, threadId, { role: 'assistant', ...answer });

/** Stores the extraction read from a question's image. */
export async function saveExtraction(
  ctx: Ctx,
  question: MessageRow,
  extraction: Extraction,
  hasDraft: boolean,
): Promise<void> {
  await ctx.tx
    .updateTable('thread_messages')
    .set({ extraction: JSON.stringify(extraction) })
    .where('business_id', '=', ctx.actor.businessId)
    .where('id', '=', question.id)
    .execute();
  if (hasDraft)
    recordActivity(ctx, ctx.actor.businessId, {
      type: 'ai_agent_invoice_parsed',
      description: 'The assistant read an invoice from a picture',
    });
}

/** Ends the open conversation and what was proposed in it; the next message begins another. */
export async function closeThread(ctx: Ctx): Promise<void> {
  const { businessId } = ctx.actor;
  const closed = await ctx.tx
    .updateTable('threads')
    .set({ closed_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('closed_at', 'is', null)
    .returning('id')
    .executeTakeFirst();
  if (closed) await withdrawOpenProposals(ctx, closed.id);
}

async function createThread(ctx: Ctx): Promise<string> {
  const { businessId } = ctx.actor;
  const id = newId('thr', ctx.now);
  const created = await ctx.tx
    .insertInto('threads')
    .values({ business_id: businessId, id, created_at: ctx.now, closed_at: null })
    .onConflict((conflict) => conflict.column('business_id').where('closed_at', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!created) return (await openThread(ctx.tx, businessId))?.id ?? createThread(ctx);
  recordActivity(ctx, businessId, {
    type: 'ai_agent_conversation_started',
    description: 'Began a conversation with the assistant',
  });
  return id;
}

async function removeMessagesFrom(ctx: Ctx, threadId: string, messageId: string): Promise<void> {
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
  await withdrawOrphanedProposals(ctx, threadId);
}

type NewMessage = {
  role: 'user' | 'assistant';
  content: string;
  beside?: string | undefined;
  image?: Image | null;
  outcome?: Outcome;
  memory?: StoredMemory;
  extraction?: Extraction | null;
};

function addMessage(ctx: Ctx, threadId: string, message: NewMessage): Promise<MessageRow> {
  const json = (value: object | null | undefined) => (value ? JSON.stringify(value) : null);
  return ctx.tx
    .insertInto('thread_messages')
    .values({
      business_id: ctx.actor.businessId,
      id: newId('msg', ctx.now),
      thread_id: threadId,
      role: message.role,
      content: message.content,
      beside: message.beside ?? null,
      image: json(message.image),
      outcome: json(message.outcome),
      memory: json(message.memory),
      extraction: json(message.extraction),
      created_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}
