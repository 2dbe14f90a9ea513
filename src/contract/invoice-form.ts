import * as z from 'zod/mini';
import { type CalendarDate, isCalendarDate } from '#core/dates.ts';
import { type EarlyPayment, earlyPaymentFault } from '#core/early-payment.ts';
import type { InvoiceText } from '#core/invoice/texts.ts';
import { type Minor, minorToMajor, ZERO } from '#core/money.ts';
import {
  type Line,
  overflowAt,
  type TaxCode,
  type TaxTerms,
  type Totals,
  totalsFault,
  totalsOf,
} from '#core/totals.ts';
import type { Schema } from './endpoint.ts';
import { newItem } from './invoice-item.ts';
import { invoiceText, MAX_ITEMS } from './invoices.ts';
import { amount, percent, positiveAmount, quantity } from './wire.ts';

/** Messages beside fields, by field name. */
export type FieldMessages = Partial<Record<string, string>>;

/** One item as it is typed; its rate in minor units, its discount an amount or a percentage with its sign. */
export type TypedItem = {
  description: string;
  quantity: string;
  rate: Minor | null;
  discount: string;
  taxCode: TaxCode;
};

/** How an invoice is taxed, as it is typed: the rate in percent. */
export type TypedTax = { taxRate: string; pricesIncludeTax?: boolean | undefined };

/** An item as it is sent, without its words. */
type Item = Omit<z.output<typeof newItem>, 'description'>;
type ItemDiscount = Pick<Item, 'discount' | 'discountPercent'>;

const messages = {
  dueDate: 'Due date is required',
  pastDueDate: 'Due date cannot be in the past',
  items: 'At least one item is required',
  tooManyItems: `An invoice has at most ${MAX_ITEMS} items`,
  taxRate: 'Tax rate must be between 0 and 100',
  earlyRate: 'Enter a percentage above 0 and below 100',
  earlyDay: 'Choose the last day of the discount',
  itemDiscount: 'Enter an amount, or a percentage such as 10%',
};

/** Why an invoice cannot be due on a day; `today` is the business's calendar date. */
export function dueDateProblem(dueDate: string, today: CalendarDate): string | undefined {
  if (!isCalendarDate(dueDate)) return messages.dueDate;
  return dueDate < today ? messages.pastDueDate : undefined;
}

/** A discount for paying early as it is typed, in percent, with its last day; both blank for none. */
export type TypedEarly = { earlyPercent: string; earlyUntil: string };

const offersEarly = ({ earlyPercent, earlyUntil }: TypedEarly): boolean =>
  earlyPercent.trim() !== '' || earlyUntil !== '';

/** The discount for paying early as it is sent; null where there is none, and while it cannot be read. */
export function readEarly(typed: TypedEarly): EarlyPayment | null {
  const percent = offersEarly(typed) ? readPercent(typed.earlyPercent) : null;
  return percent === null || !isCalendarDate(typed.earlyUntil) ? null : { percent, until: typed.earlyUntil };
}

/** Problems of such a discount on an invoice that is due on a day. */
export function checkEarly(typed: TypedEarly, offered: { today: CalendarDate; due: string }): FieldMessages {
  if (!offersEarly(typed)) return {};
  const early = readEarly(typed);
  const fault = early && earlyPaymentFault(early, { ...offered, inParts: false });
  return definedMessages({
    earlyPercent: readPercent(typed.earlyPercent) === null ? messages.earlyRate : undefined,
    earlyUntil: isCalendarDate(typed.earlyUntil) ? fault?.message : messages.earlyDay,
  });
}

/** Problems of the texts of an invoice; those in `required` may not be blank, and say so in these words. */
export function checkTexts(
  values: Readonly<Record<InvoiceText, string>>,
  names: readonly InvoiceText[],
  required: Partial<Record<InvoiceText, string>> = {},
): FieldMessages {
  return definedMessages(
    Object.fromEntries(names.map((name) => [name, problem(invoiceText(name, required[name]), values[name])])),
  );
}

/** Problems of an item, by `description`, `quantity`, `rate` and `discount`. */
export function checkItem(item: TypedItem): FieldMessages {
  const { description, quantity: count, rate } = item;
  const read = z.safeDecode(quantity, readNumber(count));
  return definedMessages({
    description: problem(newItem.shape.description, description),
    quantity: read.success ? undefined : read.error.issues[0]?.message,
    rate: problem(positiveAmount, rate ?? ZERO),
    discount: itemDiscountProblem(item),
  });
}

function itemDiscountProblem(item: TypedItem): string | undefined {
  if (readItemDiscount(item.discount) === null) return messages.itemDiscount;
  const read = readItem(item);
  const fault = read && totalsFault([lineOf(read)], { taxBps: 0 }, ZERO);
  return fault?.field === 'items.0.discount' ? fault.message : undefined;
}

