import type { Word } from '../tokens/tokenize.ts';

/** A number in words and the place after it. */
export type Count = { value: number; to: number };
type Reader = (words: readonly Word[], at: number) => Count | null;

const valued = (text: string, first: number, step = 1): [string, number][] =>
  text.split(' ').map((word, at) => [word, first + at * step]);

/** One to ten in Hausa, Igbo and Yoruba, without marks. */
const UNITS: ReadonlyMap<string, number> = new Map([
  ...valued('daya biyu uku hudu biyar shida bakwai takwas tara goma', 1),
  ...valued('otu abuo ato ano ise isii asa asato itoolu iri', 1),
  ...valued('iteghete', 9),
  ...valued('kan meji meta merin marun mefa meje mejo mesan mewa', 1),
]);
const TENS: ReadonlyMap<string, number> = new Map([
  ...valued('ashirin talatin arbain hamsin sittin sabain tamanin casain', 20, 10),
  ...valued('ogun ogbon ogoji aadota ogota aadorin ogorin aadorun ogorun', 20, 10),
]);
const HUNDRED = /^(?:dari|nari)$/;
const THOUSAND = /^(?:dubu|puku|egberun)$/;
const AND = /^(?:da|na)$/;

// As typed, for "da" is corrected to "the"; "asaa" is "asa", and "arba'in" is "arbain".
const wordAt = (words: readonly Word[], at: number): string =>
  (words[at]?.raw ?? '')
    .toLowerCase()
    .normalize('NFD')
    .replace(/[\p{M}'’]/gu, '')
    .replace(/ɗ/g, 'd')
    .replace(/aa$/, 'a');

/** One to ninety-nine: "biyar", "goma sha biyar", "ashirin da biyar", "iri abuo na ise", "ogun". */
function belowHundred(words: readonly Word[], at: number): Count | null {
  const word = wordAt(words, at);
  const [unit, ten] = [UNITS.get(word), TENS.get(word)];
  const next = UNITS.get(wordAt(words, at + 1)) ?? 10;
  if (word === 'sha') return next < 10 ? { value: 10 + next, to: at + 2 } : null;
  if (word === 'iri' && next > 1 && next < 10) return withUnit(words, 10 * next, at + 2, 'na');
  if (word === 'iri') return withUnit(words, 10, at + 1, 'na');
  if (ten !== undefined) return withUnit(words, ten, at + 1, 'da');
  return unit === undefined ? null : withUnit(words, unit, at + 1, unit === 10 ? 'sha' : '');
}

function withUnit(words: readonly Word[], value: number, to: number, and: string): Count {
  const unit = wordAt(words, to) === and ? (UNITS.get(wordAt(words, to + 1)) ?? 10) : 10;
  return unit < 10 ? { value: value + unit, to: to + 2 } : { value, to };
}

/** One to 999: "dari", "dari biyu da hamsin". */
function belowThousand(words: readonly Word[], at: number): Count | null {
  if (!HUNDRED.test(wordAt(words, at))) return belowHundred(words, at);
  const times = UNITS.get(wordAt(words, at + 1)) ?? 1;
  return plus(words, { value: 100 * times, to: at + (times > 1 ? 2 : 1) }, belowHundred);
}

/** A number with what "and" adds to it. */
function plus(words: readonly Word[], number: Count, rest: Reader): Count {
  const more = AND.test(wordAt(words, number.to)) ? rest(words, number.to + 1) : null;
  return more ? { value: number.value + more.value, to: more.to } : number;
}

/** A small number in Hausa, Igbo or Yoruba, where it is known that something is counted: alone such a word may be another. */
export const nativeCount: Reader = belowThousand;

/**
 * An amount in these languages, in which the thousand stands before its number: "dubu goma sha biyar", "dubu dari biyu", "puku ise",
 * "egberun lona ogun", "dari biyar".
 */
export function nativeAmount(words: readonly Word[], at: number): Count | null {
  const first = wordAt(words, at);
  if (HUNDRED.test(first)) return UNITS.has(wordAt(words, at + 1)) ? belowThousand(words, at) : null;
  if (!THOUSAND.test(first)) return null;
  const head = belowThousand(words, wordAt(words, at + 1) === 'lona' ? at + 2 : at + 1);
  if (!head) return null;
  const hundreds: Reader = (all, from) => (HUNDRED.test(wordAt(all, from)) ? belowThousand(all, from) : null);
  return plus(words, { value: 1000 * head.value, to: head.to }, hundreds);
}
