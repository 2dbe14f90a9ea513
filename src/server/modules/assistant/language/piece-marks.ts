import { amountAt } from './amounts.ts';
import { is } from './counts.ts';
import { EACH, WHOLE } from './piece-words.ts';
import type { Piece } from './piece.ts';
import { isUnit } from './trade-words.ts';
import type { Word } from './words.ts';

export function eachAt(words: readonly Word[], at: number, before: readonly Piece[]): number | null {
  const { word = '' } = words[at] ?? {};
  const next = words[at + 1]?.word ?? '';
  const priced = before.some(({ kind }) => kind === 'figure');
  if (EACH.test(word) && next === 'one' && (amountAt(words, at + 1)?.to ?? 0) > at + 2) return at + 1;
  if (EACH.test(word))
    return next === 'one' || next === 'of' ? (is(words, at + 1, 'of', 'them') ? at + 3 : at + 2) : at + 1;
  if ((word === 'per' || word === '/') && /^\p{L}/u.test(next)) return at + 2;
  if (word === 'one' && next === 'one') return at + 2;
  const last = before.at(-1);
  const afterFigure = last?.kind === 'figure' && priced;
  if (
    afterFigure &&
    (word === 'a' || word === 'an' || word === 'one') &&
    isUnit(next) &&
    !is(words, at + 2, 'of')
  )
    return at + 2;
  if (afterFigure && is(words, at, 'for', 'one')) return at + 2;
  if (word === 'one' && /^(?:na|is|be|for|at)$/.test(next) && amountAt(words, at + 2)) return at + 1;
  return null;
}

export function wholeAt(words: readonly Word[], at: number): number | null {
  const { word = '' } = words[at] ?? {};
  if (is(words, at, 'in', 'total') || is(words, at, 'in', 'all') || is(words, at, 'lump', 'sum'))
    return at + 2;
  if (is(words, at, 'all', 'in', 'all')) return at + 3;
  if (is(words, at, 'all', 'together') || is(words, at, 'for', 'everything') || is(words, at, 'for', 'all'))
    return at + 2;
  if (is(words, at, 'for', 'the', 'lot')) return at + 3;
  if (word === 'total')
    return /^(?:of|is|na|:|=|price|amount|cost|sum)$/.test(words[at + 1]?.word ?? '') ? at + 2 : at + 1;
  if (
    word === 'all' &&
    (amountAt(words, at + 1) ||
      (/^(?:na|is|for|at)$/.test(words[at + 1]?.word ?? '') && amountAt(words, at + 2)))
  )
    return at + 1;
  return WHOLE.test(word) && word !== 'together' ? at + 1 : null;
}
