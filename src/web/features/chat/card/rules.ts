import type * as z from 'zod/mini';
import type { Draft } from '#contract/assistant.ts';
import {
  checkEarly,
  checkItem,
  checkSums,
  definedMessages,
  dueDateProblem,
  type FieldMessages,
  formTotals,
  lineOf,
  problem,
  readEarly,
  readItem,
  readQuantity,
  readTaxRate,
  type TypedEarly,
  type TypedItem,
  typedItemDiscount,
} from '#contract/invoice-form.ts';
import { unreachable } from '#contract/customers.ts';
import { newInvoice } from '#contract/invoices.ts';
import { emailOrNone, reachablePhone } from '#contract/contact.ts';
import { type CalendarDate, isCalendarDate } from '#core/dates.ts';
import { type Currency, MAX_MINOR, type Minor, minor, minorToMajor, percentOf, ZERO } from '#core/money.ts';
import { formatPhone, toE164 } from '#core/phone.ts';
import type { Line, Totals } from '#core/totals.ts';
import { cardTexts } from './texts.ts';

export type CardItem = TypedItem & { key: string };

/** A proposed invoice as the owner corrects it: typed texts as they stand, amounts in minor units. */
export type CardValues = {
  name: string;
  email: string;
  phone: string;
  dueDate: string;
  items: readonly CardItem[];
  taxRate: string;
  pricesIncludeTax: boolean;
  discount: Minor | null;
  /** The discount as a share of the items, in basis points; it stands instead of `discount`. */
  discountBps: number | null;
  /** Null where none was proposed; a text that is taken off stays as an empty one. */
  early: TypedEarly | null;
  poNumber: string | null;
  notes: string | null;
  /** Null where no source names it. */
  currency: Currency | null;
};

export const newCardItem = (): CardItem => ({
  key: crypto.randomUUID(),
  description: '',
  quantity: '1',
  rate: null,
  discount: '',
  taxCode: 'standard',
});

export function toValues(draft: Draft): CardValues {
  const items = draft.items.map((item) => ({
    ...newCardItem(),
    description: item.description ?? '',
    quantity: `${roundTo(item.quantity ?? 1, 6)}`,
    rate: amountOf(item.rate),
    discount: typedItemDiscount(itemDiscountOf(item.discount)),
    taxCode: item.taxCode ?? 'standard',
  }));
  return {
    name: draft.customerName ?? '',
    email: draft.customerEmail ?? '',
    phone: formatPhone(draft.customerPhone ?? ''),
    dueDate: draft.dueDate && isCalendarDate(draft.dueDate) ? draft.dueDate : '',
    items: items.length > 0 ? items : [newCardItem()],
    taxRate: draft.taxRate === 0 ? '' : `${roundTo(draft.taxRate, 2)}`,
    pricesIncludeTax: draft.pricesIncludeTax ?? false,
    ...discountOf(draft),
    early: draft.earlyPayment
      ? { earlyPercent: `${draft.earlyPayment.percent}`, earlyUntil: draft.earlyPayment.until }
      : null,
    poNumber: draft.poNumber ?? null,
    notes: draft.notes ?? null,
    currency: draft.currency,
  };
}

// Computed figures may have more decimals than a field takes.
const roundTo = (value: number, decimals: number) => Number(value.toFixed(decimals));

const itemDiscountOf = (discount: Draft['discount'] | undefined) =>
  discount?.type === 'percent'
    ? { discountPercent: Math.round(discount.value * 100) }
    : { discount: amountOf(discount?.value ?? null) ?? ZERO };

function discountOf({ discount }: Draft): Pick<CardValues, 'discount' | 'discountBps'> {
  if (!discount || discount.value <= 0) return { discount: null, discountBps: null };
  return discount.type === 'amount'
    ? { discount: amountOf(discount.value), discountBps: null }
    : { discount: null, discountBps: Math.round(discount.value * 100) };
}

/** An amount in minor units; null for what is none. */
export function amountOf(major: number | null): Minor | null {
  if (major === null || !Number.isFinite(major) || major <= 0) return null;
  const value = Math.round(major * 100);
  return value <= MAX_MINOR ? minor(value) : null;
}

/** The card's totals; an item that cannot be parsed counts nothing. */
export const totalsOfCard = (values: CardValues): Totals =>
  formTotals(linesOf(values), values, discountOn(values));

const linesOf = ({ items }: CardValues): Line[] =>
  items.flatMap((item) => {
    const read = readItem(item);
    return read ? [lineOf(read)] : [];
  });

function discountOn(values: CardValues): Minor {
  const { discount, discountBps } = values;
  if (discountBps === null) return discount ?? ZERO;
  return percentOf(formTotals(linesOf(values), { taxRate: '' }, ZERO).subtotal, discountBps);
}

/**
 * Messages by field that keep the invoice from being created. `today` is the business's; `needsContact` where the form's own rules
 * hold, which know no customer without an email address or a phone number.
 */
