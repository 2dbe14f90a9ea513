import type { Draft, Extraction } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import {
  currencies,
  type Currency,
  majorToMinor,
  MAX_MINOR,
  minorToMajor,
  quantityToMicro,
  ZERO,
} from '#core/money.ts';
import { totalsOf } from '#core/totals.ts';

type Line = Draft['items'][number];

/**
 * The draft of an extracted invoice. Fields not read stay null; a past due date is left out; the total is
 * computed from the lines, so it can differ from the printed one, and then a warning explains it.
 */
export function draftOf(read: Extraction, about: { today: CalendarDate; home: Currency }): Draft {
  const currency =
    read.currency === null ? about.home : (currencies.find((one) => one === read.currency) ?? null);
  const items = linesOf(read);
  const taxRate = taxRateOf(read);
  const off = read.discount === null ? 0 : cents(Math.abs(read.discount));
  const discount = off > 0 && isKept(off) ? { type: 'amount' as const, value: off } : null;
  return {
    customerName: read.customerName,
    customerEmail: read.customerEmail,
    customerPhone: read.customerPhone,
    currency,
    items,
    taxRate,
    discount,
    dueDate: read.dueDate && read.dueDate >= about.today ? read.dueDate : null,
    total: currency === null ? null : totalOf(items, taxRate, discount?.value ?? 0),
  };
}

const cents = (value: number) => Math.round(value * 100) / 100;
/** Whether an amount of so many major units can be stored. */
const isKept = (value: number) => value * 100 <= MAX_MINOR;
const MOST_PIECES = 1e6;

function linesOf(read: Extraction): Line[] {
  const lines = read.items.map(lineOf).filter((line) => line !== null);
  if (lines.length > 0) return lines;
  const sum = read.subtotal ?? read.total;
  return sum !== null && sum > 0 && isKept(sum) ? [{ description: null, quantity: 1, rate: cents(sum) }] : [];
}

// A line keeps its sum: where quantity and rate do not make it in whole kobo, it is one piece at that sum.
function lineOf({ description, quantity, rate, total }: Extraction['items'][number]): Line | null {
  const isCount = quantity !== null && quantity >= 0 && quantity < MOST_PIECES;
  const pieces = isCount ? Math.round(quantity * 1e6) / 1e6 : 1;
  if (total === null)
    return rate === null || rate < 0 || !isKept(rate)
      ? null
      : { description, quantity: pieces, rate: cents(rate) };
  if (total < 0 || !isKept(total)) return null;
  const count = pieces || 1;
  const each = cents(rate ?? total / count);
  if (each >= 0 && isKept(each) && Math.abs(each * count - total) < 0.005)
    return { description, quantity: count, rate: each };
  const share = cents(total / count);
  if (isKept(share) && Math.abs(share * count - total) < 0.005)
    return { description, quantity: count, rate: share };
  return { description, quantity: 1, rate: cents(total) };
}

/** The percent that gives the printed tax; 0 where prices include it. */
function taxRateOf({ tax, subtotal, discount, total }: Extraction): number {
  if (!tax || tax < 0 || subtotal === null) return 0;
  const taxable = subtotal - Math.abs(discount ?? 0);
  const isInside = total !== null && Math.abs(taxable - total) < 0.02;
  if (isInside || taxable <= 0) return 0;
  const exact = (tax / taxable) * 100;
  const makes = (rate: number) => Math.abs(Math.round(taxable * rate + 1e-7) / 100 - tax) < 0.0051;
  const rate =
    [7.5, Math.round(exact), Math.round(exact * 2) / 2, Math.round(exact * 10) / 10, cents(exact)].find(
      makes,
    ) ?? cents(exact);
  return rate > 100 ? 0 : rate;
}

function totalOf(items: readonly Line[], taxRate: number, discount: number): number | null {
  const lines = items.map(({ quantity, rate }) =>
    quantity === null || rate === null
      ? null
      : { quantityMicro: quantityToMicro(quantity), rate: majorToMinor(rate) },
  );
  const whole = lines.filter((line) => line !== null);
  if (whole.length === 0 || whole.length < lines.length) return null;
  const about = whole.reduce((so, { quantityMicro, rate }) => so + (quantityMicro / 1e6) * rate, 0);
  if (about > MAX_MINOR) return null;
  const off = discount > 0 ? majorToMinor(discount) : ZERO;
  return minorToMajor(totalsOf(whole, Math.round(taxRate * 100), off).total);
}
