import { creditReasonNames } from '#contract/credit-notes.ts';
import {
  type AskedCredit,
  type CreditableLine,
  type Credited,
  creditTotals,
  type CreditTotals,
  groupsToCredit,
  lineCredit,
} from '#core/credit-note.ts';
import { dateIn } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import { add, type Currency, formatMoney, type Minor, subtract, ZERO } from '#core/money.ts';
import { moneyValue, type Table, textValue, type Value } from '#core/tables.ts';
import type { TaxTerms } from '#core/totals.ts';
import type { Invoice, InvoiceItem } from '#server/modules/invoices/rules/invoice.ts';
import type { CreditNote, CreditNoteLine } from './table.ts';

/** A line of the invoice by its place, and how much of it: millionths of a quantity, or minor units. */
export type AskedLine = { item: number; quantity?: number | undefined; amount?: Minor | undefined };

type Standing = Pick<CreditNote, 'groups'> & {
  lines: Pick<CreditNoteLine, 'position' | 'quantity_micro' | 'total_minor'>[];
};

/** `CRN-0001`, and on past four digits. */
export const creditNoteNumber = (count: number): string => `CRN-${String(count).padStart(4, '0')}`;

/** The lines and sums of a credit note on an invoice. Throws 422 on a line of which less is left. */
export function creditOf(
  invoice: Invoice,
  items: readonly InvoiceItem[],
  before: readonly Standing[],
  asked: readonly AskedLine[],
): { lines: Omit<CreditNoteLine, 'business_id' | 'credit_note_id'>[]; totals: CreditTotals } {
  const terms = termsOf(invoice);
  const creditable = items.map(creditableLine);
  const lines = asked.map((one, at) => creditLine(items, before, one, at, invoice.currency));
  const repeated = lines.findIndex(
    (line, at) => lines.findIndex((other) => other.position === line.position) < at,
  );
  if (repeated >= 0) throw fieldError(`lines.${repeated}.item`, 'This line is named twice');
  const totals = creditTotals(
    groupsToCredit(creditable, terms, invoice.discount_minor),
    before.flatMap((note) => note.groups),
    lines.map((line) => ({ code: line.tax_code, amount: line.total_minor })),
    terms,
  );
  if (totals.total === 0) throw fieldError('lines', 'That comes to nothing. Credit more of it');
  return { lines, totals };
}

/** Each line of an invoice with all that notes have left of it, as one that is credited whole asks for it. */
export const wholeOf = (items: readonly InvoiceItem[], before: readonly Standing[]): AskedLine[] =>
  items.flatMap((item, at) => {
    const left = subtract(item.total_minor, creditedOf(before, at).amount);
    return left > 0 ? [{ item: at, amount: left }] : [];
  });

const termsOf = ({ tax_bps, prices_include_tax }: Invoice): TaxTerms => ({
  taxBps: tax_bps,
  pricesIncludeTax: prices_include_tax,
});

const creditableLine = (item: InvoiceItem): CreditableLine => ({
  quantityMicro: item.quantity_micro,
  rate: item.rate_minor,
  discount: item.discount_minor,
  taxCode: item.tax_code,
  total: item.total_minor,
});

function creditedOf(before: readonly Standing[], position: number): Credited {
  const lines = before.flatMap((note) => note.lines).filter((line) => line.position === position);
  return {
    quantityMicro: lines.reduce((sum, line) => sum + line.quantity_micro, 0),
    amount: add(...lines.map((line) => line.total_minor)),
  };
}

function creditLine(
  items: readonly InvoiceItem[],
  before: readonly Standing[],
  { item: position, quantity, amount }: AskedLine,
  at: number,
  currency: Currency,
) {
  const item = items[position];
  if (!item) throw fieldError(`lines.${at}.item`, 'The invoice has no such line');
  const credited = creditedOf(before, position);
  const field = quantity === undefined ? 'amount' : 'quantity';
  const asked: AskedCredit =
    quantity === undefined ? { amount: amount ?? ZERO } : { quantityMicro: quantity };
  const credit = lineCredit(creditableLine(item), credited, asked);
  if (!credit) throw fieldError(`lines.${at}.${field}`, leftOf(item, credited, field, currency));
  if (credit.amount === 0) throw fieldError(`lines.${at}.${field}`, 'Nothing of this line is left to credit');
  return {
    position,
    description: item.description,
    quantity_micro: credit.quantityMicro,
    tax_code: item.tax_code,
    total_minor: credit.amount,
  };
}

function leftOf(
  item: InvoiceItem,
  credited: Credited,
  field: 'amount' | 'quantity',
  currency: Currency,
): string {
  const left =
    field === 'amount'
      ? formatMoney(subtract(item.total_minor, credited.amount), currency)
      : String((item.quantity_micro - credited.quantityMicro) / 1_000_000);
  return `Only ${left} of this line is left to credit`;
}

/** A credit note as files tell of it. */
type FiledNote = CreditNote & { invoice_number: string; customer_name: string; currency: Currency };

const noteColumns: readonly (readonly [heading: string, valueOf: (note: FiledNote) => Value])[] = [
  ['Number', ({ number }) => textValue(creditNoteNumber(number))],
  ['Issued', ({ issue_date }) => textValue(issue_date)],
  ['Invoice', ({ invoice_number }) => textValue(invoice_number)],
  ['Customer', ({ customer_name }) => textValue(customer_name)],
  ['Currency', ({ currency }) => textValue(currency)],
  ['Reason', ({ reason }) => textValue(creditReasonNames[reason])],
  ['Note', ({ note }) => textValue(note)],
  ['Tax', ({ tax_minor }) => moneyValue(tax_minor)],
  ['Total', ({ total_minor }) => moneyValue(total_minor)],
  ['Owed less', ({ owed_minor }) => moneyValue(owed_minor)],
  ['Kept as credit', ({ credit_minor }) => moneyValue(credit_minor)],
  ['Refunded', ({ refund_minor }) => moneyValue(refund_minor)],
  ['Given back by hand', ({ gave_back_minor }) => moneyValue(gave_back_minor)],
  ['Taken back on', ({ withdrawn_at }) => textValue(withdrawn_at ? dateIn(withdrawn_at) : '')],
];

/** Credit notes as the table of a file. */
export const noteTable = (notes: readonly FiledNote[]): Table => ({
  title: '',
  headings: noteColumns.map(([heading]) => heading),
  rows: notes.map((note) => noteColumns.map(([, valueOf]) => valueOf(note))),
});

type Effect = Pick<CreditNote, 'owed_minor' | 'credit_minor' | 'refund_minor' | 'gave_back_minor'>;

/** The owner is told so where the money of a credit note went. */
export function effectSentence(effect: Effect, currency: Currency, customer: string): string {
  const money = (amount: Minor) => formatMoney(amount, currency);
  const parts = [
    effect.owed_minor > 0 ? `${customer} owes ${money(effect.owed_minor)} less` : '',
    effect.credit_minor > 0 ? `${money(effect.credit_minor)} is kept as their credit` : '',
    effect.refund_minor > 0 ? `${money(effect.refund_minor)} goes back to them` : '',
    effect.gave_back_minor > 0 ? `you gave ${money(effect.gave_back_minor)} back yourself` : '',
  ].filter((part) => part !== '');
  const sentence = parts.join(', ');
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`;
}
