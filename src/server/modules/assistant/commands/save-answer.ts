import type { Extraction } from '#contract/assistant.ts';
import { assert } from '#core/assert.ts';
import { AppError } from '#core/errors.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { type StoredMemory, withoutPending } from '../memory.ts';
import type { Plan } from '../plan.ts';
import { memoryBefore, messageById, type MessageRow, threadById } from '../queries/threads.ts';
import { addAnswer, saveExtraction } from './messages.ts';
import { newProposalId, propose, withdrawOpenProposals } from './proposals.ts';

/** An answer, and what was read of a picture for it. */
type Planned = { plan: Plan; extraction: Extraction | null };

/**
 * Stores the answers to a question, of which there are several for a file of several invoices, together with their proposals
 * or withdrawals, and gives the first. Throws 409 when its question is gone.
 */
export async function savePlannedAnswers(
  ctx: Ctx,
  question: MessageRow,
  answers: readonly Planned[],
): Promise<MessageRow> {
  const [first] = answers;
  assert(first, 'a question has an answer');
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  await assertQuestionCurrent(ctx, question);
  const { extraction, plan } = first;
  if (extraction) await saveExtraction(ctx, question, extraction, plan.outcome.draft !== null);
  if (answers.some(({ plan: { effect } }) => effect.kind === 'drop' || effect.kind === 'propose'))
    await withdrawReplaced(ctx, question, plan);
  const rows: MessageRow[] = [];
  for (const answer of answers)
    rows.push(await saveOne(ctx, question, answer.plan, answers.length > 1 ? answer.extraction : null));
  return rows[0] as MessageRow;
}

// A correction replaces the draft it is of, and leaves the other invoices of a file.
async function withdrawReplaced(ctx: Ctx, question: MessageRow, { outcome }: Plan): Promise<void> {
  if (outcome.intent !== 'edit_draft') return withdrawOpenProposals(ctx, question.thread_id);
  const { proposalId } = await memoryBefore(ctx.tx, question);
  return withdrawOpenProposals(ctx, question.thread_id, { keepsOthersOfFile: proposalId ?? '' });
}

/** One answer; `of` is what was read of it where it is one of several to a file, whose picture it shows too. */
async function saveOne(
  ctx: Ctx,
  { thread_id: threadId, image }: MessageRow,
  { effect, outcome, memory, text, beside }: Plan,
  of: Extraction | null,
): Promise<MessageRow> {
  const said = { content: text, beside, ...(of && { image, extraction: of }) };
  if (effect.kind !== 'propose') return addAnswer(ctx, threadId, { ...said, outcome, memory });
  const id = newProposalId(ctx.now);
  const row = await addAnswer(ctx, threadId, {
    ...said,
    outcome: { ...outcome, proposalId: id, proposes: effect.proposed.action },
    memory: { ...memory, proposalId: id },
  });
  await propose(ctx, effect.proposed, { id, threadId, messageId: row.id });
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
