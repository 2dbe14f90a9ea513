import * as z from 'zod/mini';
import { newCustomer } from '#contract/customers.ts';
import type { Schema } from '#contract/endpoint.ts';
import { MAX_ITEMS, newInvoice, newItem } from '#contract/invoices.ts';
import { percent, positiveAmount, quantity, text } from '#contract/wire.ts';
import { type CalendarDate, isCalendarDate } from '#core/dates.ts';
import { MAX_MINOR, timesMicro, ZERO } from '#core/money.ts';
import { type Totals, totalsOf } from '#core/totals.ts';
import type { NewInvoice } from '../api.ts';
import type { CustomerDraft, EntryDraft, InvoiceDraft, ItemDraft } from './draft.ts';
import { wizardTexts } from './texts.ts';

/** Messages by field; entry and new customer fields are named `entry.rate`, `customer.name`. */
export type Errors = Partial<Record<string, string>>;

const labels = wizardTexts.errors;
const title = text({ max: 120, required: labels.title });
const description = text({ max: 1000, required: labels.description, lines: true });
const paymentTerms = text({ max: 300, required: labels.paymentTerms, lines: true });

/** The errors of a step; `today` is the business's calendar date. */
export function checkStep(draft: InvoiceDraft, step: number, today: CalendarDate): Errors {
  if (step === 0) return checkDetails(draft, today);
  return step === 1 ? checkItems(draft) : {};
}

function checkDetails(draft: InvoiceDraft, today: CalendarDate): Errors {
  return withoutEmpty({
    title: problem(title, draft.title),
    description: problem(description, draft.description),
    ...checkCustomer(draft.customer, draft.addsCustomer),
    dueDate: checkDueDate(draft.dueDate, today),
    paymentTerms: problem(paymentTerms, draft.paymentTerms),
  });
}

function checkCustomer({ id, name, email }: CustomerDraft, isNew: boolean): Errors {
  if (!isNew) return { customer: id === '' ? labels.customer : undefined };
  return {
    'customer.name': problem(newCustomer.shape.name, name),
    'customer.email': problem(newCustomer.shape.email, email),
  };
}

function checkDueDate(dueDate: string, today: CalendarDate): string | undefined {
  if (!isCalendarDate(dueDate)) return labels.dueDate;
  return dueDate < today ? labels.pastDueDate : undefined;
}

function checkItems(draft: InvoiceDraft): Errors {
  const { items, taxRate, discount } = draft;
  const totals = totalsOfDraft(draft);
  return withoutEmpty({
    items: checkItemList(items, totals),
    taxRate: readTaxRate(taxRate) === null ? labels.taxRate : undefined,
    discount: items.length > 0 ? checkDiscount(discount ?? ZERO, totals) : undefined,
    notes: problem(newInvoice.shape.notes, draft.notes),
  });
}

function checkItemList(items: readonly ItemDraft[], totals: Totals): string | undefined {
  if (items.length === 0) return labels.items;
  if (items.length > MAX_ITEMS) return labels.tooManyItems;
  return totals.total > MAX_MINOR ? labels.tooLarge : undefined;
}

function checkDiscount(discount: number, { subtotal, total }: Totals): string | undefined {
  if (discount > subtotal) return labels.discountAboveSubtotal;
  return total <= 0 ? labels.nothingToPay : undefined;
}

/** Reads the item being typed, to stand beside `others`. */
export function readEntry(
  entry: EntryDraft,
  others: readonly ItemDraft[],
): { item: ItemDraft } | { errors: Errors } {
  const count = z.safeDecode(quantity, readNumber(entry.quantity));
  const errors = withoutEmpty({
    'entry.description': problem(newItem.shape.description, entry.description),
    'entry.quantity': count.success ? undefined : count.error.issues[0]?.message,
    'entry.rate': problem(positiveAmount, entry.rate ?? ZERO),
  });
  if (!count.success || entry.rate === null || Object.keys(errors).length > 0) return { errors };
  const item = { description: entry.description.trim(), quantity: count.data, rate: entry.rate };
  return isTooLarge([...others, item]) ? { errors: { 'entry.rate': labels.tooLarge } } : { item };
}

/** The price of the item being typed; null while it is incomplete. */
export function entryPrice(entry: EntryDraft) {
  const count = z.safeDecode(quantity, readNumber(entry.quantity));
  if (!count.success || entry.rate === null) return null;
  const item = { description: '', quantity: count.data, rate: entry.rate };
  return isTooLarge([item]) ? null : timesMicro(item.rate, item.quantity);
}

// In floating point, which tells sums that leave the safe integers before they are computed.
function isTooLarge(items: readonly ItemDraft[]): boolean {
  return items.reduce((sum, { rate, quantity: micro }) => sum + (rate * micro) / 1e6, 0) > MAX_MINOR;
}

/** Whether the item being typed has anything to lose. */
export const isEntryBlank = ({ description, rate, at }: EntryDraft) =>
  description.trim() === '' && rate === null && at === null;

/** Basis points of a typed percentage (nothing typed is 0); null when it is none. */
export function readTaxRate(typed: string): number | null {
  const read = z.safeDecode(percent, readNumber(typed));
  return read.success ? read.data : null;
}

function readNumber(typed: string): number {
  const plain = typed.replaceAll(',', '').trim();
  return /^\d*\.?\d*$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The draft's totals. A tax rate that cannot be parsed counts as none. */
export function totalsOfDraft({ items, taxRate, discount }: InvoiceDraft): Totals {
  const lines = items.map((item) => ({ quantityMicro: item.quantity, rate: item.rate }));
  return totalsOf(isTooLarge(items) ? [] : lines, readTaxRate(taxRate) ?? 0, discount ?? ZERO);
}

/** The draft as the server takes it. */
export function toInvoice(draft: InvoiceDraft): NewInvoice {
  const { customer } = draft;
  return {
    amount: totalsOfDraft(draft).subtotal,
    clientName: customer.name.trim(),
    ...(customer.email.trim() !== '' && { clientEmail: customer.email.trim() }),
    ...(customer.id !== '' && { customerId: customer.id }),
    dueDate: draft.dueDate,
    items: draft.items,
    title: draft.title.trim(),
    description: draft.description.trim(),
    paymentTerms: draft.paymentTerms.trim(),
    taxRate: readTaxRate(draft.taxRate) ?? 0,
    discount: draft.discount ?? ZERO,
    notes: draft.notes.trim(),
  };
}

/** The first complaint of the server's schema about a decoded value. */
function problem(schema: Schema, value: unknown): string | undefined {
  const result = z.safeEncode(schema, value);
  return result.success ? undefined : result.error.issues[0]?.message;
}

function withoutEmpty(errors: Errors): Errors {
  return Object.fromEntries(Object.entries(errors).filter(([, message]) => message !== undefined));
}
