import type { Action, Filters, Outcome } from '#contract/assistant.ts';
import { AppError, notFound } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { draftMade, executeProposal, type ExecutionResult } from '../actions/execute.ts';
import { firstHeard, type Heard, heardAfter } from '../heard.ts';
import type { Pending } from '../language/types.ts';
import { EMPTY_MEMORY, keptAgain, type StoredMemory } from '../memory.ts';
import { outcomeOf, type Plan } from '../plan.ts';
import type { Proposed } from '../proposals.ts';
import { messageById, type MessageRow, proposalById, type ProposalRow } from '../queries/threads.ts';
import { paragraphs } from '../replies/format.ts';
import { othersWait } from '../replies/images.ts';
import { cancelled, keptWaits, paymentWaits } from '../replies/questions.ts';
import { learnCorrections } from './learn.ts';
import { addAnswer } from './messages.ts';
import {
  closeProposal,
  linkAnswer,
  newProposalId,
  openProposal,
  openProposals,
  propose,
  withdrawOpenProposals,
} from './proposals.ts';
import { assertQuestionCurrent } from './save-answer.ts';

/** A corrected card, prepared for execution; `draft` is the corrected draft. */
export type Correction = { proposed: Proposed; draft: Outcome['draft'] };
/** A press: with a corrected card, and what was said of the customers' credit. */
type Press = { correction: Correction | null; useCredit?: boolean | undefined };
/** All that was shown with a proposal, and the owner's words it was made of. */
type Shown = { outcome: Outcome; heard: Heard | null | undefined; memory: StoredMemory | null };

/**
 * Executes a proposal confirmed by its button once, and stores its answer. A repeated call returns the same
 * answer. Throws 404 and 409 as documented in the contract.
 */
export async function executeConfirmation(
  ctx: Ctx,
  proposalId: string,
  { correction, useCredit }: Press,
): Promise<MessageRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const answered = await previousAnswer(ctx, proposalId);
  if (answered) return answered;
  const shown = await openProposal(ctx, proposalId);
  const { outcome, heard, memory } = await shownMessage(ctx, shown);
  if (!correction) return executeAndAnswer(ctx, shown, shown, { outcome, heard, memory }, useCredit);
  await closeProposal(ctx, shown, 'withdrawn');
  const replaced = await propose(ctx, correction.proposed, {
    id: newProposalId(ctx.now),
    threadId: shown.thread_id,
    messageId: shown.message_id,
  });
  const row = await executeAndAnswer(ctx, replaced, shown, {
    outcome: { ...outcome, draft: correction.draft },
    heard: heard && outcome.draft && correction.draft && heardAfter(heard, outcome.draft, correction.draft),
    memory,
  });
  await linkAnswer(ctx, shown.id, row.id);
  return row;
}

async function previousAnswer(ctx: Ctx, id: string): Promise<MessageRow | null> {
  const row = isId('prp', id) ? await proposalById(ctx.tx, ctx.actor.businessId, id) : null;
  if (!row) throw notFound('proposal');
  if (!row.answer_id && row.state !== 'done') return null;
  const answer = row.answer_id && (await messageById(ctx.tx, ctx.actor.businessId, row.answer_id));
  if (!answer) throw new AppError('conflict', 'This is done already');
  return answer;
}

async function executeAndAnswer(
  ctx: Ctx,
  proposal: ProposalRow,
  shown: ProposalRow,
  { outcome, heard, memory: before }: Shown,
  useCredit?: boolean,
): Promise<MessageRow> {
  // Actions the extension may not call, it may not confirm either.
  if (ctx.actor.client === 'extension' && proposal.action !== 'create_invoice')
    throw new AppError('not_for_extensions', 'Do this in the app');
  const done = await executeProposal(ctx, proposal, useCredit);
  const made = heard && draftMade(proposal);
  if (made) await learnCorrections(ctx, heard, made);
  await recordActorEvent(ctx, 'assistant_acted', `${proposal.action}, ${proposal.id}`);
  const nextId = done.next && newProposalId(ctx.now);
  const others = await otherProposals(ctx, proposal);
  const waits = done.next || others.length > 0 ? null : waitingAfter(before, done.last);
  const wait = paragraphs(othersWait(others.length), waits?.text);
  const row = await addAnswer(ctx, shown.thread_id, {
    content: paragraphs(done.text, wait),
    beside: done.beside === undefined ? undefined : paragraphs(done.beside, wait),
    outcome: {
      ...outcome,
      filters: done.next ? followedBy(outcome.filters, done.next.action) : outcome.filters,
      intent: 'confirm',
      asks: waits?.pending.asks ?? null,
      does: proposal.action,
      proposalId: nextId,
      proposes: done.next?.action,
      customerCredit: done.credit ?? undefined,
      decides: shown.id,
    },
    memory: {
      ...(done.next ? memoryAfter(done, nextId, before) : await memoryOf(ctx, others, done.last)),
      ...(waits && { pending: waits.pending }),
      ...draftsOf(before, waits?.pending),
    },
  });
  await closeProposal(ctx, proposal, 'done', row.id);
  if (done.next && nextId)
    await propose(ctx, done.next, { id: nextId, threadId: shown.thread_id, messageId: row.id });
  return row;
}

// oxlint-disable-next-line unicorn/no-thenable -- the contract's word for a second step
const followedBy = (filters: Filters | null, action: Action): Filters => ({ ...filters, then: action });

