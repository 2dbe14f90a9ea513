import { type Draft, emptyDraft, type Extraction } from '#contract/assistant.ts';
import type { PagesRead, ReadingStage } from '#contract/readings.ts';
import { roundMajor } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { type InvoiceRead, readInvoicesOf } from '#server/modules/capture/flows.ts';
import { draftOf } from '#server/modules/capture/rules.ts';
import { loadBusinessContext } from './business-context.ts';
import { interpretMessage, type Picture, type Question } from './interpret-message.ts';
import type { BusinessContext, MissingField, Understanding } from './language/types.ts';
import { EMPTY_MEMORY, type StoredMemory } from './memory.ts';
import { imageReader } from './model/vision.ts';
import { planReadDraft } from './owners-words.ts';
import { outcomeOf, type Plan } from './plan.ts';
import { redact } from './redaction.ts';
import {
  extractionSummary,
  IS_IT_AN_INVOICE,
  nothingToBill,
  oneOfSeveral,
  paidOnPaper,
} from './replies/images.ts';
import { onCard, reply } from './replies/reply.ts';

/** A draft of one invoice, and what was read of it; null where nothing was. */
export type ImageDraft = { plan: Plan; extraction: Extraction | null };
/** `ok: false`: our own machine was busy or too slow, which says nothing about the paper. */
type ImageResult = { ok: true; drafts: ImageDraft[] } | { ok: false; reason: 'busy' | 'timeout' };

export type PaperReader = { signal: AbortSignal; onStage?: (stage: ReadingStage, pages?: PagesRead) => void };

/**
 * Drafts each invoice of an image or PDF for review: never more than proposals. Text sent with it corrects the drafts, or
 * stands alone where nothing could be read.
 */
export async function draftsFromImage(
  scope: Scope,
  storedQuestion: Question,
  picture: Picture,
  memory: StoredMemory,
  { signal, onStage = () => {} }: PaperReader,
): Promise<ImageResult> {
  const business = await loadBusinessContext(scope, storedQuestion.currency, storedQuestion.text);
  const readImages = imageReader(scope, signal);
  const result = await readInvoicesOf(scope, picture, { signal, readImages, onStage });
  if (!result.ok && result.cause === 'service') return { ok: false, reason: result.reason };
  if (!result.ok) {
    const reason = nothingToBill(result.message, redact(result.words));
    const plan = await planUnreadable(scope, storedQuestion, business, reason, signal);
    return { ok: true, drafts: [{ plan, extraction: null }] };
  }
  const drafts: ImageDraft[] = [];
  for (const [at, invoice] of result.invoices.entries()) {
    const extraction = withoutSecrets(invoice.extraction);
    const draft = withWholeNumbers(
      draftOf(extraction, { today: business.today, home: storedQuestion.currency }),
    );
    const u = await applyMessage(
      scope,
      storedQuestion,
      understandingOfDraft(draft, memory),
      business,
      signal,
    );
    const plan = await planReadDraft(scope, storedQuestion.currency, u);
    const paid = paidOnPaper(extraction, draft.currency ?? storedQuestion.currency);
    const said = [...introduction({ ...invoice, extraction }, at, result.invoices.length), paid];
    drafts.push({ plan: { ...plan, ...reply(...said, plan) }, extraction });
  }
  return { ok: true, drafts };
}

const introduction = ({ isSure, extraction }: InvoiceRead, at: number, count: number) => [
  count > 1 && oneOfSeveral(at + 1, count),
  !isSure && IS_IT_AN_INVOICE,
  onCard(extractionSummary(extraction)),
];

// A receipt may show a card number or a PIN.
function withoutSecrets(extraction: Extraction): Extraction {
  const clean = (text: string | null) => text && redact(text);
  const items = extraction.items.map((item) => ({ ...item, description: clean(item.description) }));
  return {
    ...extraction,
    customerName: clean(extraction.customerName),
    vendorName: clean(extraction.vendorName),
    items,
  };
}

