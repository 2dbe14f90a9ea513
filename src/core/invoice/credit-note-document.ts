import { type CalendarDate, formatDate } from '../dates.ts';
import type { Language } from '../languages.ts';
import { add, type Currency, type Minor, subtract, ZERO } from '../money.ts';
import type { TaxCode } from '../totals.ts';
import { codeLabels, type PrintedDocument, type TotalRow } from './document.ts';
import { invoiceLabels, type LabelKey } from './labels.ts';

/** A credit note as its document needs it: amounts in minor units, quantities in millionths, zero where only an amount counts. */
export type CreditNoteFacts = {
  number: string;
  invoiceNumber: string;
  poNumber: string;
  title: string;
  currency: Currency;
  date: CalendarDate;
  customerName: string;
  customerEmail: string;
  lines: readonly { description: string; quantity: number; amount: Minor; taxCode: TaxCode }[];
  discount: Minor;
  taxRate: number;
  pricesIncludeTax: boolean;
  tax: Minor;
  total: Minor;
  /** The discount for paying early. */
  paidEarly: boolean;
  withdrawn: boolean;
};

const ONE = 1_000_000;

/** A credit note as a customer reads it: laid out as an invoice, with the invoice it is for in place of the day it is due. */
export function creditNoteDocument(
  row: CreditNoteFacts,
  business: { name: string },
  language: Language,
): PrintedDocument {
  const labels = invoiceLabels[language];
  const fact = (key: LabelKey, value: string) => ({ key, label: labels[key], value });
  const total: TotalRow = { key: 'creditTotal', label: labels.creditTotal, amount: row.total };
  return {
    kind: 'creditNote',
    language,
    labels,
    number: row.number,
    revision: 1,
    currency: row.currency,
    title: row.title,
    description: '',
    from: business.name,
    to: { name: row.customerName, lines: row.customerEmail === '' ? [] : [row.customerEmail] },
    issued: { ...fact('issued', formatDate(row.date, language)), date: row.date },
    due: null,
    references: [
      fact('invoice', row.invoiceNumber),
      ...(row.poNumber ? [fact('poNumber', row.poNumber)] : []),
      ...(row.paidEarly ? [fact('creditReason', labels.paidEarly)] : []),
    ],
    lines: row.lines.map(({ description, quantity, amount, taxCode }) => ({
      description,
      quantity: quantity === 0 ? ONE : quantity,
      rate: quantity === 0 ? amount : perUnit(amount, quantity),
      total: amount,
      note: taxCode === 'standard' ? '' : labels[codeLabels[taxCode]],
    })),
    totals: [...sumRows(row, language), total],
    headline: total,
    parts: [],
    terms: null,
    notes: null,
    bank: null,
    status: { paid: null, cancelled: false, withdrawn: row.withdrawn, replaced: false, draft: false },
  };
}

const perUnit = (amount: Minor, quantity: number): Minor => Math.round((amount * ONE) / quantity) as Minor;

function sumRows(
  { lines, discount, tax, taxRate, pricesIncludeTax }: CreditNoteFacts,
  language: Language,
): TotalRow[] {
  const labels = invoiceLabels[language];
  const key = pricesIncludeTax ? 'taxIncluded' : 'tax';
  return [
    { key: 'subtotal', label: labels.subtotal, amount: add(...lines.map(({ amount }) => amount)) },
    ...(discount > 0
      ? [{ key: 'discount' as const, label: labels.discount, amount: subtract(ZERO, discount) }]
      : []),
    ...(taxRate > 0
      ? [{ key, label: labels[key].replace('{percent}', String(taxRate / 100)), amount: tax } as const]
      : []),
  ];
}
