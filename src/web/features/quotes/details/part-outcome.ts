import { lineOf, readPercent, readQuantity } from '#contract/invoice-form.ts';
import { formatMoney, type Minor } from '#core/money.ts';
import {
  lineFault,
  nextPart,
  type PartedQuote,
  partedLines,
  partFaults,
  type PartWanted,
  sumOf,
} from '#core/quote-parts.ts';
import { totalsOf } from '#core/totals.ts';
import type { QuoteDetail } from '../api.ts';
import { texts } from '../texts.ts';

const { wanted: words } = texts.part;

/** The ways to ask for a part of a quote. */
const ways = ['percent', 'amount', 'lines', 'rest'] as const;
export type PartWay = (typeof ways)[number];

/** A part as it is typed; `lines` holds the quantities of those that are ticked, by their place. */
export type TypedPart = {
  way: PartWay;
  percent: string;
  amount: Minor | null;
  lines: Readonly<Record<number, string>>;
};

/** The ways there are once parts were made: by lines or by shares, as those that stand. */
export const waysOf = ({ invoicedBy, parts }: QuoteDetail): PartWay[] =>
  ways.filter((way) => {
    if (way === 'rest') return parts.length > 0;
    return invoicedBy === null || (way === 'lines') === (invoicedBy === 'lines');
  });

/** The part that is asked for and its total in minor units, or why there can be none. */
export function outcomeOf(
  quote: QuoteDetail,
  typed: TypedPart,
): { wanted: PartWanted; total: Minor } | { problem: string } {
  const wanted = wantedOf(typed);
  if (wanted === null) return { problem: words[typed.way] };
  const part = nextPart(partedOf(quote), wanted);
  return typeof part === 'string'
    ? { problem: partFaults[part](formatMoney(quote.leftAmount, quote.currency)) }
    : { wanted, total: sumOf(part.groups) };
}

function wantedOf({ way, percent, amount, lines }: TypedPart): PartWanted | null {
  if (way === 'rest') return { rest: true };
  if (way === 'amount') return amount ? { amount } : null;
  if (way === 'lines') return linesWanted(lines);
  const share = readPercent(percent);
  return share === null ? null : { percent: share };
}

function linesWanted(typedLines: TypedPart['lines']): PartWanted | null {
  const lines = Object.entries(typedLines).flatMap(([item, typed]) => {
    const quantity = readQuantity(typed);
    return quantity === null ? [] : [{ item: Number(item), quantity }];
  });
  return lines.length === 0 || lines.length < Object.keys(typedLines).length ? null : { lines };
}

/** Why a line cannot be invoiced with so much of it as is typed. */
export function pickProblem(quote: QuoteDetail, item: number, typed: string): string | undefined {
  const quantity = readQuantity(typed);
  const fault = quantity && lineFault(partedOf(quote).lines[item], quantity);
  return fault ? partFaults[fault]('') : undefined;
}

/** A quote as the rules of its parts see it. */
function partedOf(quote: QuoteDetail): PartedQuote {
  const { pricesIncludeTax, taxRate, invoicedBy } = quote;
  const items = quote.items.map(lineOf);
  const totals = totalsOf(items, { taxBps: taxRate, pricesIncludeTax }, quote.discount);
  return {
    total: quote.totalAmount,
    left: quote.left.map(({ rate, ...group }) => ({ ...group, bps: rate })),
    lines: partedLines(items, totals, pricesIncludeTax, quote.linesLeft),
    invoicedBy,
    isParted: quote.parts.length > 0,
    pricesIncludeTax,
  };
}
