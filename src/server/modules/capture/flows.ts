import type { Extraction } from '#contract/assistant.ts';
import { dateIn } from '#core/dates.ts';
import type {
  DocumentReader,
  LanguageModel,
  ReadPage,
  UnreadableReason,
} from '#server/kernel/ports/index.ts';
import { type Scope, turnOf } from '#server/kernel/scope.ts';
import { profileOf } from '#server/modules/business/queries.ts';
import type { ReadingContext } from './extract.ts';
import { readInvoices } from './invoices.ts';
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
  const [context, document, modelReading] = await Promise.all([
    readingContext(scope),
    readText(scope, file, { signal, onStage }),
    readImages ? readWithModel(scope, readImages, file) : null,
  ]);
  const [ownReading, ...others] = document.ok ? readInvoices(document.pages, context) : [];
  // A model is shown pictures only, which have one page.
  const extraction = mergeExtractions(ownReading?.extraction ?? null, modelReading, (name) =>
    context.ownNames.some((ours) => sameName(ours, name)),
  );
  if (extraction) {
    onStage('fields');
    const isSure = ownReading?.recognised === true || modelReading?.isInvoice === true;
    const pagesLeftOut = document.ok ? document.pagesLeftOut : 0;
    const first = { extraction: withPagesLeftOut(extraction, pagesLeftOut), isSure };
    return {
      ok: true,
      invoices: [
        first,
        ...others.map((other) => ({ extraction: other.extraction, isSure: other.recognised })),
      ],
    };
  }
  const reason = document.ok ? 'not_an_invoice' : document.reason;
  if (reason === 'busy' || reason === 'timeout') return { ok: false, cause: 'service', reason };
  const words = document.ok ? firstWords(document.pages) : '';
  return { ok: false, cause: 'paper', message: failureMessages[reason], words };
}

async function readText(
  scope: Scope,
  file: File,
  { signal, onStage }: { signal: AbortSignal | undefined; onStage: OnStage },
): ReturnType<DocumentReader['read']> {
  const document = await scope.ports.documents.read(file, {
    ...turnOf(scope, signal),
    onStep: (step, pages) => step === 'prepared' && onStage(step, pages),
  });
  if (document.ok) onStage('text');
  return document;
}

const MAX_SHOWN = 80;

/** The first words of a paper, for its sender to see what was made of it. */
function firstWords(pages: readonly ReadPage[]): string {
  const lines = pages[0]?.readings[0]?.lines ?? [];
  const text = lines.slice(0, 20).map(({ words }) => words.map((word) => word.text).join(' '));
  const all = text.join(' ').slice(0, 4 * MAX_SHOWN);
  return all.length <= MAX_SHOWN ? all : `${all.slice(0, all.lastIndexOf(' ', MAX_SHOWN))} …`;
}

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

function withPagesLeftOut(extraction: Extraction, count: number): Extraction {
  if (count === 0) return extraction;
  const pages = count === 1 ? 'The last page was' : `The last ${count} pages were`;
  return { ...extraction, warnings: [...extraction.warnings, `${pages} not read.`] };
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
