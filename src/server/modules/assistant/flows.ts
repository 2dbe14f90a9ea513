import { type Extraction, IMAGE_MARKER } from '#contract/assistant.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { UploadedFile } from '#server/http/request-body.ts';
import { spend } from '#server/kernel/requests.ts';
import { type Ctx, lockBusiness, type Scope } from '#server/kernel/scope.ts';
import { upload } from '#server/modules/files/flows.ts';
import { fileBytes } from '#server/modules/files/flows/bytes.ts';
import { fileUrl, kindOf } from '#server/modules/files/rules.ts';
import { act } from './act.ts';
import { understandChoice } from './choices.ts';
import { ask, type Image } from './commands/messages.ts';
import { keepPlan, keepWords } from './commands/turns.ts';
import { confirmInWords } from './flows/yes.ts';
import { type Picture, readPicture } from './pictures.ts';
import type { Plan } from './plan.ts';
import { memoryBefore, type MessageRow } from './queries.ts';
import { quoting, readQuoted } from './quoted.ts';
import { redact } from './redaction.ts';
import { plain } from './replies/plain.ts';
import { paragraphs } from './replies/words.ts';
import { surroundingsOf } from './surroundings.ts';
import { type Question, understanding } from './understanding.ts';

export type Asked = {
  currency: Currency;
  prompt?: string | undefined;
  document?: string | undefined;
  replaces?: string | undefined;
  file: UploadedFile | null;
  /** Runs in the transaction that stores the question. */
  note?: (ctx: Ctx, question: MessageRow) => Promise<void>;
};

/** A stored question, with everything needed to answer it. */
export type Begun = Question & { currency: Currency; picture: Picture | null; quoted: boolean };

/** A prepared answer; `kept` where it was stored together with the execution of a proposal. */
export type Prepared =
  | { kind: 'planned'; question: MessageRow; plan: Plan; extraction: Extraction | null }
  | { kind: 'kept'; question: MessageRow; row: MessageRow };

const ONLY_A_PICTURE = 'Invoice image uploaded';

/** Stores the question, redacted, and its image. */
export async function begin(
  scope: Scope,
  { currency, prompt, document, replaces, file, note }: Asked,
): Promise<Begun> {
  if (document && (prompt || file)) throw fieldError('document', 'Send the document by itself');
  if (!prompt && !file && !document) throw fieldError('prompt', 'Type a message');
  const { assistant: limit } = scope.config.limits;
  await spend(scope.db, 'assistant', limit, scope.actor.businessId, scope.now);
  const text = redact(document ? quoting(document) : (prompt ?? ''));
  const kept = file && (await keepPicture(scope, file));
  const content = kept ? `${IMAGE_MARKER}${text || ONLY_A_PICTURE}` : text;
  const image = kept && kept.image;
  const row = await scope.transact(async (ctx) => {
    await lockBusiness(ctx.tx, ctx.actor.businessId);
    const question = await ask(ctx, { content, image }, replaces);
    await note?.(ctx, question);
    return question;
  });
  return { row, text, currency, picture: kept && kept.picture, quoted: Boolean(document) };
}

type Kept = { image: Image; picture: Picture };

async function keepPicture(scope: Scope, file: UploadedFile): Promise<Kept> {
  const kept = await upload(scope, file, 'invoice');
  const mime = kept.mime_type;
  const image = {
    hasImage: true as const,
    imagePath: fileUrl(kept.id),
    imageOriginalName: kept.name,
    imageMimeType: mime,
    imageSize: kept.size,
  };
  // Files of other types were converted into a readable one.
  const drawn = kindOf(file.bytes) === mime ? null : await fileBytes(scope, kept);
  return { image, picture: { bytes: drawn ?? file.bytes, mime } };
}

/**
 * Prepares the answer. Only a confirmed proposal has an effect; it is executed and its answer stored in one
 * transaction. Aborting gives up.
 */
export async function prepare(scope: Scope, begun: Begun, signal: AbortSignal): Promise<Prepared> {
  const { row: question, picture, quoted } = begun;
  const memory = await memoryBefore(scope.db, question);
  if (picture) {
    const { plan, extraction } = await readPicture(scope, begun, picture, memory, signal);
    refuseAborted(signal);
    return { kind: 'planned', question, plan, extraction };
  }
  const plan = await (quoted ? readQuoted : planOf)(scope, begun, memory, signal);
  refuseAborted(signal);
  if (plan.effect.kind !== 'confirm') return { kind: 'planned', question, plan, extraction: null };
  return { kind: 'kept', question, row: await confirmInWords(scope, question, plan, plan.effect.proposalId) };
}

async function planOf(
  scope: Scope,
  begun: Begun,
  memory: Awaited<ReturnType<typeof memoryBefore>>,
  signal: AbortSignal,
): Promise<Plan> {
  const choice = understandChoice(begun.text, memory);
  if (choice) return act(scope, begun.currency, choice.understanding, choice.memory);
  const surroundings = await surroundingsOf(scope, begun.currency, begun.text);
  const { words, ...understood } = await understanding(scope, begun, memory, surroundings, signal);
  refuseAborted(signal);
  const plan = await act(scope, begun.currency, understood, memory);
  return words ? { ...plan, text: paragraphs(plain(words), plan.text) } : plan;
}

function refuseAborted(signal: AbortSignal): void {
  if (signal.aborted) throw new AppError('bad_request', 'The question was given up');
}

/** Stores an answer that was read to its end, with its proposal. */
export const keepWhole = (scope: Scope, prepared: Prepared): Promise<MessageRow> =>
  prepared.kind === 'kept'
    ? Promise.resolve(prepared.row)
    : scope.transact((ctx) => keepPlan(ctx, prepared.question, prepared.plan, prepared.extraction));

/** Stores the part of an answer that was read before the client left; nothing is proposed with it. */
export async function keepPart(scope: Scope, prepared: Prepared, said: string): Promise<void> {
  if (prepared.kind === 'planned') await scope.transact((ctx) => keepWords(ctx, prepared, said));
}
