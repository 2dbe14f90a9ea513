import type { Draft } from '#contract/assistant.ts';
import { majorToMinor, type Minor, minorToMajor, percentOf, quantityToMicro, ZERO } from '#core/money.ts';
import { overflowAt, totalsFault, totalsOf } from '#core/totals.ts';
import { amountAt } from '../amounts/amounts.ts';
import { skipForward, type Span, type Word } from '../tokens/tokenize.ts';
import type { Aside, MissingField } from '../types.ts';
import type { Lines } from './choice.ts';
import { comeTo, comingTo, toItem } from './lines.ts';

export const MAX_LINES = 100;
const MAX_OF_ONE = 1_000_000;

/** The total of a draft in major units; null while something is missing or the sum cannot be. */
function totalOf(draft: Draft): number | null {
  const lines = draft.items.flatMap(({ quantity, rate, ...rest }) =>
    rate === null || quantity === null ? [] : [{ quantity, rate, ...rest }],
  );
  if (!draft.currency || lines.length === 0 || lines.length < draft.items.length) return null;
  const estimates = lines.map(({ quantity, rate }) => ({ quantityMicro: quantity * 1e6, rate: rate * 100 }));
  if (overflowAt(estimates) >= 0) return null;
  const minorLines = lines.map(({ quantity, rate, discount, taxCode }) => ({
    quantityMicro: quantityToMicro(quantity),
    rate: majorToMinor(rate),
    ...(discount?.type === 'percent'
      ? { discountBps: Math.round(discount.value * 100) }
      : { discount: majorToMinor(discount?.value ?? 0) }),
    taxCode,
  }));
  const terms = { taxBps: Math.round(draft.taxRate * 100), pricesIncludeTax: draft.pricesIncludeTax };
  const { subtotal } = totalsOf(minorLines, terms);
  const discount = discountOf(draft.discount, subtotal);
  if (totalsFault(minorLines, terms, discount)) return null;
  return minorToMajor(totalsOf(minorLines, terms, discount).total);
}

function discountOf(discount: Draft['discount'], subtotal: Minor): Minor {
  if (!discount) return ZERO;
  return discount.type === 'percent'
    ? percentOf(subtotal, Math.round(discount.value * 100))
    : majorToMinor(discount.value);
}

/** The first missing field before a draft can be proposed, or null. */
export function firstMissingField(draft: Draft): MissingField | null {
  if (draft.customerName === null && draft.customerEmail === null) return 'customerName';
  if (draft.items.length === 0 || draft.items.length > MAX_LINES) return 'items';
  if (draft.items.some(({ quantity }) => !isPlausible(quantity))) return 'items';
  if (draft.currency === null) return 'currency';
  if (draft.items.some(({ description }) => description === null)) return 'description';
  // Zero is a price that was not clear. Sums that cannot be, such as all of it taken off, are refused in their own words.
  return draft.items.some(({ rate }) => rate === null || rate <= 0) ? 'rate' : null;
}

const isPlausible = (quantity: number | null): boolean =>
  quantity !== null && quantity > 0 && quantity <= MAX_OF_ONE;

/** The draft with its total as it now stands. */
export const withTotal = (draft: Draft): Draft => ({ ...draft, total: totalOf(draft) });

const ALL = /^(?:total|totalling|sum|altogether)$/;
const IS = /^(?:is|na|be|of|to|amount|price|for|all|comes?|:|=|-|–)$/;

/** The sum that a message tells of all its lines: "…, total 20k", with the words that tell it. */
type StatedSum = Span & { value: number };

/** Finds a stated sum; null where there is none. A mere figure is none: "total 5 bags". */
export function statedSumIn(words: readonly Word[]): StatedSum | null {
  for (let from = words.length - 1; from > 0; from--) {
    if (!ALL.test(words[from]?.word ?? '')) continue;
    const amount = amountAt(words, skipForward(words, from + 1, IS, 4));
    if (amount && (amount.kind !== 'plain' || amount.value >= 1000))
      return { value: amount.value, from, to: amount.to };
  }
  return null;
}

/**
 * Priced lines held against the sum that was told of them, which may show that prices are of all: "canopy 4 80k, chairs 200 40k, total
 * 120k". Where they come to another, that is said, and the price of an only line is left to be asked: "3 bags at 5k total 20k" has two.
 * Null where a line has no price of its own.
 */
export function heldAgainst<T extends Lines>(
  contents: T,
  { value }: StatedSum,
): (T & { asides: Aside[] }) | null {
  const { items, lines } = contents;
  if (items.length === 0 || items.some(({ rate }) => rate === null)) return null;
  const told = comeTo(items, value) ? items : comingTo(lines, value)?.map(toItem);
  if (told) return { ...contents, items: told, asides: [] };
  const [only, more] = items;
  const open = only && !more ? [{ ...only, rate: null }] : items;
  return { ...contents, items: open, asides: [{ kind: 'sum', text: value.toLocaleString('en') }] };
}
