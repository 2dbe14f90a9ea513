import type { Selectable } from 'kysely';
import {
  type AskedCredit,
  type CreditableLine,
  type Credited,
  creditTotals,
  type CreditTotals,
  groupsToCredit,
  lineCredit,
} from '#core/credit-note.ts';
import { fieldError } from '#core/errors.ts';
import { add, type Currency, formatMoney, type Minor, percentOf, subtract, ZERO } from '#core/money.ts';
import type { TaxTerms } from '#core/totals.ts';
import type { Database } from '#server/kernel/db.ts';
import type { Invoice, InvoiceItem } from '../table.ts';

export type CreditNote = Selectable<Database['credit_notes']>;
export type CreditNoteLine = Selectable<Database['credit_note_lines']>;

/** A line of the invoice by its place, and how much of it: millionths of a quantity, or minor units. */
export type AskedLine = { item: number; quantity?: number | undefined; amount?: Minor | undefined };

/** A credit note that counts already. */
export type Standing = Pick<CreditNote, 'groups'> & {
  lines: Pick<CreditNoteLine, 'position' | 'quantity_micro' | 'total_minor'>[];
};

/** An invoice as far as its credit notes depend on it. */
export type CreditedInvoice = Pick<Invoice, 'tax_bps' | 'prices_include_tax' | 'discount_minor' | 'currency'>;

/** The lines and sums of a credit note. */
export type Credit = {
  lines: Omit<CreditNoteLine, 'business_id' | 'credit_note_id'>[];
  totals: CreditTotals;
};

/** `CRN-0001`, and on past four digits. */
export const creditNoteNumber = (count: number): string => `CRN-${String(count).padStart(4, '0')}`;

/** The lines and sums of a credit note on an invoice. Throws 422 on a line of which less is left. */
export function creditOf(
  invoice: CreditedInvoice,
  items: readonly InvoiceItem[],
  before: readonly Standing[],
  asked: readonly AskedLine[],
): Credit {
  const lines = asked.map((one, at) => creditLine(items, before, one, at, invoice.currency));
  const repeated = lines.findIndex(
    (line, at) => lines.findIndex((other) => other.position === line.position) < at,
  );
  if (repeated >= 0) throw fieldError(`lines.${repeated}.item`, 'This line is named twice');
  const totals = totalsOf(invoice, items, before, lines);
  if (totals.total === 0) throw fieldError('lines', 'That comes to nothing. Credit more of it');
  return { lines, totals };
}

/**
 * The credit note for paying early, so many basis points of each line that is left; null where that comes to nothing. Its sum is the
 * discount: rounded line by line and tax by tax as any other, so that paper and invoice never differ.
 */
export function earlyCredit(
  invoice: CreditedInvoice,
  items: readonly InvoiceItem[],
  before: readonly Standing[],
  bps: number,
): Credit | null {
  const lines = wholeOf(items, before).flatMap(({ item, amount }) => {
    const off = percentOf(amount, bps);
    return off > 0 ? [creditLine(items, before, { item, amount: off }, item, invoice.currency)] : [];
  });
  const totals = totalsOf(invoice, items, before, lines);
  return totals.total > 0 ? { lines, totals } : null;
}

/** Each line of an invoice with all that notes have left of it, as one that is credited whole asks for it. */
export const wholeOf = (
  items: readonly InvoiceItem[],
  before: readonly Standing[],
): { item: number; amount: Minor }[] =>
  items.flatMap((item, at) => {
    const left = subtract(item.total_minor, creditedOf(before, at).amount);
    return left > 0 ? [{ item: at, amount: left }] : [];
  });

function totalsOf(
  invoice: CreditedInvoice,
  items: readonly InvoiceItem[],
  before: readonly Standing[],
  lines: Credit['lines'],
): CreditTotals {
  const terms = taxTermsOf(invoice);
  return creditTotals(
    groupsToCredit(items.map(creditableLine), terms, invoice.discount_minor),
    before.flatMap((note) => note.groups),
    lines.map((line) => ({ code: line.tax_code, amount: line.total_minor })),
    terms,
  );
}

const taxTermsOf = ({ tax_bps, prices_include_tax }: CreditedInvoice): TaxTerms => ({
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
