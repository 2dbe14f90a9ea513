import type { Extraction } from '#contract/assistant.ts';
import { dateIn } from '#core/dates.ts';
import type { LanguageModel, UnreadableReason } from '#server/kernel/ports/index.ts';
import { type Scope, turnOf } from '#server/kernel/scope.ts';
import { profileOf } from '#server/modules/business/queries.ts';
import { defineTask } from '#server/workers/protocol.ts';
import type { ReadingContext } from './extract.ts';
import type * as findTask from './find-task.ts';
import { sameName } from './parties/names.ts';
import { mergeExtractions } from './vision/merge.ts';
import {
  INSTRUCTIONS,
  type ModelExtraction,
  modelExtractionSchema,
  parseModelExtraction,
} from './vision/model-extraction.ts';

/** Our own machine's reasons, which say nothing about the paper. */
type OwnReason = 'busy' | 'timeout';
type PaperReason = Exclude<UnreadableReason, OwnReason> | 'not_an_invoice';

/** Reason why a document was not read: the paper's, with a `message` for its sender and its first `words`, or our own. */
type InvoiceNotRead =
  | { ok: false; cause: 'paper'; message: string; words: string }
  | { ok: false; cause: 'service'; reason: OwnReason };
/** `isSure` is false where it may be something else than an invoice or receipt: then its owner is asked. */
export type InvoiceRead = { extraction: Extraction; isSure: boolean };
/** In the order of the pages; never none. */
type InvoicesRead = { ok: true; invoices: InvoiceRead[] };

const failureMessages: Record<PaperReason, string> = {
  empty: 'There is nothing to read in this file. Try a sharper photo with more light.',
  not_a_document: 'This file is no picture or PDF I can read. Send a JPEG, PNG, WebP, HEIC or PDF.',
  damaged: 'This file seems to be damaged. Save or photograph the invoice again and send that.',
  encrypted: 'This PDF is locked with a password. Save a copy without the password and send that.',
  too_large: 'This file is too large to read. A photo of up to 15 MB, or the pages you need, will do.',
  not_an_invoice:
    'I do not see an invoice or receipt here. Send a photo of the whole paper, or tell me in words what to invoice.',
};

/** Shows images to a model; null without a result. The answer is validated here. */
export type ReadImages = (
  request: Pick<Parameters<LanguageModel['extract']>[0], 'instructions' | 'pictures' | 'schema'>,
) => Promise<unknown>;

type File = { bytes: Uint8Array; mime: string };

/** The stage that is done; with `prepared` the pages whose words are read, of so many. */
type OnStage = (stage: 'prepared' | 'text' | 'fields', pages?: { done: number; of: number }) => void;

export type InvoiceReader = {
  signal?: AbortSignal;
  /** Adds a second reading by a model. */
  readImages?: ReadImages | null;
  /** Told as the document is open, its text is read, its fields are found. */
  onStage?: OnStage;
};

/** Reads the invoices or receipts of an image or PDF. Stores nothing. */
export async function readInvoicesOf(
  scope: Scope,
  file: File,
  { signal, readImages = null, onStage = () => {} }: InvoiceReader = {},
): Promise<InvoicesRead | InvoiceNotRead> {
  const context = await readingContext(scope);
  const [found, modelReading] = await Promise.all([
    findInvoices(scope, file, context, { signal, onStage }),
    readImages ? readWithModel(scope, readImages, file) : null,
  ]);
  const [ownReading, ...others] = found.ok ? found.made.invoices : [];
  // A model is shown pictures only, which have one page.
  const extraction = mergeExtractions(ownReading?.extraction ?? null, modelReading, (name) =>
    context.ownNames.some((ours) => sameName(ours, name)),
  );
  if (extraction) {
    onStage('fields');
    const isSure = ownReading?.recognised === true || modelReading?.isInvoice === true;
    return {
      ok: true,
      invoices: [
        { extraction, isSure },
        ...others.map((other) => ({ extraction: other.extraction, isSure: other.recognised })),
      ],
    };
  }
  const reason = found.ok ? 'not_an_invoice' : found.reason;
  if (reason === 'busy' || reason === 'timeout') return { ok: false, cause: 'service', reason };
  const words = found.ok ? found.made.words : '';
  return { ok: false, cause: 'paper', message: failureMessages[reason], words };
}

const FIND = defineTask<typeof findTask>(new URL('./find-task.ts', import.meta.url));

const findInvoices = (
  scope: Scope,
  file: File,
  known: ReadingContext,
  { signal, onStage }: { signal: AbortSignal | undefined; onStage: OnStage },
) =>
  scope.ports.documents.read(
    file,
    { task: FIND, known },
    {
      ...turnOf(scope, signal),
      onStep: (step, pages) => (step === 'prepared' || step === 'text') && onStage(step, pages),
    },
  );

const drawable = ['image/jpeg', 'image/png', 'image/webp'];
const OUTPUT = { format: 'jpeg', side: 1600, quality: 80, flat: true } as const;

/** An image re-encoded for third parties: small, upright, without camera metadata. Null where it is none. */
async function reencodedPicture(
  scope: Scope,
  file: { bytes: Uint8Array; mime: string },
): Promise<{ mime: string; bytes: Uint8Array } | null> {
  if (!drawable.includes(file.mime)) return null;
  const reencoded = await scope.ports.pictures.draw(file.bytes, OUTPUT, turnOf(scope));
  return reencoded.ok ? { mime: 'image/jpeg', bytes: reencoded.bytes } : null;
}

async function readWithModel(
  scope: Scope,
  readImages: ReadImages,
  file: File,
): Promise<ModelExtraction | null> {
  const picture = await reencodedPicture(scope, file);
  if (!picture) return null;
  return parseModelExtraction(
    await readImages({ instructions: INSTRUCTIONS, pictures: [picture], schema: modelExtractionSchema }),
  );
}

async function readingContext(scope: Scope): Promise<ReadingContext> {
  const profile = await profileOf(scope.db, scope.actor.businessId);
  const known = (values: (string | null)[]) =>
    values.filter((value) => value !== null && value !== '').map(String);
  return {
    ownNames: known([profile.business_name, profile.account_name]),
    ownContacts: known([profile.email, scope.actor.email, profile.phone]),
    today: dateIn(scope.now, profile.time_zone),
    home: scope.actor.currency,
  };
}