export function checkCard(values: CardValues, today: CalendarDate, needsContact = false): FieldMessages {
  const lines = linesOf(values);
  const { items, ...sums } = checkSums(lines, values, discountOn(values));
  const ofItems = values.items.flatMap((item, at) =>
    Object.entries(checkItem(item)).map(([field, message]) => [`items.${at}.${field}`, message]),
  );
  return definedMessages({
    name:
      values.name.trim() === '' ? cardTexts.errors.name : problem(newInvoice.shape.clientName, values.name),
    currency: values.currency ? undefined : cardTexts.doubts.missing,
    ...(needsContact && isUnreachable(values)
      ? Object.fromEntries(unreachable.map(({ path, message }) => [path, message]))
      : { email: problem(emailOrNone, values.email), phone: problem(reachablePhone, values.phone) }),
    dueDate: dueDateProblem(values.dueDate, today),
    poNumber: problem(newInvoice.shape.poNumber, values.poNumber),
    notes: problem(newInvoice.shape.notes, values.notes),
    ...(values.early && checkEarly(values.early, { today, due: values.dueDate })),
    ...sums,
    items: lines.length === values.items.length ? items : undefined,
    ...Object.fromEntries(ofItems),
  });
}

const isUnreachable = ({ email, phone }: CardValues) => email.trim() === '' && phone.trim() === '';

/** The card as the server takes it; only for one that has been checked. */
export function toInvoice(values: CardValues): z.output<typeof newInvoice> {
  return {
    amount: totalsOfCard(values).subtotal,
    clientName: values.name.trim(),
    clientEmail: values.email.trim(),
    clientPhone: values.phone.trim(),
    dueDate: values.dueDate,
    items: values.items.map((item) => ({
      description: item.description.trim(),
      ...(readItem(item) ?? { quantity: 0, rate: ZERO }),
    })),
    taxRate: readTaxRate(values.taxRate) ?? 0,
    pricesIncludeTax: values.pricesIncludeTax,
    discount: totalsOfCard(values).discount,
    earlyPayment: values.early && readEarly(values.early),
    poNumber: values.poNumber,
    notes: values.notes,
  };
}

/** The card in the assistant's words, for a proposal that was corrected; `proposed` is what it was. */
export function toDraft(values: CardValues, proposed: Draft, currency: Currency): Draft {
  const { earlyPayment: _, ...before } = proposed;
  const early = values.early && readEarly(values.early);
  const totals = totalsOfCard(values);
  const email = values.email.trim();
  return {
    ...before,
    customerName: values.name.trim(),
    customerEmail: email === '' ? null : email,
    customerPhone: toE164(values.phone) ?? (values.phone.trim() || null),
    currency: values.currency ?? currency,
    items: values.items.map(draftItem),
    taxRate: (readTaxRate(values.taxRate) ?? 0) / 100,
    ...((values.pricesIncludeTax || before.pricesIncludeTax !== undefined) && {
      pricesIncludeTax: values.pricesIncludeTax,
    }),
    discount: discountIn(values),
    ...(early && { earlyPayment: { ...early, percent: early.percent / 100 } }),
    ...(values.poNumber !== null && { poNumber: values.poNumber.trim() }),
    ...(values.notes !== null && { notes: values.notes.trim() }),
    dueDate: values.dueDate,
    total: minorToMajor(totals.total),
  };
}

function draftItem(item: CardItem): Draft['items'][number] {
  const { discount = null, discountPercent = null } = readItem(item) ?? {};
  const own = discountIn({ discount, discountBps: discountPercent });
  return {
    description: item.description.trim(),
    quantity: (readQuantity(item.quantity) ?? 0) / 1e6,
    rate: minorToMajor(item.rate ?? ZERO),
    ...(own && { discount: own }),
    ...(item.taxCode !== 'standard' && { taxCode: item.taxCode }),
  };
}

function discountIn({
  discount,
  discountBps,
}: Pick<CardValues, 'discount' | 'discountBps'>): Draft['discount'] {
  if (discountBps !== null) return { type: 'percent', value: discountBps / 100 };
  return discount ? { type: 'amount', value: minorToMajor(discount) } : null;
}

/** Where the server's field of a draft stands on the card. */
export function cardField(path: string): string {
  const field = path.replace(/^draft\./, '');
  if (field.startsWith('discount')) return 'discount';
  if (field.startsWith('earlyPayment')) return field.endsWith('percent') ? 'earlyPercent' : 'earlyUntil';
  return fieldNames[field] ?? field.replace(/discountPercent$/, 'discount');
}

const fieldNames: Partial<Record<string, string>> = {
  customerName: 'name',
  customerEmail: 'email',
  customerPhone: 'phone',
  clientPhone: 'phone',
  clientName: 'name',
  clientEmail: 'email',
};
