import type { Amount } from '../amounts/amounts.ts';
import { ordinalAt } from '../amounts/number-words.ts';
import type { DraftLine, Item } from '../drafts/lines.ts';
import type { Span, Word } from '../tokens/tokenize.ts';
import { isUnit, singular } from '../vocabulary/goods.ts';
import { NUMBER_WORDS } from '../vocabulary/lexicon.ts';

/** Draft lines that words refer to: "the second item", "item 2", "the last one", "both", "delivery". */
export type LineReference = Span & { lines: number[] };

const LINE_NOUN = /^(?:item|items|line|lines|one|ones|thing|product|service|entry|number|no|row)$/;
const ALL = /^(?:all|both|everything|every|each)$/;

/** Lines the words from `at` on refer to by position in the list. */
export function lineReferenceAt(words: readonly Word[], at: number, count: number): LineReference | null {
  const start = words[at]?.word === 'the' ? at + 1 : at;
  const word = words[start]?.word ?? '';
  if (ALL.test(word)) return allAt(words, start, at, count);
  if (word === 'last') return lastAt(words, start, at, count);
  if (/^(?:item|line|number|no|no\.|row|entry|#)$/.test(word)) {
    const next = /^(?:number|no|no\.|#)$/.test(words[start + 1]?.word ?? '') ? start + 2 : start + 1;
    const place = positionOf(words[next]?.word ?? '');
    return place !== null && place <= count ? { from: at, to: next + 1, lines: [place - 1] } : null;
  }
  const hash = /^#(\d{1,2})$/.exec(word);
  if (hash && Number(hash[1]) <= count && Number(hash[1]) > 0)
    return { from: at, to: start + 1, lines: [Number(hash[1]) - 1] };
  const ordinal = ordinalAt(words, start);
  if (!ordinal || ordinal.value > count) return null;
  const to = LINE_NOUN.test(words[ordinal.to]?.word ?? '') ? ordinal.to + 1 : ordinal.to;
  return { from: at, to, lines: [ordinal.value - 1] };
}

const positionOf = (word: string): number | null =>
  (word === 'zero' ? null : NUMBER_WORDS.get(word)) ?? (/^[1-9]\d?$/.test(word) ? Number(word) : null);

function allAt(words: readonly Word[], start: number, at: number, count: number): LineReference | null {
  const word = words[start]?.word ?? '';
  let to = start + 1;
  if (words[to]?.word === 'of') to++;
  while (/^(?:the|them|it|am|those|these)$/.test(words[to]?.word ?? '')) to++;
  const noun = LINE_NOUN.test(words[to]?.word ?? '');
  if (/^(?:each|every)$/.test(word)) return null;
  return { from: at, to: noun ? to + 1 : to, lines: Array.from({ length: count }, (_, i) => i) };
}

function lastAt(words: readonly Word[], start: number, at: number, count: number): LineReference | null {
  const two = /^(?:two|2)$/.test(words[start + 1]?.word ?? '');
  const to = two ? start + 2 : start + 1;
  const noun = LINE_NOUN.test(words[to]?.word ?? '');
  if (!noun && !two) return null;
  const lines = two ? [count - 2, count - 1].filter((line) => line >= 0) : [count - 1];
  return { from: at, to: noun ? to + 1 : to, lines };
}

const IGNORED = /^(?:of|a|an|the|and|for|pieces?|pcs|my|his|her|their|some|this|that|one|ones)$/;

const stemsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word && !IGNORED.test(word))
    .map(singular);

const withoutUnits = (stems: readonly string[]): string[] => stems.filter((stem) => !isUnit(stem));

/** How well words name a line, 0 to 1; units alone count a little. */
export function similarity(goods: string, description: string): number {
  const [wanted, existing] = [stemsOf(goods), stemsOf(description)];
  const [names, own] = [withoutUnits(wanted), withoutUnits(existing)];
  if (names.length === 0) {
    const units = wanted.filter((stem) => existing.includes(stem)).length;
    return units > 0 && units === wanted.length ? 0.5 : 0;
  }
  const shared = names.filter((stem) => own.some((other) => isOneTypo(stem, other))).length;
  const all = own.length === 0 ? existing : own;
  return shared === names.length || shared === all.length
    ? shared / Math.max(names.length, all.length, 1)
    : 0;
}

// One letter more, less, other or swapped is a slip of the thumb.
function isOneTypo(a: string, b: string): boolean {
  if (a === b) return true;
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > 1) return false;
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  const [restA, restB] = [a.slice(i), b.slice(i)];
  return (
    restA.slice(1) === restB ||
    restA === restB.slice(1) ||
    restA.slice(1) === restB.slice(1) ||
    swapped(restA, restB)
  );
}

const swapped = (a: string, b: string): boolean =>
  a.length > 1 && a[0] === b[1] && a[1] === b[0] && a.slice(2) === b.slice(2);

/** The line that words name best; null where none does. */
export function lineByName(goods: string, items: readonly Item[]): number | null {
  let best: { line: number; score: number } | null = null;
  for (const [line, { description }] of items.entries()) {
    const score = description ? similarity(goods, description) : 0;
    if (score > 0 && (!best || score > best.score)) best = { line, score };
  }
  return best?.line ?? null;
}

/** Whether a bare figure is a price of such a line rather than a quantity. */
export function looksLikePrice({ kind, value, each }: Amount, { quantity, rate }: Item): boolean {
  if (kind !== 'plain' || each) return true;
  if (rate === null) return value >= 50;
  const distance = (to: number): number => Math.abs(Math.log(value) - Math.log(to));
  return value >= 20 && distance(rate) < distance(Math.max(1, quantity ?? 1));
}

/** A line with a newly stated quantity or price. */
export function updateItem(item: Item, newLine: Pick<DraftLine, 'quantity' | 'price' | 'priceOfAll'>): Item {
  const quantity = newLine.quantity ?? item.quantity;
  const value = newLine.price && newLine.price.value > 0 ? newLine.price.value : null;
  const rate =
    value === null
      ? item.rate
      : newLine.priceOfAll && quantity
        ? Math.round((value / quantity) * 100) / 100
        : value;
  return { ...item, quantity, rate };
}
