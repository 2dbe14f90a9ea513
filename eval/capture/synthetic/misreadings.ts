import type { ReadLine, ReadPage, ReadWord } from '#server/kernel/ports/index.ts';
import { bentWords, curl } from './bends.ts';
import type { Rng } from './rng.ts';

/** Faults of recognition in words that are there: each takes a faultless page, so that no picture need be read. */
export const misreadings: Record<string, (page: ReadPage, rng: Rng) => ReadPage> = {
  plain: (page) => page,
  'cut apart': (page, rng) => eachWord(page, (word) => cutApart(word, rng)),
  'run together': (page, rng) => eachLine(page, (words) => runTogether(words, rng)),
  signs: (page, rng) => eachWord(page, (word) => [{ ...word, text: misreadSigns(word.text, rng) }]),
  letters: (page, rng) => eachWord(page, (word) => [{ ...word, text: misreadLetters(word.text, rng) }]),
  faded: (page, rng) => eachWord(page, (word) => (rng.often(0.03) ? [] : [faded(word, rng)])),
  curled: (page, rng) => bentWords(page, curl(rng)),
  carbon: (page, rng) =>
    eachWord(page, (word) =>
      cutApart({ ...word, text: misreadLetters(misreadSigns(word.text, rng), rng), confidence: 0.7 }, rng),
    ),
};

const eachLine = (page: ReadPage, change: (words: ReadWord[]) => ReadWord[]): ReadPage => ({
  ...page,
  readings: page.readings.map(({ source, lines }) => ({
    source,
    lines: lines.map(({ words }): ReadLine => ({ words: change(words) })).filter(({ words }) => words.length),
  })),
});

const eachWord = (page: ReadPage, change: (word: ReadWord) => ReadWord[]) =>
  eachLine(page, (words) => words.flatMap(change));

// "1 65.00", "Tota l": white within a word taken for a space, a third of the height wide.
function cutApart(word: ReadWord, rng: Rng): ReadWord[] {
  const { text } = word;
  const isNumber = /\d{3}|\d[.,]\d/.test(text);
  if (text.length < 4 || !rng.often(isNumber ? 0.25 : 0.12)) return [word];
  const at = rng.integer(1, text.length - 1);
  const per = word.width / text.length;
  const half = Math.min(0.12 * word.height, 0.4 * per);
  return [
    { ...word, text: text.slice(0, at), width: at * per - half },
    { ...word, text: text.slice(at), x: word.x + at * per + half, width: (text.length - at) * per - half },
  ];
}

function runTogether(words: ReadWord[], rng: Rng): ReadWord[] {
  const joined: ReadWord[] = [];
  for (const word of words) {
    const last = joined.at(-1);
    if (last && rng.often(0.12) && /\p{L}$/u.test(last.text) && /^\p{L}/u.test(word.text))
      joined.splice(-1, 1, { ...last, text: last.text + word.text, width: word.x + word.width - last.x });
    else joined.push(word);
  }
  return joined;
}

// The recogniser's alphabet has no ₦, € and £.
const misreadSigns = (text: string, rng: Rng) =>
  text.replace(/[₦€£](?=\d)/g, (sign) =>
    sign === '₦'
      ? rng.pick(['N', 'H', 'W', '#', ''])
      : sign === '€'
        ? rng.pick(['C', 'E', ''])
        : rng.pick(['E', 'f', '']),
  );

const alike: Record<string, string> = {
  '0': 'O',
  '1': 'l',
  '5': 'S',
  '8': 'B',
  O: '0',
  l: '1',
  I: 'l',
  e: 'c',
  a: 'o',
  m: 'rn',
  S: '5',
  B: '8',
  i: 'l',
  n: 'r',
};
const misreadLetters = (text: string, rng: Rng) =>
  [...text].map((letter) => (rng.often(0.02) ? (alike[letter] ?? letter) : letter)).join('');

function faded(word: ReadWord, rng: Rng): ReadWord {
  const isShort = word.text.length < 5 || !rng.often(0.06);
  return isShort ? { ...word, confidence: 0.8 } : { ...word, text: word.text.slice(0, -1), confidence: 0.6 };
}
