import * as z from 'zod/mini';
import type { Draft, Outcome } from '#contract/assistant.ts';
import { newInvoice, newItem } from '#contract/invoices.ts';
import { email, percent, positiveAmount, quantity } from '#contract/wire.ts';
import type { Schema } from '#contract/endpoint.ts';
import { type CalendarDate, isCalendarDate } from '#core/dates.ts';
import {
  type Currency,
  formatMoney,
  MAX_MINOR,
  type Minor,
  minor,
  percentOf,
  timesMicro,
  ZERO,
} from '#core/money.ts';
import { type Totals, totalsOf } from '#core/totals.ts';
import { cardTexts } from './texts.ts';

export type CardItem = { key: string; description: string; quantity: string; rate: Minor | null };

/** A proposed invoice as the owner corrects it: typed texts as they stand, amounts in minor units. */
export type CardValues = {
  name: string;
  email: string;
  dueDate: string;
  items: readonly CardItem[];
  taxRate: string;
  discount: Minor | null;
};

/** Words beside fields, by the field's name; an item's are `items.0.rate`. */
export type Words = Partial<Record<string, string>>;

const doubts = cardTexts.doubts;
const errorWords = cardTexts.errors;

export const newCardItem = (): CardItem => ({
  key: crypto.randomUUID(),
  description: '',
  quantity: '1',
  rate: null,
});

export function toValues(draft: Draft): CardValues {
  const items = draft.items.map((item) => ({
    ...newCardItem(),
    description: item.description ?? '',
    quantity: `${item.quantity ?? 1}`,
    rate: amountOf(item.rate),
  }));
  const values: CardValues = {
    name: draft.customerName ?? '',
    email: draft.customerEmail ?? '',
    dueDate: draft.dueDate && isCalendarDate(draft.dueDate) ? draft.dueDate : '',
    items: items.length > 0 ? items : [newCardItem()],
    taxRate: draft.taxRate === 0 ? '' : `${draft.taxRate}`,
    discount: null,
  };
  return { ...values, discount: discountOf(draft, totalsOfCard(values).subtotal) };
}

function discountOf({ discount }: Draft, subtotal: Minor): Minor | null {
  if (!discount || discount.value <= 0) return null;
  return discount.type === 'amount'
    ? amountOf(discount.value)
    : percentOf(subtotal, Math.round(discount.value * 100));
}

function amountOf(major: number | null): Minor | null {
  if (major === null || !Number.isFinite(major) || major <= 0) return null;
  const value = Math.round(major * 100);
  return value <= MAX_MINOR ? minor(value) : null;
}

/** What the assistant did not find or was not sure of; said in words beside the field. */
export function doubtsOf({ draft, asks }: Outcome, currency: Currency): Words {
  if (!draft) return {};
  const words: Words = {
    name: draft.customerName === null ? doubts.missing : undefined,
    email: draft.customerEmail === null ? doubts.missing : undefined,
    dueDate: draft.dueDate === null ? doubts.missing : undefined,
    total: totalDoubt(draft, currency),
  };
  if (draft.items.length === 0) words['items.0.description'] = doubts.missing;
  for (const [at, item] of draft.items.entries()) {
    if (item.description === null) words[`items.${at}.description`] = doubts.missing;
    if (item.rate === null) words[`items.${at}.rate`] = doubts.missing;
    if (item.quantity === null) words[`items.${at}.quantity`] = doubts.check;
  }
  const asked = asks && fieldsAsked[asks];
  if (asked) words[asked] ??= doubts.check;
  return known(words);
}

const fieldsAsked: Partial<Record<NonNullable<Outcome['asks']>, string>> = {
  customerName: 'name',
  customerEmail: 'email',
  dueDate: 'dueDate',
  description: 'items.0.description',
  items: 'items.0.description',
  rate: 'items.0.rate',
};

function totalDoubt(draft: Draft, currency: Currency): string | undefined {
  const read = amountOf(draft.total);
  const isWhole = draft.items.every(({ rate }) => rate !== null);
  const computed = totalsOfCard(toCountable(draft)).total;
  if (read === null || !isWhole || read === computed) return undefined;
  return doubts.total(formatMoney(read, currency), formatMoney(computed, currency));
}

