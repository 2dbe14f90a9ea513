import type { Word } from '../tokens/tokenize.ts';
import { NUMBER_WORDS, ORDINALS } from '../vocabulary/lexicon.ts';

type Count = { value: number; to: number };

const HALVES = new Set(['half']);

/** A small whole number at a place: "3", "two", "twenty five", "a", "a couple of"; `to` is the place after it. */
export function countAt(words: readonly Word[], at: number): Count | null {
  const word = words[at]?.word ?? '';
  if (/^\d{1,4}$/.test(word)) return { value: Number(word), to: at + 1 };
  if (word === 'couple' || word === 'few')
    return { value: word === 'few' ? 3 : 2, to: at + (matchesAt(words, at + 1, 'of') ? 2 : 1) };
  if (word === 'a' || word === 'an') {
    const next = words[at + 1]?.word ?? '';
    if (next === 'couple' || next === 'few') return countAt(words, at + 1);
    if (HALVES.has(next)) return null;
    return { value: 1, to: at + 1 };
  }
  const first = NUMBER_WORDS.get(word);
  if (first === undefined) return null;
  const second = NUMBER_WORDS.get(words[at + 1]?.word ?? '');
  if (first >= 20 && first % 10 === 0 && second !== undefined && second > 0 && second < 10)
    return { value: first + second, to: at + 2 };
  return { value: first, to: at + 1 };
}

/** An ordinal at a place: "3rd", "3 rd", "third", "twenty first". */
export function ordinalAt(words: readonly Word[], at: number): Count | null {
  const word = words[at]?.word ?? '';
  const figures = /^(\d{1,2})(?:st|nd|rd|th)$/.exec(word)?.[1];
  if (figures) return { value: Number(figures), to: at + 1 };
  if (/^\d{1,2}$/.test(word) && /^(?:st|nd|rd|th)$/.test(words[at + 1]?.word ?? ''))
    return { value: Number(word), to: at + 2 };
  const single = ORDINALS.get(word);
  if (single) return { value: single, to: at + 1 };
  if (word === 'thirtieth') return { value: 30, to: at + 1 };
  const tens = NUMBER_WORDS.get(word);
  const unit = ORDINALS.get(words[at + 1]?.word ?? '');
  if (tens && tens >= 20 && unit && unit < 10) return { value: tens + unit, to: at + 2 };
  return null;
}

/** Whether the words at a place are these, one by one. */
export function matchesAt(words: readonly Word[], at: number, ...expected: readonly string[]): boolean {
  return expected.every((word, index) => words[at + index]?.word === word);
}
