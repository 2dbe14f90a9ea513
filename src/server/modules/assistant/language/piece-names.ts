import { amountAt } from './amounts.ts';
import { isTitle, standsAlone } from './contact.ts';
import { NAMES } from './name-words.ts';
import { ANYBODY } from './piece-words.ts';
import { separates, type Word } from './words.ts';

// "my tenant Jean-Pierre", "this woman".
export function beforeName(words: readonly Word[], at: number): boolean {
  const [last, next] = [words[at - 1]?.word ?? '', words[at + 1]];
  if (/^(?:this|that|the|my|one|a|some|these|those|our)$/.test(last)) return true;
  return capital(next) || NAMES.has(next?.word ?? '') || ANYBODY.test(next?.word ?? '');
}

export const capital = (word: Word | undefined): boolean => /^\p{Lu}[\p{Ll}'’.]/u.test(word?.said ?? '');

// "Engr. P. Okorie", "K. Bello".
export function initialAt(words: readonly Word[], at: number): number | null {
  const [letter, dot, next] = [words[at], words[at + 1], words[at + 2]];
  if (!letter || dot?.said !== '.' || dot.start !== letter.end) return null;
  if (!/^\p{Lu}$/u.test(letter.said) && !isTitle(letter.word)) return null;
  return /^\p{Lu}/u.test(next?.said ?? '') ? at + 2 : null;
}

// "Due North Ltd" and "Each One Academy" are names although their words are everyday ones. Where all words have
// capitals, they say nothing.
export function namedPlaces(words: readonly Word[]): ReadonlySet<number> {
  const letters = words.filter(({ said }) => /^\p{L}{2}/u.test(said));
  const raised = letters.filter((word) => capital(word)).length;
  if (raised > 3 && raised > letters.length * 0.7) return new Set();
  const places = words.map((_, at) => at).filter((at) => namesSomebody(words, at));
  return new Set(places);
}

function namesSomebody(words: readonly Word[], at: number): boolean {
  const begins = at === 0 || /^[.\n!?;:]$/.test(words[at - 1]?.said ?? '');
  const afterFirst = at === 1 || (at > 1 && /^[.\n!?;:]$/.test(words[at - 2]?.said ?? ''));
  if (begins || !capital(words[at])) return false;
  if (amountAt(words, at)) return capital(words[at - 1]) && capital(words[at + 1]);
  const partner = /^(?:&|and)$/.test(words[at + 1]?.word ?? '') && capital(words[at + 2]);
  return partner || capital(words[at + 1]) || (capital(words[at - 1]) && !afterFirst);
}

// "Oga Felix", and "Mama" alone.
export function titleAt(words: readonly Word[], at: number): boolean {
  const { word = '' } = words[at] ?? {};
  const next = words[at + 1];
  if (!isTitle(word)) return false;
  return standsAlone(word) ? !/^(?:o|sha|abeg|please)$/.test(next?.word ?? '') : !separates(next);
}