// The total of a draft is told before any discount of its own is turned into an amount here.
function toCountable(draft: Draft): CardValues {
  const plain = toValues({ ...draft, discount: null });
  return { ...plain, discount: discountOf(draft, totalsOfCard(plain).subtotal) };
}

/** What the card comes to; an item that cannot be read counts nothing. */
export function totalsOfCard({ items, taxRate, discount }: CardValues): Totals {
  const lines = items.flatMap((item) => {
    const quantityMicro = readQuantity(item.quantity);
    return quantityMicro === null || item.rate === null ? [] : [{ quantityMicro, rate: item.rate }];
  });
  const sum = lines.reduce((all, { quantityMicro, rate }) => all + (rate * quantityMicro) / 1e6, 0);
  return totalsOf(sum > MAX_MINOR ? [] : lines, readTaxRate(taxRate) ?? 0, discount ?? ZERO);
}

export function priceOf({ quantity, rate }: CardItem): Minor | null {
  const micro = readQuantity(quantity);
  if (micro === null || rate === null || (rate * micro) / 1e6 > MAX_MINOR) return null;
  return timesMicro(rate, micro);
}

/** What keeps the invoice from being created. `today` is the business's. */
export function checkCard(values: CardValues, today: CalendarDate): Words {
  const totals = totalsOfCard(values);
  const words: Words = {
    name: values.name.trim() === '' ? errorWords.name : problem(newInvoice.shape.clientName, values.name),
    email: problem(email, values.email),
    dueDate: dueDateProblem(values.dueDate, today),
    taxRate: readTaxRate(values.taxRate) === null ? errorWords.tax : undefined,
    discount: (values.discount ?? 0) > totals.subtotal ? errorWords.discount : undefined,
    items: values.items.length === 0 ? errorWords.nothing : undefined,
  };
  for (const [at, item] of values.items.entries()) {
    words[`items.${at}.description`] = problem(newItem.shape.description, item.description);
    words[`items.${at}.quantity`] = readQuantity(item.quantity) === null ? errorWords.quantity : undefined;
    words[`items.${at}.rate`] = problem(positiveAmount, item.rate ?? ZERO);
  }
  const readable = values.items.every((item) => item.rate !== null && readQuantity(item.quantity) !== null);
  if (readable && totals.subtotal === 0) words.items ??= errorWords.tooLarge;
  return known(words);
}

function dueDateProblem(dueDate: string, today: CalendarDate): string | undefined {
  if (!isCalendarDate(dueDate)) return errorWords.due;
  return dueDate < today ? errorWords.pastDue : undefined;
}

/** The card as the server takes it; only for one that has been checked. */
export function toInvoice(values: CardValues): z.output<typeof newInvoice> {
  return {
    amount: totalsOfCard(values).subtotal,
    clientName: values.name.trim(),
    clientEmail: values.email.trim(),
    dueDate: values.dueDate,
    items: values.items.map((item) => ({
      description: item.description.trim(),
      quantity: readQuantity(item.quantity) ?? 0,
      rate: item.rate ?? ZERO,
    })),
    taxRate: readTaxRate(values.taxRate) ?? 0,
    discount: values.discount ?? ZERO,
  };
}

const readQuantity = (typed: string): number | null => decoded(quantity, readNumber(typed));
const readTaxRate = (typed: string): number | null => decoded(percent, readNumber(typed));

function decoded(codec: typeof quantity | typeof percent, value: number): number | null {
  const read = z.safeDecode(codec, value);
  return read.success ? read.data : null;
}

function readNumber(typed: string): number {
  const plain = typed.replaceAll(',', '').trim();
  return /^\d*\.?\d*$/.test(plain) ? Number(plain) : Number.NaN;
}

function problem(schema: Schema, value: unknown): string | undefined {
  const result = z.safeEncode(schema, value);
  return result.success ? undefined : result.error.issues[0]?.message;
}

function known(words: Words): Words {
  return Object.fromEntries(Object.entries(words).filter(([, word]) => word !== undefined));
}
