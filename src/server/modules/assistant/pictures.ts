import { type Draft, emptyDraft, type Extraction } from '#contract/assistant.ts';
import type { Scope } from '#server/kernel/scope.ts';
import { readInvoice } from '#server/modules/capture/flows.ts';
import { draftOf } from '#server/modules/capture/rules.ts';
import { planDraft } from './acts/draft.ts';
import type { Begun } from './flows.ts';
import type { Asked, Surroundings, Understanding } from './language/understanding.ts';
import { NOTHING, type StoredMemory } from './memory.ts';
import { lookingFor } from './model/looking.ts';
import { outcomeOf, type Plan } from './plan.ts';
import { redact } from './redaction.ts';
import { readFrom } from './replies/pictures.ts';
import { paragraphs } from './replies/words.ts';
import { surroundingsOf } from './surroundings.ts';
import { understanding } from './understanding.ts';

export type Picture = { bytes: Uint8Array; mime: string };
type Read = { plan: Plan; extraction: Extraction | null };

/**
 * Drafts an invoice from an image for review: never more than a proposal. Text sent with the image corrects
 * the draft, or stands alone where nothing could be read.
 */
export async function readPicture(
  scope: Scope,
  begun: Begun,
  picture: Picture,
  before: StoredMemory,
  signal: AbortSignal,
): Promise<Read> {
  const surroundings = await surroundingsOf(scope, begun.currency, begun.text);
  const read = await readInvoice(scope, picture, signal, lookingFor(scope, signal));
  if (!read.ok)
    return { plan: await planUnread(scope, begun, surroundings, read.told, signal), extraction: null };
  const extraction = withoutSecrets(read.extraction);
  const draft = withWholeNumbers(draftOf(extraction, { today: surroundings.today, home: begun.currency }));
  const u = await corrected(scope, begun, ofDraft(draft, before), surroundings, signal);
  const plan = await planDraft(scope, begun.currency, u, undefined);
  return { plan: { ...plan, text: paragraphs(readFrom(extraction), plan.text) }, extraction };
}

// A receipt may show a card number or a PIN.
function withoutSecrets(read: Extraction): Extraction {
  const clean = (text: string | null) => text && redact(text);
  const items = read.items.map((item) => ({ ...item, description: clean(item.description) }));
  return { ...read, customerName: clean(read.customerName), vendorName: clean(read.vendorName), items };
}

/** The understanding of a message that would have said this draft. */
function ofDraft(draft: Draft, { last }: Pick<StoredMemory, 'last'>): Understanding {
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

function firstMissing(draft: Draft): Asked | null {
  if (!draft.customerName && !draft.customerEmail) return 'customerName';
  if (draft.items.length === 0) return 'items';
  if (draft.currency === null) return 'currency';
  if (draft.items.some(({ description }) => !description)) return 'description';
  return draft.items.some(({ rate }) => rate === null) ? 'rate' : null;
}

// Text beside the image: "Bill this to Ada, due Friday".
async function corrected(
  scope: Scope,
  begun: Begun,
  read: Understanding,
  surroundings: Surroundings,
  signal: AbortSignal,
): Promise<Understanding> {
  if (begun.text === '' || !read.draft) return read;
  const { words: _, ...said } = await understanding(scope, begun, read.memory, surroundings, signal);
  const isTask = said.intent === 'edit_draft' || said.intent === 'create_invoice';
  if (!isTask || !said.draft) return read;
  if (said.intent === 'edit_draft') return { ...said, intent: 'create_invoice' };
  const merged = ofDraft(joined(read.draft, said.draft), read.memory);
  return { ...merged, filters: said.filters, asides: said.asides };
}

/** The message wins over the image; its lines are only used where the image gave none. */
function joined(read: Draft, said: Draft): Draft {
  const isOther = said.customerName !== null && said.customerName !== read.customerName;
  const items = read.items.length > 0 ? read.items : said.items;
  return {
    customerName: said.customerName ?? read.customerName,
    customerEmail: said.customerEmail ?? (isOther ? null : read.customerEmail),
    customerPhone: said.customerPhone ?? (isOther ? null : read.customerPhone),
    currency: read.currency ?? said.currency,
    items,
    taxRate: said.taxRate || read.taxRate,
    discount: said.discount ?? read.discount,
    dueDate: said.dueDate ?? read.dueDate,
    total: read.items.length > 0 ? read.total : said.total,
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
          rate: Math.round(item.rate * item.quantity * 100) / 100,
        },
  ),
});

async function planUnread(
  scope: Scope,
  begun: Begun,
  surroundings: Surroundings,
  told: string,
  signal: AbortSignal,
): Promise<Plan> {
  if (begun.text !== '') {
    const { words: _, ...said } = await understanding(scope, begun, NOTHING, surroundings, signal);
    if (said.intent === 'create_invoice' && said.draft && said.draft.items.length > 0) {
      const plan = await planDraft(scope, begun.currency, said, undefined);
      return { ...plan, text: paragraphs(told, plan.text) };
    }
  }
  const nothing = { ...ofDraft(emptyDraft, NOTHING), draft: null, asks: 'items' as const, memory: NOTHING };
  return { text: told, outcome: outcomeOf(nothing), memory: NOTHING, effect: { kind: 'drop' } };
}