/** The understanding of a message that would have said this draft. */
function understandingOfDraft(draft: Draft, { last }: Pick<StoredMemory, 'last'>): Understanding {
  const asks = firstMissing(draft);
  const pending = { action: 'create_invoice' as const, draft, filters: null, customer: null, asks };
  return {
    intent: 'create_invoice',
    draft,
    filters: null,
    customer: null,
    asks,
    does: null,
    asides: [],
    memory: { pending, last },
  };
}

function firstMissing(draft: Draft): MissingField | null {
  if (!draft.customerName && !draft.customerEmail) return 'customerName';
  if (draft.items.length === 0) return 'items';
  if (draft.currency === null) return 'currency';
  if (draft.items.some(({ description }) => !description)) return 'description';
  return draft.items.some(({ rate }) => rate === null) ? 'rate' : null;
}

// Text beside the image: "Bill this to Ada, due Friday".
async function applyMessage(
  scope: Scope,
  storedQuestion: Question,
  fromImage: Understanding,
  business: BusinessContext,
  signal: AbortSignal,
): Promise<Understanding> {
  if (storedQuestion.text === '' || !fromImage.draft) return fromImage;
  const { preamble: _, ...understood } = await interpretMessage(
    scope,
    storedQuestion,
    fromImage.memory,
    business,
    signal,
  );
  const isInvoiceTask = understood.intent === 'edit_draft' || understood.intent === 'create_invoice';
  if (!isInvoiceTask || !understood.draft) return fromImage;
  if (understood.intent === 'edit_draft') return { ...understood, intent: 'create_invoice' };
  const merged = understandingOfDraft(mergeDrafts(fromImage.draft, understood.draft), fromImage.memory);
  return { ...merged, filters: understood.filters, asides: understood.asides };
}

/** The message wins over the image; its lines are only used where the image gave none. */
function mergeDrafts(fromImage: Draft, stated: Draft): Draft {
  const isOther = stated.customerName !== null && stated.customerName !== fromImage.customerName;
  const items = fromImage.items.length > 0 ? fromImage.items : stated.items;
  return {
    customerName: stated.customerName ?? fromImage.customerName,
    customerEmail: stated.customerEmail ?? (isOther ? null : fromImage.customerEmail),
    customerPhone: stated.customerPhone ?? (isOther ? null : fromImage.customerPhone),
    currency: fromImage.currency ?? stated.currency,
    items,
    taxRate: stated.taxRate || fromImage.taxRate,
    discount: stated.discount ?? fromImage.discount,
    dueDate: stated.dueDate ?? fromImage.dueDate,
    total: fromImage.items.length > 0 ? fromImage.total : stated.total,
  };
}

// Quantities are at least one: half a kilo becomes one piece at half the price.
const withWholeNumbers = (draft: Draft): Draft => ({
  ...draft,
  items: draft.items.map((item) =>
    item.quantity === null || item.quantity >= 1 || item.rate === null
      ? item
      : {
          description: item.description && `${item.description} (${item.quantity})`,
          quantity: 1,
          rate: roundMajor(item.rate * item.quantity),
        },
  ),
});

async function planUnreadable(
  scope: Scope,
  storedQuestion: Question,
  business: BusinessContext,
  reason: string,
  signal: AbortSignal,
): Promise<Plan> {
  if (storedQuestion.text !== '') {
    const { preamble: _, ...understood } = await interpretMessage(
      scope,
      storedQuestion,
      EMPTY_MEMORY,
      business,
      signal,
    );
    if (understood.intent === 'create_invoice' && understood.draft && understood.draft.items.length > 0) {
      const plan = await planReadDraft(scope, storedQuestion.currency, understood);
      return { ...plan, ...reply(reason, plan) };
    }
  }
  const empty = {
    ...understandingOfDraft(emptyDraft, EMPTY_MEMORY),
    draft: null,
    asks: 'items' as const,
    memory: EMPTY_MEMORY,
  };
  return { text: reason, outcome: outcomeOf(empty), memory: EMPTY_MEMORY, effect: { kind: 'drop' } };
}
