import type { revisedParts } from '#contract/invoice-revision.ts';
import { type InvoiceText, invoiceTextNames } from '#core/invoice/texts.ts';
import { ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import type { Totals } from '#core/totals.ts';
import { type Contents, type Invoice, type InvoiceItem, textColumns } from '../table.ts';
import { textColumnsOf } from './facts.ts';
import type { NewInvoice } from './invoice.ts';

type EarlyColumn = 'early_bps' | 'early_until' | 'early_discount_minor';

/** All that a quote may offer: contents without their customer, the days they are due, and a discount for paying early. */
export type Offer = Omit<Contents, 'customer_name' | 'due_date' | 'schedule' | EarlyColumn>;

/** The contents an input and its totals make, but for the customer and the days they are due. */
export const offerOf = (
  input: Omit<NewInvoice, 'dueDate' | 'schedule' | 'earlyPayment'>,
  totals: Totals,
): Offer => ({
  ...textColumnsOf(input),
  subtotal_minor: totals.subtotal,
  discount_minor: totals.discount,
  tax_bps: input.taxRate,
  prices_include_tax: input.pricesIncludeTax ?? false,
  tax_minor: totals.tax,
  total_minor: totals.total,
  items: input.items.map((item, position) => ({
    position,
    description: item.description,
    quantity_micro: item.quantity,
    rate_minor: item.rate,
    discount_minor: totals.lineDiscounts[position] ?? ZERO,
    discount_bps: item.discountPercent ?? null,
    tax_code: item.taxCode ?? 'standard',
    total_minor: totals.lines[position] ?? ZERO,
  })),
});

/** The contents of a stored invoice. */
export const contentsIn = (invoice: Invoice, items: InvoiceItem[]): Contents => ({
  ...textColumnsOf(textsIn(invoice)),
  customer_name: invoice.customer_name,
  subtotal_minor: invoice.subtotal_minor,
  discount_minor: invoice.discount_minor,
  tax_bps: invoice.tax_bps,
  prices_include_tax: invoice.prices_include_tax,
  tax_minor: invoice.tax_minor,
  total_minor: invoice.total_minor,
  due_date: invoice.due_date,
  schedule: invoice.schedule,
  early_bps: invoice.early_bps,
  early_until: invoice.early_until,
  early_discount_minor: invoice.early_discount_minor,
  items,
});

type RevisedPart = (typeof revisedParts)[number];

/** The parts in which two states of an invoice differ, the sum first. */
export function changedParts(before: Contents, after: Contents): RevisedPart[] {
  const differs: [RevisedPart, boolean][] = [
    ['amount', before.total_minor !== after.total_minor],
    ['dueDate', before.due_date !== after.due_date],
    ['schedule', partsIn(before) !== partsIn(after)],
    ['customer', before.customer_name !== after.customer_name],
    ...invoiceTextNames.map((name): [RevisedPart, boolean] => [
      name,
      before[textColumns[name]] !== after[textColumns[name]],
    ]),
    ['items', linesIn(before) !== linesIn(after)],
    ['taxRate', before.tax_bps !== after.tax_bps],
    ['pricesIncludeTax', before.prices_include_tax !== after.prices_include_tax],
    ['discount', before.discount_minor !== after.discount_minor],
    ['earlyPayment', earlyIn(before) !== earlyIn(after)],
  ];
  return differs.flatMap(([part, isChanged]) => (isChanged ? [part] : []));
}

// A revision of before the discount existed has none of its columns.
const earlyIn = ({ early_bps, early_until }: Contents): string =>
  early_bps ? `${early_bps} ${early_until}` : '';

const partsIn = ({ schedule }: Contents): string =>
  JSON.stringify((schedule ?? []).map(({ label, sum, day }) => [label, sum, day]));

const linesIn = ({ items }: Contents): string =>
  JSON.stringify(
    items.map((item) => [
      item.description,
      item.quantity_micro,
      item.rate_minor,
      item.discount_minor,
      item.tax_code,
    ]),
  );

/** The texts of contents, by the contract's names. */
export const textsIn = (contents: Pick<Contents, (typeof textColumns)[InvoiceText]>) =>
  recordOf(invoiceTextNames, (name) => contents[textColumns[name]]);

/** The contents of an invoice as the form sends them, for a copy that is due on a day. */
export const inputOf = (contents: Offer, customerId: string, dueDate: string): NewInvoice => ({
  customerId,
  dueDate,
  ...textsIn(contents),
  items: contents.items.map((item) => ({
    description: item.description,
    quantity: item.quantity_micro,
    rate: item.rate_minor,
    ...(item.discount_bps === null
      ? { discount: item.discount_minor }
      : { discountPercent: item.discount_bps }),
    taxCode: item.tax_code,
  })),
  taxRate: contents.tax_bps,
  pricesIncludeTax: contents.prices_include_tax,
  discount: contents.discount_minor,
});
