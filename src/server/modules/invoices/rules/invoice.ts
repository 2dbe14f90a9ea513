import type * as z from 'zod/mini';
import { dueDateProblem, lineOf } from '#contract/invoice-form.ts';
import type { invoiceStatuses, newInvoice } from '#contract/invoices.ts';
import { type CalendarDate, dateIn, formatDate, UNDATED } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import { add, type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import { internationalDigits } from '#core/phone.ts';
import { type Totals, totalsFault, totalsOf } from '#core/totals.ts';
import type { Invoice, InvoiceItem, StoredInvoice } from '../table.ts';
import type { ToldEarly } from '#core/early-payment.ts';

export type { Invoice, InvoiceItem, StoredInvoice };
export type InvoiceStatus = (typeof invoiceStatuses)[number];

/** Decoded input of a new invoice: amounts in minor units, quantities in millionths. */
export type NewInvoice = z.output<typeof newInvoice>;

const WHATSAPP_LIMIT = 290;

/** Whether an invoice is listed and counted: it was not deleted, and is no sale whose money has not come. */
export const isActive = ({ state, deleted_at }: Pick<Invoice, 'state' | 'deleted_at'>): boolean =>
  state === 'active' && !deleted_at;

/** When an invoice left the lists; a sale that ended without money was never in them. */
export const removedAt = ({
  state,
  deleted_at,
  created_at,
}: Pick<Invoice, 'state' | 'deleted_at' | 'created_at'>): Date | null =>
  state === 'active' ? deleted_at : created_at;

type Progress = Pick<Invoice, 'settled_as' | 'sent_at' | 'due_date'>;

/**
 * Status of an invoice today (in its business's zone). Derived, never stored, so that passing days need no
 * job.
 */
export const statusOf = (
  invoice: Progress & Pick<Invoice, 'state' | 'deleted_at'>,
  today: CalendarDate,
): InvoiceStatus => (isActive(invoice) ? progressOf(invoice, today) : 'deleted');

/** The same for the payer, to whom a sale that awaits payment is open. */
export const payableStatusOf: typeof statusOf = (invoice, today) =>
  invoice.state === 'awaiting_payment' ? progressOf(invoice, today) : statusOf(invoice, today);

/** The state of an invoice for its customer; `settled`: nothing is left to pay, though not all was paid. */
export type PublicState = 'open' | 'paid' | 'settled' | 'cancelled';

export function publicStateOf(status: Exclude<InvoiceStatus, 'pending'>): PublicState {
  if (status === 'deleted') return 'cancelled';
  if (status === 'credited' || status === 'written_off') return 'settled';
  return status === 'paid' ? 'paid' : 'open';
}

function progressOf(invoice: Progress, today: CalendarDate): Exclude<InvoiceStatus, 'deleted'> {
  if (invoice.settled_as) return invoice.settled_as;
  if (!invoice.sent_at) return 'pending';
  if (invoice.due_date < today) return 'overdue';
  return invoice.due_date === today ? 'due' : 'sent';
}

/** The parts of an invoice nothing of which is settled, by its total in minor units. */
export const unsettled = (total: Minor) => ({
  paid_minor: ZERO,
  credited_minor: ZERO,
  withheld_minor: ZERO,
  written_off_minor: ZERO,
  balance_minor: total,
  settled_as: null,
  paid_at: null,
});

/** The part of an invoice (minor units) that money can still settle: what is asked for, and what was written off. */
export const collectible = (invoice: Pick<Invoice, 'balance_minor' | 'written_off_minor'>): Minor =>
  add(invoice.balance_minor, invoice.written_off_minor);

/** Still asked of the customer, in minor units: the balance due, and nothing once it was deleted. */
export const owedOn = (invoice: Pick<Invoice, 'state' | 'deleted_at' | 'balance_minor'>): Minor =>
  isActive(invoice) ? invoice.balance_minor : ZERO;

/** The day an invoice last took the place of an earlier one, in its business's zone; null while it never did. */
export const replacedOn = (
  { revision, changed_at }: Pick<Invoice, 'revision' | 'changed_at'>,
  timeZone: string,
): CalendarDate | null => (revision > 1 && changed_at ? dateIn(changed_at, timeZone) : null);

type SumsInput = Pick<NewInvoice, 'items' | 'taxRate' | 'pricesIncludeTax' | 'discount' | 'amount'>;

/** The sums of a new invoice. Throws 422 on the field that makes it impossible. */
export function totalsFor(input: SumsInput): Totals {
  const lines = input.items.map(lineOf);
  const terms = { taxBps: input.taxRate, pricesIncludeTax: input.pricesIncludeTax };
  const discount = input.discount ?? ZERO;
  const fault = totalsFault(lines, terms, discount);
  if (fault) throw fieldError(fault.field, fault.message);
  const totals = totalsOf(lines, terms, discount);
  if (input.amount !== undefined && input.amount !== totals.subtotal)
    throw fieldError('amount', 'The amount is not the sum of the items');
  return totals;
}

/** Throws 422 when an invoice would be due before it exists. */
export function refusePastDueDate(dueDate: CalendarDate, today: CalendarDate): void {
  const message = dueDateProblem(dueDate, today);
  if (message !== undefined) throw fieldError('dueDate', message);
}

/** `INV-0001`, and on past four digits. */
export const invoiceNumber = (count: number): string => `INV-${String(count).padStart(4, '0')}`;

/** Basis points as people write a percentage: 750 is `7.5`. */
export const percentText = (basisPoints: number): string => String(basisPoints / 100);

/** Millionths as people write a quantity: 1_500_000 is `1.5`. */
export const quantityText = (micro: number): string => String(micro / 1_000_000);

/** The public page of an invoice. */
export const payUrlOf = (publicUrl: string, publicId: string): string => `${publicUrl}/pay/${publicId}`;

/** Page where a document's verification code is entered. */
export const verifyUrlOf = (publicUrl: string): string => `${publicUrl}/verify`;

type WhatsAppLinkInput = {
  businessName: string;
  number: string;
  total: Minor;
  balance: Minor;
  currency: Currency;
  dueDate: CalendarDate;
  payUrl: string;
  phone: string | null;
  /** Whether an earlier one was sent, which this one replaces. */
  replaces?: boolean;
  /** The open discount for paying early. */
  early?: ToldEarly | null;
};

/** A WhatsApp link that opens a chat with the customer (when the number is known) and the invoice typed in it. */
export function whatsappUrl(message: WhatsAppLinkInput): string {
  const { number, balance, currency, dueDate, payUrl, early } = message;
  const less =
    early?.state === 'open'
      ? `, or ${formatMoney(early.net, currency)} if you pay by ${formatDate(early.until)}`
      : '';
  const changed = message.replaces ? ' (changed: this replaces the earlier one)' : '';
  const ask =
    balance === 0
      ? `${formatMoney(message.total, currency)} is paid. See it here:`
      : `${formatMoney(balance, currency)} is ${dueDate === UNDATED ? 'left to pay' : `due on ${formatDate(dueDate)}`}${less}. See and pay it here:`;
  const text = `: invoice ${number}${changed} for ${ask} ${payUrl}`;
  const name = Array.from(message.businessName)
    .slice(0, Math.max(1, WHATSAPP_LIMIT - text.length))
    .join('');
  return `https://wa.me/${internationalDigits(message.phone)}?text=${encodeURIComponent(`${name}${text}`)}`;
}

/** Business, invoice and customer of a message. */
export const aboutInvoice = (
  invoice: Pick<Invoice, 'business_id' | 'id' | 'number' | 'customer_id' | 'customer_name'>,
) => ({
  businessId: invoice.business_id,
  invoice: { id: invoice.id, number: invoice.number },
  customer: { id: invoice.customer_id, name: invoice.customer_name },
});
