import type { Extraction } from '#contract/assistant.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { type StoredMemory, withoutPending } from '../memory.ts';
import type { Plan } from '../plan.ts';
import { messageById, type MessageRow, threadById } from '../queries/threads.ts';
import { addAnswer, saveExtraction } from './messages.ts';
import { newProposalId, propose, withdrawOpenProposals } from './proposals.ts';

/** Stores an answer together with its proposal or withdrawal. Throws 409 when its question is gone. */
export async function savePlannedAnswer(
  ctx: Ctx,
  question: MessageRow,
  plan: Plan,
  extraction: Extraction | null,
): Promise<MessageRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  await assertQuestionCurrent(ctx, question);
  const { effect, outcome, memory, text, beside } = plan;
  if (extraction) await saveExtraction(ctx, question, extraction, outcome.draft !== null);
  if (effect.kind === 'drop') await withdrawOpenProposals(ctx, question.thread_id);
  if (effect.kind !== 'propose')
    return addAnswer(ctx, question.thread_id, { content: text, beside, outcome, memory });
  const id = newProposalId(ctx.now);
  const row = await addAnswer(ctx, question.thread_id, {
    content: text,
    beside,
    outcome: { ...outcome, proposalId: id, proposes: effect.proposed.action },
    memory: { ...memory, proposalId: id },
  });
  await propose(ctx, effect.proposed, { id, threadId: question.thread_id, messageId: row.id });
  return row;
}

type PlannedAnswer = { question: MessageRow; plan: Plan };

/** Stores the text read before the client left. An abandoned task leaves nothing to confirm. */
export async function savePartialText(
  ctx: Ctx,
  { question, plan }: PlannedAnswer,
  text: string,
): Promise<void> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  await assertQuestionCurrent(ctx, question);
  const { effect, outcome } = plan;
  const memory: StoredMemory = effect.kind === 'none' ? plan.memory : withoutPending(plan.memory);
  if (effect.kind !== 'none') await withdrawOpenProposals(ctx, question.thread_id);
  await addAnswer(ctx, question.thread_id, { content: text, outcome, memory });
}

/** Throws 409 when the question was replaced or its conversation ended while it was being answered. */
export async function assertQuestionCurrent(ctx: Ctx, question: MessageRow): Promise<void> {
  const thread = await threadById(ctx.tx, ctx.actor.businessId, question.thread_id);
  const message = await messageById(ctx.tx, ctx.actor.businessId, question.id);
  if (!message || thread?.closed_at !== null)
    throw new AppError('conflict', 'This conversation has moved on. Please ask again');
}
