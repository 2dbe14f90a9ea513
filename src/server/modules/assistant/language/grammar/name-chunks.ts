import { amountAt } from '../amounts/amounts.ts';
import { isStandaloneTitle, isTitle } from '../parties/contact-details.ts';
import { isSeparator, type Word } from '../tokens/tokenize.ts';
import { UNNAMED_PERSON } from '../vocabulary/invoice-words.ts';
import { NAMES } from '../vocabulary/names.ts';

// "my tenant Jean-Pierre", "this woman".
export function beforeName(words: readonly Word[], at: number): boolean {
  const [last, next] = [words[at - 1]?.word ?? '', words[at + 1]];
  if (/^(?:this|that|the|my|one|a|some|these|those|our)$/.test(last)) return true;
  return isCapitalized(next) || NAMES.has(next?.word ?? '') || UNNAMED_PERSON.test(next?.word ?? '');
}

export const isCapitalized = (word: Word | undefined): boolean => /^\p{Lu}[\p{Ll}'’.]/u.test(word?.raw ?? '');

// "Engr. P. Okorie", "K. Bello".
export function initialAt(words: readonly Word[], at: number): number | null {
  const [letter, dot, next] = [words[at], words[at + 1], words[at + 2]];
  if (!letter || dot?.raw !== '.' || dot.start !== letter.end) return null;
  if (!/^\p{Lu}$/u.test(letter.raw) && !isTitle(letter.word)) return null;
  return /^\p{Lu}/u.test(next?.raw ?? '') ? at + 2 : null;
}

// "Due North Ltd" and "Each One Academy" are names although their words are everyday ones. Where all words have
// capitals, they say nothing.
export function namePositions(words: readonly Word[]): ReadonlySet<number> {
  const letters = words.filter(({ raw }) => /^\p{L}{2}/u.test(raw));
  const capitalized = letters.filter((word) => isCapitalized(word)).length;
  if (capitalized > 3 && capitalized > letters.length * 0.7) return new Set();
  const places = words.map((_, at) => at).filter((at) => isNamePart(words, at));
  return new Set(places);
}

function isNamePart(words: readonly Word[], at: number): boolean {
  const begins = at === 0 || /^[.\n!?;:]$/.test(words[at - 1]?.raw ?? '');
  const afterFirst = at === 1 || (at > 1 && /^[.\n!?;:]$/.test(words[at - 2]?.raw ?? ''));
  if (begins || !isCapitalized(words[at])) return false;
  if (amountAt(words, at)) return isCapitalized(words[at - 1]) && isCapitalized(words[at + 1]);
  const partner = /^(?:&|and)$/.test(words[at + 1]?.word ?? '') && isCapitalized(words[at + 2]);
  return partner || isCapitalized(words[at + 1]) || (isCapitalized(words[at - 1]) && !afterFirst);
}

// "Oga Felix", and "Mama" alone.
export function titleAt(words: readonly Word[], at: number): boolean {
  const { word = '' } = words[at] ?? {};
  const next = words[at + 1];
  if (!isTitle(word)) return false;
  return isStandaloneTitle(word) ? !/^(?:o|sha|abeg|please)$/.test(next?.word ?? '') : !isSeparator(next);
}
