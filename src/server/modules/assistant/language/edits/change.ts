import type { Draft } from '#contract/assistant.ts';
import { roundMajor } from '#core/money.ts';
import type { Amount } from '../amounts/amounts.ts';
import { ordinalAt } from '../amounts/number-words.ts';
import type { DraftLine, Item } from '../drafts/lines.ts';
import { isOneTypo } from '../tokens/spelling.ts';
import { rawText, type Span, type Word } from '../tokens/tokenize.ts';
import type { MissingField } from '../types.ts';
import { isUnit, singular } from '../vocabulary/goods.ts';
import { NUMBER_WORDS } from '../vocabulary/lexicon.ts';

/**
 * A draft being edited. `currencies` are those of newly stated prices, `line` is the line mentioned last,
 * `unclear` the field to ask for before it can go on.
 */
export type Change = {
  draft: Draft;
  changed: boolean;
  currencies: string[];
  unclear: MissingField | null;
  line: number | null;
};

/** The draft with other lines; `line` is the one mentioned. */
export function withItems(
  change: Change,
  items: Item[],
  line: number | null,
  currencies: readonly string[] = [],
): Change {
  return {
    ...change,
    changed: true,
    draft: { ...change.draft, items },
    line,
    currencies: [...change.currencies, ...currencies],
  };
}

/** The draft with one line changed. */
export function withItem(
  change: Change,
  line: number,
  item: Item,
  currencies: readonly string[] = [],
): Change {
  const items = change.draft.items.map((old, at) => (at === line ? item : old));
  return withItems(change, items, line, currencies);
}

/** The same draft with a question of its own. */
export const unclear = (change: Change, asks: MissingField): Change => ({
  ...change,
  changed: true,
  unclear: asks,
});

export const PRICE = /^(?:price|prices|rate|rates|amount|cost|fee|charge|priced|unit-price|money)$/;

export const QUANTITY = /^(?:quantity|qty|number|count|quantities|pieces)$/;

// Words around the name, such as "remove that delivery thing from it".
export function findLines(words: readonly Word[], items: readonly Item[]): number[] {
  for (let from = 0; from < words.length; from++)
    for (let to = words.length; to > from; to--) {
      const line = lineByName(rawText(words, from, to), items);
      if (line !== null) return [line];
    }
  return [];
}

export function lineReferences(words: readonly Word[], count: number): LineReference[] {
  const found: LineReference[] = [];
  for (let at = 0; at < words.length; at++) {
    const reference = lineReferenceAt(words, at, count);
    if (!reference) continue;
    found.push(reference);
    at = reference.to - 1;
  }
  return found;
}

export const withoutSpans = (words: readonly Word[], spans: readonly LineReference[]): readonly Word[] =>
  words.filter((_, at) => !spans.some(({ from, to }) => from <= at && at < to));

/** The lines that words refer to by their place or by name. */
export function linesTold(words: readonly Word[], items: readonly Item[]): number[] {
  const referenced = lineReferences(words, items.length).flatMap(({ lines }) => lines);
  if (referenced.length > 0) return referenced;
  return findLines(
    words.filter(({ word }) => !PRICE.test(word) && !QUANTITY.test(word)),
    items,
  );
}

/** Those; else the only line, or the one mentioned last; null where unclear. */
export function targetLines(words: readonly Word[], change: Change): number[] | null {
  const told = linesTold(words, change.draft.items);
  return told.length > 0 ? told : defaultLines(change);
}

export function defaultLines({ draft, line }: Change): number[] | null {
  if (draft.items.length === 1) return [0];
  return line === null ? null : [line];
}

/** Draft lines that words refer to: "the second item", "item 2", "the last one", "both", "delivery". */
type LineReference = Span & { lines: number[] };

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

const IGNORED = /^(?:of|to|in|from|a|an|the|and|for|pieces?|pcs|my|his|her|their|some|this|that|one|ones)$/;

const stemsOf = (text: string): string[] =>
  text
    .toLowerCase()
    .replace(/(\p{L})-(?=\p{L})/gu, '$1')
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
  const shared = names.filter((stem) => own.some((other) => areAlike(stem, other))).length;
  const all = own.length === 0 ? existing : own;
  return shared === names.length || shared === all.length
    ? shared / Math.max(names.length, all.length, 1)
    : 0;
}

// In short names another letter is another name; "math" is mathematics, "paint" no painting.
const areAlike = (a: string, b: string): boolean =>
  a === b || (Math.min(a.length, b.length) >= SHORT && (isOneTypo(a, b) || isCut(a, b)));
const isCut = (a: string, b: string): boolean =>
  (a.startsWith(b) || b.startsWith(a)) && Math.abs(a.length - b.length) > SHORT;
const SHORT = 4;

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
    value === null ? item.rate : newLine.priceOfAll && quantity ? roundMajor(value / quantity) : value;
  return { ...item, quantity, rate };
}

/** The draft with the discount on its lines alone. */
export const withLineDiscount = (
  change: Change,
  { lines, discount }: { lines: number[]; discount: Draft['discount'] },
): Change =>
  lines.reduce((next, at) => {
    const item = next.draft.items[at];
    return item ? withItem(next, at, { ...item, discount }) : next;
  }, change);