/** A typed item as it is sent, without its words; null while it cannot be. */
export function readItem({ quantity: count, rate, discount, taxCode }: TypedItem) {
  const [read, off] = [readQuantity(count), readItemDiscount(discount)];
  return read === null || rate === null || off === null ? null : { quantity: read, rate, ...off, taxCode };
}

/** Problems of the sums of an invoice, by `items`, `taxRate` and `discount`. */
export function checkSums(lines: readonly Line[], tax: TypedTax, discount: Minor): FieldMessages {
  const fault = lines.length > 0 ? totalsFault(lines, termsOf(tax), discount) : null;
  const ofItems = fault?.field === 'discount' ? undefined : fault?.message;
  return definedMessages({
    items: countProblem(lines.length) ?? ofItems,
    taxRate: readTaxRate(tax.taxRate) === null ? messages.taxRate : undefined,
    discount: fault?.field === 'discount' ? fault.message : undefined,
  });
}

function countProblem(count: number): string | undefined {
  if (count === 0) return messages.items;
  return count > MAX_ITEMS ? messages.tooManyItems : undefined;
}

/** Totals while a form is filled in: without lines too large to add up, and without a tax rate that cannot be read. */
export const formTotals = (lines: readonly Line[], tax: TypedTax, discount: Minor): Totals =>
  totalsOf(overflowAt(lines) >= 0 ? [] : lines, termsOf(tax), discount);

const termsOf = ({ taxRate, pricesIncludeTax }: TypedTax): TaxTerms => ({
  taxBps: readTaxRate(taxRate) ?? 0,
  pricesIncludeTax,
});

/** An item as it is sent, as a line to add up. */
export const lineOf = ({
  quantity: quantityMicro,
  rate,
  discount,
  discountPercent,
  taxCode,
}: Item): Line => ({
  quantityMicro,
  rate,
  discount,
  discountBps: discountPercent,
  taxCode,
});

/** Millionths of a typed quantity; null when it is none. */
export const readQuantity = (typed: string): number | null => decoded(quantity, typed);

/** A discount of one item as it is typed, `500` or `10%`; null when it is neither, empty when nothing is typed. */
function readItemDiscount(typed: string): { discount?: Minor; discountPercent?: number } | null {
  const text = typed.trim();
  if (text === '') return {};
  const isPercent = text.endsWith('%');
  const value = readNumber(isPercent ? text.slice(0, -1) : text);
  const read = z.safeDecode(isPercent ? percent : amount, value);
  if (!read.success || Number.isNaN(value)) return null;
  return isPercent ? { discountPercent: read.data } : { discount: read.data as Minor };
}

/** A part of a total as it is typed, `60%` or `500`; null when it is neither, nothing, or all of it. */
export function readShare(typed: string): { percent: number } | { amount: Minor } | null {
  const { discountPercent: percent, discount: sum } = readItemDiscount(typed) ?? {};
  if (percent !== undefined) return percent > 0 && percent < 10_000 ? { percent } : null;
  return sum && sum > 0 ? { amount: sum } : null;
}

/** Basis points of a part of a total as it is typed, `60` or `60%`; null when it is none, nothing, or all of it. */
export function readPercent(typed: string): number | null {
  const read = readShare(`${typed.trim().replace(/%$/, '')}%`);
  return read && 'percent' in read ? read.percent : null;
}

/** The discount of an item as it would be typed. */
export function typedItemDiscount({ discount = ZERO, discountPercent }: ItemDiscount): string {
  if (typeof discountPercent === 'number') return `${discountPercent / 100}%`;
  return discount > 0 ? minorToMajor(discount).toFixed(2) : '';
}

/** Basis points of a typed percentage (nothing typed is 0); null when it is none. */
export const readTaxRate = (typed: string): number | null => decoded(percent, typed);

function decoded(codec: typeof quantity | typeof percent, typed: string): number | null {
  const read = z.safeDecode(codec, readNumber(typed));
  return read.success ? read.data : null;
}

const THOUSANDS = /^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const DECIMAL_COMMA = /^\d*,\d{1,2}$/;

// "1,250" is a thousand and more, "2,5" two and a half; other commas are no number.
function readNumber(typed: string): number {
  const text = typed.trim();
  const plain = THOUSANDS.test(text)
    ? text.replaceAll(',', '')
    : DECIMAL_COMMA.test(text)
      ? text.replace(',', '.')
      : text;
  return /^\d*(?:\.\d*)?$/.test(plain) ? Number(plain) : Number.NaN;
}

/** The first complaint of a schema about a decoded value. */
export function problem(schema: Schema, value: unknown): string | undefined {
  const result = z.safeEncode(schema, value);
  return result.success ? undefined : result.error.issues[0]?.message;
}

/** Drops fields without a message. */
export const definedMessages = (found: FieldMessages): FieldMessages =>
  Object.fromEntries(Object.entries(found).filter(([, message]) => message !== undefined));
