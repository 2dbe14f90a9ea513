import type { Draft } from '#contract/assistant.ts';
import { amountAt } from '../amounts/amounts.ts';
import { skipForward, type Span } from '../tokens/spans.ts';
import type { Word } from '../tokens/tokenize.ts';
import type { Aside } from '../types.ts';
import { comeTo } from './lines.ts';

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
 * Priced lines held against the sum that was told of them. Where they come to another, that is said, and the price of an only line is
 * left to be asked: "3 bags at 5k total 20k" has two. Null where a line has no price of its own.
 */
export function heldAgainst<T extends { items: Draft['items'] }>(
  contents: T,
  { value }: StatedSum,
): (T & { asides: Aside[] }) | null {
  const { items } = contents;
  if (items.length === 0 || items.some(({ rate }) => rate === null)) return null;
  if (comeTo(items, value)) return { ...contents, asides: [] };
  const [only, more] = items;
  const open = only && !more ? [{ ...only, rate: null }] : items;
  return { ...contents, items: open, asides: [{ kind: 'sum', text: value.toLocaleString('en') }] };
}
