import type { Draft, Extraction } from '#contract/assistant.ts';
import type { CalendarDate } from '#core/dates.ts';
import {
  currencies,
  type Currency,
  majorToMinor,
  MAX_MINOR,
  minorToMajor,
  quantityToMicro,
  roundMajor,
  ZERO,
} from '#core/money.ts';
import { toE164 } from '#core/phone.ts';
import { standardVatBps } from '#core/tax-rates.ts';
import { overflowAt, totalsOf } from '#core/totals.ts';

type Line = Draft['items'][number];

/**
 * The draft of an extracted invoice. Fields not read stay null; a past due date is left out; the total is
 * computed from the lines, so it can differ from the printed one, and then a warning explains it.
 */
export function draftOf(extraction: Extraction, context: { today: CalendarDate; home: Currency }): Draft {
  const currency =
    extraction.currency === null
      ? context.home
      : (currencies.find((one) => one === extraction.currency) ?? null);
  const items = linesOf(extraction);
  const taxRate = taxRateOf(extraction, context.today);
  const discountAmount = extraction.discount === null ? 0 : roundMajor(Math.abs(extraction.discount));
  const discount =
    discountAmount > 0 && isStorable(discountAmount)
      ? { type: 'amount' as const, value: discountAmount }
      : null;
  return {
    customerName: extraction.customerName,
    customerEmail: extraction.customerEmail,
    // As a customer's number is stored; what was read otherwise is no number to write to.
    customerPhone: toE164(extraction.customerPhone ?? ''),
    currency,
    items,
    taxRate,
    discount,
    dueDate: extraction.dueDate && extraction.dueDate >= context.today ? extraction.dueDate : null,
    total: currency === null ? null : totalOf(items, taxRate, discount?.value ?? 0),
  };
}

/** Whether an amount of so many major units can be stored. */
const isStorable = (value: number) => value * 100 <= MAX_MINOR;
const MAX_PIECES = 1e6;

function linesOf(extraction: Extraction): Line[] {
  const lines = extraction.items.map(lineOf).filter((line) => line !== null);
  if (lines.length > 0) return lines;
  const sum = extraction.subtotal ?? extraction.total;
  return sum !== null && sum > 0 && isStorable(sum)
    ? [{ description: null, quantity: 1, rate: roundMajor(sum) }]
    : [];
}

// A line keeps its sum: where quantity and rate do not make it in whole kobo, it is one piece at that sum.
function lineOf({ description, quantity, rate, total }: Extraction['items'][number]): Line | null {
  const isCount = quantity !== null && quantity >= 0 && quantity < MAX_PIECES;
  const pieces = isCount ? Math.round(quantity * 1e6) / 1e6 : 1;
  if (total === null)
    return rate === null || rate < 0 || !isStorable(rate)
      ? null
      : { description, quantity: pieces, rate: roundMajor(rate) };
  if (total < 0 || !isStorable(total)) return null;
  const count = pieces || 1;
  const unitPrice = roundMajor(rate ?? total / count);
  if (unitPrice >= 0 && isStorable(unitPrice) && Math.abs(unitPrice * count - total) < 0.005)
    return { description, quantity: count, rate: unitPrice };
  const share = roundMajor(total / count);
  if (isStorable(share) && Math.abs(share * count - total) < 0.005)
    return { description, quantity: count, rate: share };
  return { description, quantity: 1, rate: roundMajor(total) };
}

/** The percent that gives the printed tax, the usual VAT of its day before others; 0 where prices include it. */
function taxRateOf({ tax, subtotal, discount, total, date }: Extraction, today: CalendarDate): number {
  if (!tax || tax < 0 || subtotal === null) return 0;
  const taxable = subtotal - Math.abs(discount ?? 0);
  const isInside = total !== null && Math.abs(taxable - total) < 0.02;
  if (isInside || taxable <= 0) return 0;
  const exact = (tax / taxable) * 100;
  const makes = (rate: number) => Math.abs(Math.round(taxable * rate + 1e-7) / 100 - tax) < 0.0051;
  const usual = standardVatBps(date ?? today) / 100;
  const rounded = [Math.round(exact), Math.round(exact * 2) / 2, Math.round(exact * 10) / 10];
  const rate = [usual, ...rounded].find(makes) ?? roundMajor(exact);
  return rate > 100 ? 0 : rate;
}

function totalOf(items: readonly Line[], taxRate: number, discount: number): number | null {
  const lines = items.map(({ quantity, rate }) =>
    quantity === null || rate === null
      ? null
      : { quantityMicro: quantityToMicro(quantity), rate: majorToMinor(rate) },
  );
  const pricedLines = lines.filter((line) => line !== null);
  if (pricedLines.length === 0 || pricedLines.length < lines.length) return null;
  if (overflowAt(pricedLines) >= 0) return null;
  const discountMinor = discount > 0 ? majorToMinor(discount) : ZERO;
  return minorToMajor(totalsOf(pricedLines, { taxBps: Math.round(taxRate * 100) }, discountMinor).total);
}
