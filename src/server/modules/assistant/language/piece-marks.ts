import { amountAt } from './amounts/amounts.ts';
import { matchesAt } from './amounts/counts.ts';
import type { Chunk } from './grammar/chunk.ts';
import type { Word } from './tokens/tokenize.ts';
import { isUnit } from './vocabulary/goods.ts';
import { EACH, TOTAL } from './vocabulary/invoice-words.ts';

export function eachMarkerAt(words: readonly Word[], at: number, previous: readonly Chunk[]): number | null {
  const { word = '' } = words[at] ?? {};
  const next = words[at + 1]?.word ?? '';
  const hasPrice = previous.some(({ kind }) => kind === 'figure');
  if (EACH.test(word) && next === 'one' && (amountAt(words, at + 1)?.to ?? 0) > at + 2) return at + 1;
  if (EACH.test(word))
    return next === 'one' || next === 'of'
      ? matchesAt(words, at + 1, 'of', 'them')
        ? at + 3
        : at + 2
      : at + 1;
  if ((word === 'per' || word === '/') && /^\p{L}/u.test(next)) return at + 2;
  if (word === 'one' && next === 'one') return at + 2;
  const last = previous.at(-1);
  const afterFigure = last?.kind === 'figure' && hasPrice;
  if (
    afterFigure &&
    (word === 'a' || word === 'an' || word === 'one') &&
    isUnit(next) &&
    !matchesAt(words, at + 2, 'of')
  )
    return at + 2;
  if (afterFigure && matchesAt(words, at, 'for', 'one')) return at + 2;
  if (word === 'one' && /^(?:na|is|be|for|at)$/.test(next) && amountAt(words, at + 2)) return at + 1;
  return null;
}

export function totalMarkerAt(words: readonly Word[], at: number): number | null {
  const { word = '' } = words[at] ?? {};
  if (
    matchesAt(words, at, 'in', 'total') ||
    matchesAt(words, at, 'in', 'all') ||
    matchesAt(words, at, 'lump', 'sum')
  )
    return at + 2;
  if (matchesAt(words, at, 'all', 'in', 'all')) return at + 3;
  if (
    matchesAt(words, at, 'all', 'together') ||
    matchesAt(words, at, 'for', 'everything') ||
    matchesAt(words, at, 'for', 'all')
  )
    return at + 2;
  if (matchesAt(words, at, 'for', 'the', 'lot')) return at + 3;
  if (word === 'total')
    return /^(?:of|is|na|:|=|price|amount|cost|sum)$/.test(words[at + 1]?.word ?? '') ? at + 2 : at + 1;
  if (
    word === 'all' &&
    (amountAt(words, at + 1) ||
      (/^(?:na|is|for|at)$/.test(words[at + 1]?.word ?? '') && amountAt(words, at + 2)))
  )
    return at + 1;
  return TOTAL.test(word) && word !== 'together' ? at + 1 : null;
}
