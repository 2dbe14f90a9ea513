/** Words of no meaning in a payer's name: forms of business, titles, and what banks put around a name. */
const NOISE = new Set(
  'LTD LIMITED ENTERPRISE ENTERPRISES VENTURES VENTURE MR MRS MISS MS DR CHIEF NIP TRF FROM TO AND NIG NIGERIA PLC CO COMPANY'.split(
    ' ',
  ),
);
const ENOUGH = 0.8;
const WORD = /[\p{L}\p{N}]+/gu;

/** Words in capitals without accents. */
export const wordsOf = (text: string): string[] =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase().match(WORD) ?? [];

/** The words by which a customer is known again; none for a name of noise alone. */
export function nameWords(name: string): string[] {
  const words = [...new Set(wordsOf(name))].filter((word) => !NOISE.has(word) && word.length > 1);
  return words.some((word) => word.length > 2) ? words : [];
}

/** Whether so many words of a name stand in a text that its bearer is meant: four of five. */
export const isNamed = (name: readonly string[], words: ReadonlySet<string>): boolean =>
  name.length > 0 && name.filter((word) => words.has(word)).length / name.length >= ENOUGH;

/** A number somebody gave a paper, as narrations hold it; none where it may stand there by chance. */
export function numberKeys(number: string): string[] {
  const joined = wordsOf(number).join('');
  // A short row of digits stands in many a narration, a word in more.
  const isTelling = joined.length >= (/\D/.test(joined) ? 5 : 7) && /\d/.test(joined);
  return isTelling ? codeKeys(number) : [];
}

/** A code as its words and as one word: `INV 0001`, `INV0001`. */
export function codeKeys(code: string): string[] {
  const words = wordsOf(code);
  return [...new Set([words.join(' '), words.join('')])].filter((key) => key !== '');
}

const MAX_CODE_WORDS = 4;

/** Every run of up to four words, as `codeKeys` writes them. */
export const runsOf = (words: readonly string[]): string[] =>
  words.flatMap((_, from) =>
    Array.from({ length: Math.min(MAX_CODE_WORDS, words.length - from) }, (__, more) =>
      words.slice(from, from + more + 1).join(' '),
    ),
  );
