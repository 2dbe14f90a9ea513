import { IMAGE_MARKER } from '#contract/assistant.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { UploadedFile } from '#server/http/request-body.ts';
import { consumeLimit, countUpload } from '#server/kernel/rate-limits.ts';
import { type Ctx, lockBusiness, type Scope } from '#server/kernel/scope.ts';
import { upload } from '#server/modules/files/flows/upload-download.ts';
import { fileUrl } from '#server/modules/files/rules.ts';
import { planAnswer } from '../actions/plan-answer.ts';
import { loadBusinessContext } from '../business-context.ts';
import { understandChoice } from '../choices.ts';
import { answerNotExecuted, executeReplyConfirmation } from '../commands/confirm.ts';
import { addQuestion, type Image } from '../commands/messages.ts';
import { queueReading } from '../commands/readings.ts';
import { savePartialText, savePlannedAnswers } from '../commands/save-answer.ts';
import { documentPrompt, draftFromDocument } from '../draft-from-document.ts';
import { interpretMessage, type StoredQuestion } from '../interpret-message.ts';
import { inOwnersWords, planReadDraft, withHeard } from '../owners-words.ts';
import type { Plan } from '../plan.ts';
import { memoryBefore, type MessageRow } from '../queries/threads.ts';
import { redact } from '../redaction.ts';
import { escapeMarkdown } from '../replies/escape.ts';
import { alreadyDone, notDone, nothingToConfirm } from '../replies/questions.ts';
import { reply } from '../replies/reply.ts';
import { awaitReading } from './await-reading.ts';

export type IncomingMessage = {
  currency: Currency;
  prompt?: string | undefined;
  document?: string | undefined;
  replaces?: string | undefined;
  file: UploadedFile | null;
  /** Runs in the transaction that stores the question. */
  onSaved?: (ctx: Ctx, question: MessageRow) => Promise<void>;
};

/** A prepared answer; `kept` where it was stored together with the execution of a proposal. */
export type PreparedAnswer =
  | { kind: 'planned'; question: MessageRow; plan: Plan }
  | { kind: 'kept'; question: MessageRow; row: MessageRow };

const IMAGE_ONLY_TEXT = 'Invoice image uploaded';

/** Counts one message to the assistant, and gives their number. Throws 429 beyond the limit. */
export const countMessage = (scope: Scope): Promise<number> =>
  consumeLimit(scope.db, 'assistant', scope.config.limits.assistant, scope.actor.businessId, scope.now);

/** Stores the question, redacted, and its image, which is queued to be read. */
export async function saveQuestion(
  scope: Scope,
  { currency, prompt, document, replaces, file, onSaved }: IncomingMessage,
): Promise<StoredQuestion> {
  if (document && (prompt || file)) throw fieldError('document', 'Send the document by itself');
  if (!prompt && !file && !document) throw fieldError('prompt', 'Type a message');
  await countMessage(scope);
  if (file) await countUpload(scope, scope.actor.businessId);
  const text = redact(document ? documentPrompt(document) : (prompt ?? ''));
  const image = file && (await storePicture(scope, file));
  const content = image ? `${IMAGE_MARKER}${text || IMAGE_ONLY_TEXT}` : text;
  return scope.transact(async (ctx) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const row = await addQuestion(ctx, { content, image }, replaces);
    const reading = image && (await queueReading(ctx, row, currency));
    await onSaved?.(ctx, row);
    return { row, text, currency, readingId: reading?.id ?? null, fromDocument: Boolean(document) };
  });
}

async function storePicture(scope: Scope, file: UploadedFile): Promise<Image> {
  const stored = await upload(scope, file, 'invoice');
  return {
    hasImage: true,
    imagePath: fileUrl(stored.id),
    imageOriginalName: stored.name,
    imageMimeType: stored.mime_type,
    imageSize: stored.size,
  };
}

