import type { CalendarDate } from '#core/dates.ts';
import { displayStatusOf } from '#core/invoice/display-status.ts';
import type { InvoiceLine } from '#core/invoice/document.ts';
import { type InvoiceText, lineTextNames, paragraphNames } from '#core/invoice/texts.ts';
import { type Minor, subtract } from '#core/money.ts';
import { recordOf, renamed } from '#core/records.ts';
import { type Invoice, type InvoiceItem, textColumns } from '../table.ts';
import { statusOf } from './invoice.ts';
import type { ToldEarly } from '#core/early-payment.ts';
import { earlyTermsOf, offeredEarly, toldEarly } from './early-payment.ts';
import { askedNow, nextPartOf, partsOf } from './schedule.ts';

/** The columns of an invoice's texts; what is left out is blank. */
export const textColumnsOf = (texts: Partial<Record<InvoiceText, string | null | undefined>>) =>
  renamed(textColumns, (name) => texts[name] ?? '');

/** Columns that lists read of an invoice: of the facts below, and those it is filtered and put in order by. */
export const listedColumns = [
  'business_id',
  'id',
  'customer_id',
  'number',
  'customer_name',
  'customer_email',
  ...lineTextNames.map((name) => textColumns[name]),
  'currency',
  'total_minor',
  'tax_minor',
  'paid_minor',
  'credited_minor',
  'withheld_minor',
  'written_off_minor',
  'balance_minor',
  'settled_as',
  'issue_date',
  'due_date',
  'early_bps',
  'early_until',
  'early_discount_minor',
  'sent_at',
  'paid_at',
  'deleted_at',
  'state',
  'created_at',
] as const;
export type ListedInvoice = Pick<Invoice, (typeof listedColumns)[number]>;

/** The facts of an invoice that lists show, by the contract's names. */
export const summaryOf = (invoice: ListedInvoice, today: CalendarDate) => ({
  ...recordOf(lineTextNames, (name) => invoice[textColumns[name]]),
  invoiceNumber: invoice.number,
  customerName: invoice.customer_name,
  customerEmail: invoice.customer_email,
  currency: invoice.currency,
  totalAmount: invoice.total_minor,
  amountPaid: invoice.paid_minor,
  credited: invoice.credited_minor,
  withheld: invoice.withheld_minor,
  writtenOff: invoice.written_off_minor,
  balance: invoice.balance_minor,
  status: statusOf(invoice, today),
  displayStatus: displayStatusOf(statusOf(invoice, today), invoice.paid_minor),
  date: invoice.issue_date,
  dueDate: invoice.due_date,
  earlyTerms: earlyTermsOf(invoice),
  earlyDiscount: offeredEarly(invoice),
});

/** All facts of an invoice, by the contract's names. */
export const factsOf = (invoice: Invoice, today: CalendarDate) => ({
  ...summaryOf(invoice, today),
  ...recordOf(paragraphNames, (name) => invoice[textColumns[name]]),
  subtotal: invoice.subtotal_minor,
  discount: invoice.discount_minor,
  taxRate: invoice.tax_bps,
  pricesIncludeTax: invoice.prices_include_tax,
  tax: invoice.tax_minor,
  bankDetails: invoice.pay_to,
  schedule: partsOf(invoice),
  earlyPayment: toldEarly(invoice, today),
  revision: invoice.revision,
  changedAt: invoice.changed_at,
  paidAt: invoice.paid_at,
  quotePart: quotePartOf(invoice),
});

const quotePartOf = ({ quote_id, quote_number, quote_part }: Invoice) =>
  quote_id === null || quote_number === null || quote_part === null
    ? null
    : { quoteId: quote_id, quoteNumber: quote_number, part: quote_part };

/**
 * The facts of an invoice that messages to its customer tell: `toPay` (minor units) is what is left to pay, less tax they keep of it;
 * `replaces` is the day of the one it takes the place of, `early` the discount for paying early.
 */
export const messageFactsOf = <B>(
  invoice: Invoice,
  business: B,
  {
    toPay,
    payUrl,
    replaces = null,
    early = null,
  }: { toPay: Minor; payUrl: string; replaces?: CalendarDate | null; early?: ToldEarly | null },
) => ({
  business,
  customerName: invoice.customer_name,
  number: invoice.number,
  title: invoice.title,
  ...sumsAsked(invoice, toPay),
  currency: invoice.currency,
  due: invoice.due_date,
  payUrl,
  replaces,
  earlyPayment: early,
});

// Of one that is paid in parts a message asks for the part whose turn it is, less tax that is kept of it, and names the whole beside it.
function sumsAsked(invoice: Invoice, toPay: Minor) {
  const [next, balance] = [nextPartOf(invoice), askedNow(invoice, toPay)];
  const tax = subtract(invoice.balance_minor, toPay);
  const kept = tax > 0 && balance === toPay ? { kept: { tax, of: invoice.total_minor } } : {};
  if (next?.state === 'open')
    return {
      ...kept,
      balance,
      total: next.paid > 0 ? next.sum : balance,
      part: { label: next.label, of: invoice.total_minor },
    };
  return { ...kept, balance, total: subtract(invoice.total_minor, subtract(invoice.balance_minor, balance)) };
}

/** The lines of an invoice, by the contract's names. */
export const linesOf = (items: readonly InvoiceItem[]): Required<InvoiceLine>[] =>
  items.map((item) => ({
    description: item.description,
    quantity: item.quantity_micro,
    rate: item.rate_minor,
    total: item.total_minor,
    discount: item.discount_minor,
    discountPercent: item.discount_bps,
    taxCode: item.tax_code,
  }));
