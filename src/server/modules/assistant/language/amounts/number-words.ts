import type { Word } from '../tokens/tokenize.ts';
import { NUMBER_WORDS, ORDINALS, SCALES } from '../vocabulary/lexicon.ts';
import { type Count, nativeAmount } from './native-numbers.ts';

const MISSPELLINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    fourty: 'forty',
    ninty: 'ninety',
    fiften: 'fifteen',
    fivteen: 'fifteen',
    eigth: 'eight',
    fourten: 'fourteen',
    twentty: 'twenty',
    hundreds: 'hundred',
    thausand: 'thousand',
    thosand: 'thousand',
  }),
);

/** A parsed number and the position after it. `scaled` where a thousand or more was named. */
export type NumberMatch = { value: number; to: number; scaled: boolean; each: boolean };

const wordAt = (words: readonly Word[], i: number): string => {
  const word = words[i]?.word ?? '';
  return MISSPELLINGS.get(word) ?? word;
};

/** `twenty-five` is one number, `five-five` a repeated one, `two-seater` none. */
function hyphenated(word: string): { value: number; each: boolean } | null {
  const [left = '', right = '', ...more] = word.split('-');
  if (more.length > 0 || right === '') return null;
  const [first, second = 0] = [NUMBER_WORDS.get(left), NUMBER_WORDS.get(right)];
  if (isCompound(first, second)) return { value: first + second, each: false };
  return left === right && first !== undefined ? { value: first, each: true } : null;
}

/** Whether two words are one number: "twenty five". */
const isCompound = (tens: number | undefined, unit: number): tens is number =>
  tens !== undefined && tens >= 20 && unit > 0 && unit < 10;

/** Below a hundred in words: `nineteen`, `twenty five`, `twenty-five`, `five five`. */
function upToNinetyNine(words: readonly Word[], i: number): NumberMatch | null {
  const word = wordAt(words, i);
  const pair = hyphenated(word);
  if (pair) return { ...pair, to: i + 1, scaled: false };
  const [first, second = 0] = [NUMBER_WORDS.get(word), NUMBER_WORDS.get(wordAt(words, i + 1))];
  if (first === undefined) return null;
  if (isCompound(first, second)) return { value: first + second, to: i + 2, scaled: false, each: false };
  const isRepeated = wordAt(words, i + 1) === word && (SCALES.get(wordAt(words, i + 2)) ?? 0) >= 1000;
  return { value: first, to: isRepeated ? i + 2 : i + 1, scaled: false, each: isRepeated };
}

/** Words that may follow a number to which "and" or a bare small number was added. */
const NUMBER_ENDS =
  /^(?:[,;:.()\n]|hundred|k|thousand|grand|million|naira|ngn|dollars?|usd|bucks|each|per|for|only|apiece|total)$/;
const endsNumber = (words: readonly Word[], i: number): boolean =>
  i >= words.length || NUMBER_ENDS.test(wordAt(words, i));

// "One fifty k", "one eighty thousand" leave the hundred out.
function withoutHundred(words: readonly Word[], i: number): NumberMatch | null {
  if (wordAt(words, i) !== 'one') return null;
  const rest = upToNinetyNine(words, i + 1);
  const isThousands = SCALES.get(wordAt(words, rest?.to ?? i)) === 1000;
  return rest && isThousands && rest.value >= 10 && !rest.each ? { ...rest, value: 100 + rest.value } : null;
}

/** Below a thousand: `two hundred and fifty`, `a hundred`, `twenty`. */
function upToThousand(words: readonly Word[], i: number): NumberMatch | null {
  const article = /^an?$/.test(wordAt(words, i)) && wordAt(words, i + 1) === 'hundred';
  const head = article ? { value: 1, to: i + 1, scaled: false, each: false } : upToNinetyNine(words, i);
  if (!head || wordAt(words, head.to) !== 'hundred') return withoutHundred(words, i) ?? head;
  const hundreds = { ...head, value: head.value * 100, to: head.to + 1 };
  const and = wordAt(words, hundreds.to) === 'and';
  const rest = upToNinetyNine(words, and ? hundreds.to + 1 : hundreds.to);
  const joins = rest && !rest.each && endsNumber(words, rest.to);
  return joins ? { ...hundreds, value: hundreds.value + rest.value, to: rest.to } : hundreds;
}

/** The rest after a thousand: `five hundred`, `and fifty`. */
function afterScale(words: readonly Word[], i: number, scale: number): NumberMatch | null {
  const from = wordAt(words, i) === 'and' ? i + 1 : i;
  const digits = /^\d{3}$/.test(wordAt(words, from)) ? Number(wordAt(words, from)) : null;
  if (digits !== null && digits < scale)
    return endsNumber(words, from + 1) ? { value: digits, to: from + 1, scaled: false, each: false } : null;
  const rest = upToThousand(words, from);
  if (!rest || rest.each) return null;
  // "One million five" is 1,500,000, as "two thousand five" is 2,500.
  if (from === i && rest.value < 10 && scale >= 1000 && endsNumber(words, rest.to))
    return { ...rest, value: (rest.value * scale) / 10, scaled: true };
  const next = SCALES.get(wordAt(words, rest.to));
  if (next !== undefined && next < scale)
    return { ...rest, value: rest.value * next, to: rest.to + 1, scaled: true };
  const hundreds = rest.value >= 100;
  return next === undefined && (hundreds || endsNumber(words, rest.to)) ? rest : null;
}