/** The words typed beside a picture; '' where there are none. */
export function wordsBeside({ content }: Pick<MessageRow, 'content'>): string {
  const words = content.replace(IMAGE_MARKER, '');
  return words === IMAGE_ONLY_TEXT ? '' : words;
}

/** Confirms by a message ("yes"): executes the open proposal, or answers why not. */
async function confirmByMessage(
  scope: Scope,
  question: MessageRow,
  plan: Plan,
  { proposalId, ...told }: Extract<Plan['effect'], { kind: 'confirm' }>,
): Promise<MessageRow> {
  const answerNotDone = (failedPlan: Plan, text: string) =>
    scope.transact((ctx) => answerNotExecuted(ctx, question, failedPlan, text));
  if (!proposalId) return answerNotDone(plan, nothingToConfirm(plan.outcome.does));
  try {
    return await scope.transact((ctx) => executeReplyConfirmation(ctx, question, proposalId, told));
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const reason = error.code === 'conflict' ? alreadyDone(error.message) : notDone(error.message);
    return answerNotDone({ ...plan, outcome: { ...plan.outcome, does: null } }, reason);
  }
}

/**
 * Prepares the answer. Only a confirmed proposal has an effect; it is executed and its answer stored in one
 * transaction. Aborting gives up.
 */
export async function prepareAnswer(
  scope: Scope,
  storedQuestion: StoredQuestion,
  signal: AbortSignal,
): Promise<PreparedAnswer> {
  const { row: question, readingId, fromDocument } = storedQuestion;
  if (readingId) return { kind: 'kept', question, row: await awaitReading(scope, readingId, signal) };
  const memory = await memoryBefore(scope.db, question);
  const plan = await (fromDocument ? draftFromDocument : planMessage)(scope, storedQuestion, memory, signal);
  throwIfAborted(signal);
  if (plan.effect.kind !== 'confirm') return { kind: 'planned', question, plan };
  return {
    kind: 'kept',
    question,
    row: await confirmByMessage(scope, question, plan, plan.effect),
  };
}

async function planMessage(
  scope: Scope,
  storedQuestion: StoredQuestion,
  memory: Awaited<ReturnType<typeof memoryBefore>>,
  signal: AbortSignal,
): Promise<Plan> {
  const choice = understandChoice(storedQuestion.text, memory);
  if (choice && choice.understanding.intent !== 'edit_draft')
    return planReadDraft(scope, storedQuestion.currency, choice.understanding);
  if (choice)
    return withHeard(
      await planAnswer(scope, storedQuestion.currency, choice.understanding, choice.memory),
      memory.heard,
    );
  const business = await loadBusinessContext(scope, storedQuestion.currency, storedQuestion.text);
  const { preamble, ...understood } = await interpretMessage(scope, storedQuestion, memory, business, signal);
  throwIfAborted(signal);
  const own = await inOwnersWords(scope, understood, memory);
  const answered = await planAnswer(scope, storedQuestion.currency, own.understood, own.memory);
  const plan = withHeard(answered, own.heard);
  return preamble ? { ...plan, ...reply(escapeMarkdown(preamble), plan) } : plan;
}

function throwIfAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('bad_request', 'The question was given up');
}

/** Stores an answer that was read to its end, with its proposal. */
export const saveAnswer = (scope: Scope, prepared: PreparedAnswer): Promise<MessageRow> =>
  prepared.kind === 'kept'
    ? Promise.resolve(prepared.row)
    : scope.transact((ctx) =>
        savePlannedAnswers(ctx, prepared.question, [{ plan: prepared.plan, extraction: null }]),
      );

/** Stores the part of an answer that was read before the client left; nothing is proposed with it. */
export async function savePartialAnswer(scope: Scope, prepared: PreparedAnswer, text: string): Promise<void> {
  if (prepared.kind === 'planned') await scope.transact((ctx) => savePartialText(ctx, prepared, text));
}
