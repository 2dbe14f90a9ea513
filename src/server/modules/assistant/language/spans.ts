import type { Word } from './words.ts';

/** A part of the message that has been understood and leaves the sentence: `words[from]` to before `words[to]`. */
export type Span = { from: number; to: number };

/** The place after all words from `at` on that are in `skipped`, at most `most` of them. */
export function after(words: readonly Word[], at: number, skipped: RegExp, most = 8): number {
  let to = at;
  while (to < words.length && to - at < most && skipped.test(words[to]?.word ?? '')) to++;
  return to;
}

/** The first of the words from `at` on that are in `skipped`, looking back. */
export function before(words: readonly Word[], at: number, skipped: RegExp, most = 8): number {
  let from = at;
  while (from > 0 && at - from < most && skipped.test(words[from - 1]?.word ?? '')) from--;
  return from;
}

/** Whether a place is inside one of the spans. */
export const within = (spans: readonly Span[], at: number): boolean =>
  spans.some(({ from, to }) => from <= at && at < to);