/** Multiplies a number by the scale words after it and adds what follows: `15 thousand five hundred`. */
export function scaledBy(words: readonly Word[], head: NumberMatch): NumberMatch {
  const scale = SCALES.get(wordAt(words, head.to));
  if (scale === undefined) return head;
  let all: NumberMatch = { ...head, value: head.value * scale, to: head.to + 1, scaled: true };
  for (let below = scale; below > 1; ) {
    const rest = afterScale(words, all.to, below);
    if (!rest) break;
    all = { ...all, value: all.value + rest.value, to: rest.to };
    below = rest.scaled ? 1000 : 1;
  }
  return all;
}

/** A number in words that starts at `i`: `two hundred and fifty thousand`, `one and a half`, `half a million`. */
export function numberInWords(words: readonly Word[], i: number): NumberMatch | null {
  const native = nativeAmount(words, i);
  if (native) return { ...native, scaled: native.value >= 1000, each: false };
  const half = halfAt(words, i);
  if (half) return scaledBy(words, half);
  const scale = /^an?$/.test(wordAt(words, i)) ? SCALES.get(wordAt(words, i + 1)) : undefined;
  if (scale !== undefined && wordAt(words, i + 1).length > 2)
    return scaledBy(words, { value: 1, to: i + 1, scaled: false, each: false });
  const head = upToThousand(words, i);
  if (!head) return null;
  return scaledBy(words, withPoint(words, withHalf(words, head)));
}

function halfAt(words: readonly Word[], i: number): NumberMatch | null {
  if (wordAt(words, i) !== 'half') return null;
  const article = /^an?$/.test(wordAt(words, i + 1));
  return { value: 0.5, to: article ? i + 2 : i + 1, scaled: false, each: false };
}

/** `two and a half`, `one and half`. */
export function withHalf(words: readonly Word[], head: NumberMatch): NumberMatch {
  if (wordAt(words, head.to) !== 'and' || head.value >= 1000) return head;
  const article = /^an?$/.test(wordAt(words, head.to + 1)) ? 1 : 0;
  if (wordAt(words, head.to + 1 + article) !== 'half') return head;
  if (/^(?:dozens?|an?)$/.test(wordAt(words, head.to + 2 + article))) return head;
  return { ...head, value: head.value + 0.5, to: head.to + 2 + article };
}

/** `one point five`. */
function withPoint(words: readonly Word[], head: NumberMatch): NumberMatch {
  if (wordAt(words, head.to) !== 'point') return head;
  const rest = upToNinetyNine(words, head.to + 1);
  if (!rest) return head;
  return { ...head, value: Number(`${head.value}.${rest.value}`), to: rest.to };
}

/** A small whole number at a place: "3", "two", "twenty five", "a", "a couple of"; `to` is the place after it. */
export function countAt(words: readonly Word[], at: number): Count | null {
  const word = words[at]?.word ?? '';
  if (/^\d{1,4}$/.test(word)) return { value: Number(word), to: at + 1 };
  if (word === 'couple' || word === 'few')
    return { value: word === 'few' ? 3 : 2, to: at + (matchesAt(words, at + 1, 'of') ? 2 : 1) };
  if (word === 'a' || word === 'an') {
    const next = words[at + 1]?.word ?? '';
    if (next === 'couple' || next === 'few') return countAt(words, at + 1);
    if (next === 'half') return null;
    return { value: 1, to: at + 1 };
  }
  const [first, second = 0] = [NUMBER_WORDS.get(word), NUMBER_WORDS.get(words[at + 1]?.word ?? '')];
  if (first === undefined) return null;
  return isCompound(first, second) ? { value: first + second, to: at + 2 } : { value: first, to: at + 1 };
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

/** Meaning of the longest phrase at a place, of up to three words, and the place after it. */
export function phraseAt<T>(
  words: readonly Word[],
  at: number,
  phrases: ReadonlyMap<string, T>,
): { value: T; to: number } | null {
  for (let to = Math.min(at + 3, words.length); to > at; to--) {
    const value = phrases.get(
      words
        .slice(at, to)
        .map(({ word }) => word)
        .join(' '),
    );
    if (value !== undefined) return { value, to };
  }
  return null;
}

/** Whether the words at a place are these, one by one. */
export function matchesAt(words: readonly Word[], at: number, ...expected: readonly string[]): boolean {
  return expected.every((word, index) => words[at + index]?.word === word);
}