/** The other invoices of a file that still wait, the last shown first. */
async function otherProposals(ctx: Ctx, { id, thread_id }: ProposalRow): Promise<ProposalRow[]> {
  const open = await openProposals(ctx, thread_id);
  return open.filter((other) => other.id !== id);
}

// A "yes" then means the last that still waits.
async function memoryOf(
  ctx: Ctx,
  [next]: readonly ProposalRow[],
  last: StoredMemory['last'],
): Promise<StoredMemory> {
  const shown = next && (await messageById(ctx.tx, ctx.actor.businessId, next.message_id));
  return shown?.memory ?? { pending: null, last };
}

// Money told of before the invoice was made, else the draft that was open before.
function waitingAfter(
  memory: StoredMemory | null,
  last: StoredMemory['last'],
): { text: string; pending: Pending } | null {
  const { pending, kept } = memory ?? {};
  const payment = pending?.action === 'record_payment' ? undefined : pending?.payment;
  const about = { draft: null, filters: last?.filters ?? null, customer: null };
  if (payment && last?.filters?.invoiceNumbers)
    return {
      text: paymentWaits(payment),
      pending: { ...about, action: 'record_payment', payment, asks: 'method' },
    };
  return kept ? { text: keptWaits(kept), pending: keptAgain(kept) } : null;
}

function draftsOf(memory: StoredMemory | null, open?: Pending): Pick<StoredMemory, 'made' | 'kept'> {
  const { pending, made: earlier, kept } = memory ?? {};
  const made = pending?.draft ? pending : earlier;
  return { ...(made && { made }), ...(kept && open?.draft !== kept.draft && { kept }) };
}

function memoryAfter(
  { last, next }: ExecutionResult,
  proposalId: string | null,
  before: StoredMemory | null,
): StoredMemory {
  if (!next || !proposalId) return { pending: null, last };
  const pending = {
    action: next.action,
    draft: null,
    filters: last?.filters ?? null,
    customer: null,
    payment: before?.pending?.payment,
    asks: null,
  };
  return { pending, last, proposalId };
}

// Of the answer that showed the proposal; that message may have been removed.
async function shownMessage(ctx: Ctx, { message_id }: ProposalRow): Promise<Shown> {
  const message = await messageById(ctx.tx, ctx.actor.businessId, message_id);
  const draft = message?.memory?.pending?.draft;
  return {
    outcome: message?.outcome ?? EMPTY_OUTCOME,
    heard: message?.memory?.heard ?? (draft && firstHeard(draft)),
    memory: message?.memory ?? null,
  };
}

const EMPTY_OUTCOME: Outcome = outcomeOf({
  intent: 'confirm',
  draft: null,
  filters: null,
  customer: null,
  asks: null,
  does: null,
  asides: [],
  memory: EMPTY_MEMORY,
});

/**
 * Executes the open proposal after a "yes" and stores its answer; "yes, send it on WhatsApp" has the sending of a new invoice proposed
 * next. Throws 404 and 409 as the button does.
 */
export async function executeReplyConfirmation(
  ctx: Ctx,
  question: MessageRow,
  proposalId: string,
  { filters, kept }: Pick<Extract<Plan['effect'], { kind: 'confirm' }>, 'filters' | 'kept'>,
): Promise<MessageRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  await assertQuestionCurrent(ctx, question);
  const shown = await openProposal(ctx, proposalId);
  const sends = shown.action === 'create_invoice' && filters?.then === 'send_invoice';
  const next = { channels: filters?.channels ?? [] };
  const proposal = sends ? { ...shown, arguments: { ...draftMade(shown), next } } : shown;
  const before = await shownMessage(ctx, shown);
  const memory = before.memory && { ...before.memory, ...(kept && { kept }) };
  return executeAndAnswer(ctx, proposal, shown, { ...before, memory });
}

/** Leaves a proposal by its button, and only that. A repeated call, 404 and 409 as of `executeConfirmation`. */
export async function leaveProposal(ctx: Ctx, proposalId: string): Promise<MessageRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const answered = await previousAnswer(ctx, proposalId);
  if (answered) return answered;
  const shown = await openProposal(ctx, proposalId);
  const others = await otherProposals(ctx, shown);
  const row = await addAnswer(ctx, shown.thread_id, {
    content: paragraphs(cancelled(shown.action), othersWait(others.length)),
    outcome: { ...EMPTY_OUTCOME, intent: 'cancel', decides: shown.id },
    memory: await memoryOf(ctx, others, null),
  });
  await closeProposal(ctx, shown, 'withdrawn', row.id);
  return row;
}

/** Makes a proposal the one that words are about, by showing it again where another invoice of its file was shown since. */
export async function returnToProposal(ctx: Ctx, proposalId: string): Promise<void> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const { id, thread_id: threadId, message_id: messageId } = await openProposal(ctx, proposalId);
  const [last] = await openProposals(ctx, threadId);
  const shown = await messageById(ctx.tx, ctx.actor.businessId, messageId);
  if (last?.id === id || !shown?.outcome || !shown.memory) return;
  const { content, outcome, memory, image, extraction } = shown;
  await addAnswer(ctx, threadId, { content, outcome, memory, image, extraction });
}

/** Answers a "yes" that cannot be executed: withdraws the open proposal and stores the reason. */
export async function answerNotExecuted(
  ctx: Ctx,
  question: MessageRow,
  { outcome, memory }: Plan,
  content: string,
): Promise<MessageRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  await assertQuestionCurrent(ctx, question);
  await withdrawOpenProposals(ctx, question.thread_id);
  return addAnswer(ctx, question.thread_id, { content, outcome, memory });
}
