import type { Word } from './tokenize.ts';

/** An understood part of the message, removed from the sentence: `words[from]` to before `words[to]`. */
export type Span = { from: number; to: number };

/** The position after all words from `at` on that match `pattern`, at most `max` of them. */
export function skipForward(words: readonly Word[], at: number, pattern: RegExp, max = 8): number {
  let to = at;
  while (to < words.length && to - at < max && pattern.test(words[to]?.word ?? '')) to++;
  return to;
}

/** The first of the words before `at` that match `pattern` without a gap, at most `max` of them. */
export function skipBackward(words: readonly Word[], at: number, pattern: RegExp, max = 8): number {
  let from = at;
  while (from > 0 && at - from < max && pattern.test(words[from - 1]?.word ?? '')) from--;
  return from;
}

/** Whether a place is inside one of the spans. */
export const isInside = (spans: readonly Span[], at: number): boolean =>
  spans.some(({ from, to }) => from <= at && at < to);
