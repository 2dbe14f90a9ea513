import type { Item } from '../drafts/lines.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import type { Change } from './change.ts';
import { lineByName, type LineReference, lineReferenceAt } from './line-matching.ts';

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

/** The lines referenced or named; the only line, or the one mentioned last; null where unclear. */
export function targetLines(words: readonly Word[], change: Change): number[] | null {
  const { items } = change.draft;
  const referenced = lineReferences(words, items.length).flatMap(({ lines }) => lines);
  if (referenced.length > 0) return referenced;
  const named = findLines(
    words.filter(({ word }) => !PRICE.test(word) && !QUANTITY.test(word)),
    items,
  );
  return named.length > 0 ? named : defaultLines(change);
}

export function defaultLines({ draft, line }: Change): number[] | null {
  if (draft.items.length === 1) return [0];
  return line === null ? null : [line];
}
