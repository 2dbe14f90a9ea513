import { knownFrom } from './draft.ts';
import type { Change } from './edit-change.ts';
import { lineNamed, type Pointed, pointedAt } from './edit-lines.ts';
import { BEGIN_LINES } from './grammar-states.ts';
import { type Item, linesIn, type SaidLine } from './lines.ts';
import { piecesOf } from './pieces.ts';
import { readingOf } from './reading.ts';
import type { Surroundings } from './understanding.ts';
import { saidBetween, type Word } from './words.ts';

export const PRICE = /^(?:price|prices|rate|rates|amount|cost|fee|charge|priced|unit-price|money)$/;

export const QUANTITY = /^(?:quantity|qty|number|count|quantities|pieces)$/;

/** Parses lines from words without a customer. */
export function saidLines(words: readonly Word[], surroundings: Surroundings): SaidLine[] {
  return linesIn(readingOf(piecesOf(words, []), knownFrom(words, surroundings), BEGIN_LINES), words);
}

// Words around the name, such as "remove that delivery thing from it".
export function looseLines(words: readonly Word[], items: readonly Item[]): number[] {
  for (let from = 0; from < words.length; from++)
    for (let to = words.length; to > from; to--) {
      const line = lineNamed(saidBetween(words, from, to), items);
      if (line !== null) return [line];
    }
  return [];
}

export function pointings(words: readonly Word[], count: number): Pointed[] {
  const found: Pointed[] = [];
  for (let at = 0; at < words.length; at++) {
    const pointed = pointedAt(words, at, count);
    if (!pointed) continue;
    found.push(pointed);
    at = pointed.to - 1;
  }
  return found;
}

export const withoutSpans = (words: readonly Word[], spans: readonly Pointed[]): readonly Word[] =>
  words.filter((_, at) => !spans.some(({ from, to }) => from <= at && at < to));

/** The lines referenced or named; the only line, or the one mentioned last; null where unclear. */
export function targets(words: readonly Word[], change: Change): number[] | null {
  const { items } = change.draft;
  const pointed = pointings(words, items.length).flatMap(({ lines }) => lines);
  if (pointed.length > 0) return pointed;
  const named = looseLines(
    words.filter(({ word }) => !PRICE.test(word) && !QUANTITY.test(word)),
    items,
  );
  return named.length > 0 ? named : byDefault(change);
}

export function byDefault({ draft, line }: Change): number[] | null {
  if (draft.items.length === 1) return [0];
  return line === null ? null : [line];
}
