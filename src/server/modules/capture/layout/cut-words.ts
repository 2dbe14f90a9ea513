import type { ReadWord } from '#server/kernel/ports/index.ts';
import { signPattern } from '../numbers/currency-signs.ts';
import { isKnownWord } from '../text/concepts.ts';
import { monthOf } from '../text/months.ts';
import { foldConfusables } from '../text/normalize.ts';

/** A piece of a number may stand this far off, in heights of its letters; a piece of a word must be closer. */
const NUMBER_GAP = 0.5;
const WORD_GAP = 0.34;
const MOST_PIECES = 4;

const number = '[0-9OolI]';
const wholeNumber = new RegExp(
  `^[(-]?(?:${signPattern}|[HW])?(?:[1-9lI]${number}{0,2}(?:,${number}{3})+(?:\\.${number}{2})?|[1-9lI]${number}{0,5}\\.${number}{2}|[1-9lI]${number}{0,2}(?:,${number}{3})+(?::${number}{2}k?|/[-=]))[)*.]?$`,
);
const wholeDate = /^\d{1,2}([/.-])\d{1,2}\1(?:20\d{2}|\d{2}),?$/;
const namedDate = /^\d{1,2}[-/.]([\p{L}0]{3,9})[-/.](?:20\d{2}|\d{2}),?$/u;
const day = /^[0-3]?\d(?:st|nd|rd|th)?,?$/;
const wholeCode = /^#?[A-Z]{1,6}(?:[-/]\d{1,6}){1,3}$/;

/**
 * Joins words that were cut apart in reading, by the white between them and by what they make together: "1 65.00" is a
 * number, "Tota l" a word.
 */
export function joinCutWords(words: readonly ReadWord[]): ReadWord[] {
  const joined: ReadWord[] = [];
  for (let at = 0; at < words.length; ) {
    const count = piecesAt(words, at, joined);
    joined.push(oneOf(words.slice(at, at + count)));
    at += count;
  }
  return joined;
}

function piecesAt(words: readonly ReadWord[], at: number, before: readonly ReadWord[]): number {
  const first = words[at];
  if (!first) return 1;
  let reach = 1;
  while (reach < MOST_PIECES && gapAfter(words, at + reach - 1) < NUMBER_GAP) reach++;
  for (let count = reach; count > 1; count--)
    if (isOne(words.slice(at, at + count), before, words[at + count])) return count;
  return 1;
}

function isOne(
  pieces: readonly ReadWord[],
  before: readonly ReadWord[],
  next: ReadWord | undefined,
): boolean {
  const texts = pieces.map(({ text }) => text);
  const whole = texts.join('');
  if (!/\d/.test(whole)) return isOneWord(pieces, whole);
  const isAfterMonth = () => before.slice(-2).some(({ text }) => isMonth(text));
  // "Nov 16, 202 5" has no number of five figures.
  if (/^\d{1,2},$/.test(texts[0] ?? '') && isAfterMonth()) return false;
  if (wholeNumber.test(whole)) return !texts.slice(0, -1).some((text) => /\.\d{2}$/.test(text));
  if (wholeDate.test(whole)) return !wholeDate.test(texts[0] ?? '') || /\d{4},?$/.test(whole);
  if (/^20[0-9OolISB]{2}$/.test(whole)) return isAfterMonth();
  if (isMonth(namedDate.exec(whole)?.[1] ?? '')) return true;
  // "1 8 November": a narrow 1 stands apart from the figure after it.
  if (/^[1-3]$/.test(texts[0] ?? '') && day.test(whole) && isClose(pieces))
    return isMonth(next?.text ?? '') || isMonth(before.at(-1)?.text ?? '');
  return isClose(pieces) && wholeCode.test(whole) && /[A-Z]/.test(texts[0] ?? '');
}

// Two words that are known stay two: "sub total", "to day".
function isOneWord(pieces: readonly ReadWord[], whole: string): boolean {
  if (!isClose(pieces) || !/^[\p{L}-]+[:.,]?$/u.test(whole) || !isWord(whole)) return false;
  return isMonth(whole) || pieces.some(({ text }) => !isWord(text));
}

const isWord = (text: string) => isKnownWord(foldConfusables(text)) || isMonth(text);
const isMonth = (text: string) => monthOf(text.replace(/[.,]$/, '')) !== null;

const isClose = (pieces: readonly ReadWord[]) =>
  pieces.slice(1).every((_, at) => gapAfter(pieces, at) < WORD_GAP);

function gapAfter(words: readonly ReadWord[], at: number): number {
  const [word, next] = [words[at], words[at + 1]];
  return word && next ? (next.x - (word.x + word.width)) / Math.min(word.height, next.height) : Infinity;
}

function oneOf(pieces: readonly ReadWord[]): ReadWord {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (!first || !last) throw new Error('no words to join');
  if (pieces.length === 1) return first;
  const y = Math.min(...pieces.map((piece) => piece.y));
  return {
    ...first,
    text: pieces.map(({ text }) => text).join(''),
    y,
    width: last.x + last.width - first.x,
    height: Math.max(...pieces.map((piece) => piece.y + piece.height)) - y,
    confidence: Math.min(...pieces.map(({ confidence }) => confidence)),
  };
}
