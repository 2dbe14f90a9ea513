import type * as z from 'zod/mini';
import { newCustomer } from '#contract/customers.ts';
import {
  checkEarly,
  checkItem,
  checkSums,
  checkTexts,
  definedMessages,
  dueDateProblem,
  formTotals,
  lineOf,
  readItem,
  readQuantity,
  readEarly,
  readTaxRate,
  type TypedEarly,
} from '#contract/invoice-form.ts';
import type { newInvoice } from '#contract/invoices.ts';
import { type CalendarDate, dateIn, systemClock } from '#core/dates.ts';
import type { EarlyPayment } from '#core/early-payment.ts';
import { type InvoiceText, invoiceTextNames } from '#core/invoice/texts.ts';
import { type Currency, type Minor, timesMicro, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { overflowAt, type Totals, totalsFault, totalsOf } from '#core/totals.ts';
import { errorsIn, type Errors as FormErrors } from '../../forms/rules.ts';
import type { CustomerDraft, EntryDraft, InvoiceDraft, ItemDraft } from './draft.ts';
import { checkParts, readParts } from '../schedule/typed.ts';
import { wizardTexts } from './texts.ts';

type NewInvoice = z.output<typeof newInvoice>;

/** Messages by path: `title`, `entry.rate`, `customer.name`. */
export type Errors = FormErrors<InvoiceDraft>;

const labels = wizardTexts.errors;
const detailTexts = invoiceTextNames.filter((name) => name !== 'notes');

/** The errors of a step; `today` is the business's calendar date. Texts that `mayBeBlank` are not asked for. */
export function checkStep(
  draft: InvoiceDraft,
  step: number,
  today: CalendarDate,
  mayBeBlank: readonly InvoiceText[] = [],
  currency: Currency = 'NGN',
): Errors {
  if (step === 0) return checkDetails(draft, { today, currency }, mayBeBlank);
  return step === 1 ? checkItems(draft) : {};
}

function checkDetails(
  draft: InvoiceDraft,
  { today, currency }: { today: CalendarDate; currency: Currency },
  mayBeBlank: readonly InvoiceText[],
): Errors {
  const required = Object.entries(labels).filter(([name]) => !mayBeBlank.some((text) => text === name));
  return definedMessages({
    ...checkTexts(draft, detailTexts, Object.fromEntries(required)),
    ...checkCustomer(draft.customer, draft.addsCustomer),
    // A quote counts from the day it goes, and parts have days of their own.
    dueDate: draft.quote || draft.schedule ? undefined : dueDateProblem(draft.dueDate, today),
    ...checkEarly(typedEarly(draft), { today, due: draft.dueDate }),
    ...(draft.schedule &&
      checkParts(draft.schedule, { total: totalsOfDraft(draft).total, currency, issued: today })),
  });
}

// Parts have no such discount, and a quote is not due yet: then nothing of it is sent.
const typedEarly = ({ quote, schedule, earlyPercent, earlyUntil }: InvoiceDraft): TypedEarly =>
  quote || schedule ? { earlyPercent: '', earlyUntil: '' } : { earlyPercent, earlyUntil };

/** The discount for paying early as it is sent; null where there is none, and while it cannot be read. */
export const earlyOf = (draft: InvoiceDraft): EarlyPayment | null => readEarly(typedEarly(draft));

function checkCustomer({ id, ...contact }: CustomerDraft, isNew: boolean): Errors {
  if (!isNew) return { customer: id === '' ? labels.customer : undefined };
  const { name, email, phone } = errorsIn<Omit<CustomerDraft, 'id'>>(newCustomer, contact);
  return { 'customer.name': name, 'customer.email': email, 'customer.phone': phone };
}

function checkItems(draft: InvoiceDraft): Errors {
  return {
    ...checkSums(draft.items.map(lineOf), draft, draft.discount ?? ZERO),
    ...checkTexts(draft, ['notes']),
  };
}

/** Reads the item being typed, to stand beside `others`. */
export function readEntry(
  entry: EntryDraft,
  others: readonly ItemDraft[],
): { item: ItemDraft } | { errors: Errors } {
  const found = Object.entries(checkItem(entry)).map(([field, message]) => [`entry.${field}`, message]);
  const read = readItem(entry);
  if (found.length > 0 || !read) return { errors: Object.fromEntries(found) };
  const item = { description: entry.description.trim(), ...read };
  const fault = totalsFault([...others, item].map(lineOf), { taxBps: 0 }, ZERO);
  // Whether anything is left to pay is asked of the whole.
  return fault && fault.field !== 'discount' ? { errors: { 'entry.rate': fault.message } } : { item };
}

/** The price of the item being typed; null while it is incomplete. */
export function entryPrice(entry: EntryDraft) {
  const count = readQuantity(entry.quantity);
  if (count === null || entry.rate === null) return null;
  const line = { quantityMicro: count, rate: entry.rate };
  if (overflowAt([line]) >= 0) return null;
  const read = readEntry({ ...entry, description: entry.description || '-' }, []);
  return 'item' in read ? priceOf(read.item) : timesMicro(line.rate, line.quantityMicro);
}

/** The price of a whole line, less its own discount. */
export const priceOf = (item: ItemDraft): Minor => totalsOf([lineOf(item)], { taxBps: 0 }).subtotal;

/** Whether the item being typed has anything to lose. The first one begins with the title. */
export function isEntryBlank({ entry, items, title }: InvoiceDraft): boolean {
  const typed = entry.description.trim();
  const isBegun = items.length === 0 && typed === title.trim();
  return (typed === '' || isBegun) && entry.rate === null && entry.at === null;
}

/** The draft's totals. A tax rate that cannot be parsed counts as none. */
export const totalsOfDraft = ({ items, discount, ...tax }: InvoiceDraft): Totals =>
  formTotals(items.map(lineOf), tax, discount ?? ZERO);

/** The draft as the server takes it. */
export function toInvoice(draft: InvoiceDraft): NewInvoice {
  const { customer } = draft;
  return {
    amount: totalsOfDraft(draft).subtotal,
    clientName: customer.name.trim(),
    ...(customer.email.trim() !== '' && { clientEmail: customer.email.trim() }),
    ...(customer.id !== ''
      ? { customerId: customer.id }
      : customer.phone.trim() !== '' && { clientPhone: customer.phone.trim() }),
    dueDate: draft.dueDate || dateIn(systemClock()),
    schedule: draft.schedule && readParts(draft.schedule),
    earlyPayment: earlyOf(draft),
    items: draft.items,
    taxRate: readTaxRate(draft.taxRate) ?? 0,
    pricesIncludeTax: draft.pricesIncludeTax,
    discount: draft.discount ?? ZERO,
    ...recordOf(invoiceTextNames, (name) => draft[name].trim()),
  };
}
