import type { Sheet } from '../layout/sheet.ts';
import { foldText } from '../text/normalize.ts';

const small =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const tens = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const values = new Map<string, number>([
  ...small.map((word, at) => [word, at] as const),
  ...tens.map((word, at) => [word, 20 + 10 * at] as const),
  ['fourty', 40],
  ['hundred', 100],
  ['thousand', 1000],
  ['lakh', 100_000],
  ['million', 1_000_000],
  ['crore', 10_000_000],
]);
// Longer words first, so that "seventeen" is not "seven"; readers run words together, so spaces do not count.
const WORD = new RegExp([...values.keys()].toSorted((a, b) => b.length - a.length).join('|'), 'g');

/** The whole number written in words in a text; null where there is none of at least two words. */
export function numberInWords(text: string): number | null {
  const letters =
    foldText(text)
      .replace(/[^a-z]/g, '')
      .split(/naira|dollars?|ringgit/)
      .find((part) => part.search(WORD) >= 0) ?? '';
  const words = letters.match(WORD) ?? [];
  const between = letters
    .slice(letters.search(WORD))
    .replace(WORD, '')
    .replace(/and|only/g, '');
  // A misread or lost word would give a wrong number: then there is no result.
  if (words.length < 2 || between.length > 2 || hasGap(words)) return null;
  let sum = 0;
  let part = 0;
  for (const word of words) {
    const value = values.get(word) ?? 0;
    if (value === 100) part = Math.max(1, part) * 100;
    else if (value >= 1000) {
      sum += Math.max(1, part) * value;
      part = 0;
    } else part += value;
  }
  return sum + part;
}

// "three sixty", "thousand hundred": nobody counts so, a word between them is lost.
function hasGap(words: readonly string[]): boolean {
  return words.slice(1).some((word, at) => {
    const [before, value] = [values.get(words[at] ?? '') ?? 0, values.get(word) ?? 0];
    if (value === 100) return before >= 20;
    return value < 100 && before < 100 && !(before >= 20 && value < 10);
  });
}

/** The total repeated in words: "four thousand five hundred naira only". */
export function sumInWords(sheet: Sheet): number | null {
  for (const [at, row] of sheet.rows.entries()) {
    const twoRows = `${row.text} ${sheet.rows[at + 1]?.text ?? ''}`;
    const begins = /in ?words|sum of/i.test(row.text);
    const found = /naira|only|kobo/i.test(row.text) ? numberInWords(row.text) : null;
    const sum = found ?? (begins && /naira|only|kobo/i.test(twoRows) ? numberInWords(twoRows) : null);
    if (sum !== null && sum >= 20) return sum;
  }
  return null;
}
