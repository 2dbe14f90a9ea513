import * as z from 'zod/mini';
import { acceptanceActions } from '#contract/quotes.ts';
import { quoteKinds } from '#core/invoice/quote-kinds.ts';
import { invoiceTextNames } from '#core/invoice/texts.ts';
import type { Currency, Minor } from '#core/money.ts';
import { taxCodes } from '#core/totals.ts';
import { recordOf } from '#core/records.ts';
import { draft as drafts } from '../../forms/draft.ts';
import { partDays } from '../schedule/typed.ts';

const minorUnits = z.custom<Minor>((value) => Number.isSafeInteger(value));

const storedItem = z.object({
  description: z.string(),
  /** Millionths of a unit. */
  quantity: z.number().check(z.int(), z.positive()),
  rate: minorUnits,
  discount: z.optional(minorUnits),
  /** Basis points; it stands instead of `discount`. */
  discountPercent: z.optional(z.number()),
  taxCode: z.optional(z.enum(taxCodes)),
});

const storedEntry = z.object({
  description: z.string(),
  quantity: z.string(),
  rate: z.nullable(minorUnits),
  /** An amount, or a percentage with its sign. */
  discount: z._default(z.string(), ''),
  taxCode: z._default(z.enum(taxCodes), 'standard'),
  /** The place of the item being changed; null for one more. */
  at: z.nullable(z.number()),
});

const storedPart = z.object({
  label: z.string(),
  sum: z.string(),
  when: z.enum(partDays),
  day: z.string(),
});

const storedDraft = z.object({
  step: z.number().check(z.int(), z.gte(0), z.lte(2)),
  // A text that came after the draft was stored is blank in it.
  ...recordOf(invoiceTextNames, () => z._default(z.string(), '')),
  /** `id` is empty for a customer who is new, or not chosen yet. */
  customer: z.object({
    id: z.string(),
    name: z.string(),
    email: z.string(),
    phone: z._default(z.string(), ''),
  }),
  addsCustomer: z.boolean(),
  dueDate: z.string(),
  /** Only of a quote; null for an invoice. Days as they are chosen. */
  quote: z._default(
    z.nullable(
      z.object({
        kind: z.enum(quoteKinds),
        validDays: z.string(),
        dueDays: z.string(),
        onAcceptance: z.enum(acceptanceActions),
        askCode: z._default(z.boolean(), false),
      }),
    ),
    null,
  ),
  /** The parts it is paid in; null where it is paid in one. */
  schedule: z._default(z.nullable(z.array(storedPart)), null),
  /** The discount for paying early as it is typed, in percent, and its last day; both blank for none. */
  earlyPercent: z._default(z.string(), ''),
  earlyUntil: z._default(z.string(), ''),
  items: z.array(storedItem),
  entry: storedEntry,
  taxRate: z.string(),
  pricesIncludeTax: z._default(z.boolean(), false),
  discount: z.nullable(minorUnits),
  /** The idempotency key of the last attempt; any edit resets it. */
  key: z.string(),
  /** Reopened by the failure's toast: no question whether to resume. */
  reopened: z.boolean(),
});

/** An invoice as it is being written: typed texts as they stand, amounts in minor units. */
export type InvoiceDraft = z.output<typeof storedDraft>;
export type ItemDraft = InvoiceDraft['items'][number];
export type EntryDraft = InvoiceDraft['entry'];
export type CustomerDraft = InvoiceDraft['customer'];

export const noCustomer: CustomerDraft = { id: '', name: '', email: '', phone: '' };
export const emptyEntry: EntryDraft = {
  description: '',
  quantity: '1',
  rate: null,
  discount: '',
  taxCode: 'standard',
  at: null,
};

export const emptyDraft: InvoiceDraft = {
  step: 0,
  ...recordOf(invoiceTextNames, () => ''),
  customer: noCustomer,
  addsCustomer: false,
  dueDate: '',
  quote: null,
  schedule: null,
  earlyPercent: '',
  earlyUntil: '',
  items: [],
  entry: emptyEntry,
  taxRate: '',
  pricesIncludeTax: false,
  discount: null,
  key: '',
  reopened: false,
};

/** Storage name of a draft: amounts belong to one currency, and browsers are shared. */
export const draftName = (userId: string, currency: Currency) => `invoice:${userId}:${currency}`;

/** The same of a quote. */
export const quoteDraftName = (userId: string, currency: Currency) => `quote:${userId}:${currency}`;

/** Storage name of the changes to one invoice, made from it as it was at its last change. */
export const changesName = (userId: string, { id, changedAt }: { id: string; changedAt: Date | null }) =>
  `invoice-change:${userId}:${id}:${changedAt?.getTime() ?? 0}`;

/** The draft stored under a name; null when there is none worth resuming, or it cannot be parsed. */
export function readDraft(name: string): InvoiceDraft | null {
  const stored = storedDraft.safeParse(drafts.read(name));
  return stored.success && !isBlank(stored.data) ? stored.data : null;
}

/** Keeps a draft; one that says what it began with leaves nothing behind. False where the browser keeps nothing. */
export function saveDraft(name: string, draft: InvoiceDraft, start = emptyDraft): boolean {
  if (isBlank(draft, start)) {
    drafts.clear(name);
    return false;
  }
  drafts.write(name, draft);
  return drafts.read(name) !== null;
}

/** Whether nothing has been typed or chosen beyond the start. */
export function isBlank(draft: InvoiceDraft, start = emptyDraft): boolean {
  const [typed, begun] = [draft, start].map((one) =>
    JSON.stringify({ ...one, step: 0, addsCustomer: false, key: '', reopened: false }),
  );
  return typed === begun;
}
