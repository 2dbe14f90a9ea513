import { endsFirm, isTitle } from './contact.ts';
import { FIRM_WORDS, NAMES } from './name-words.ts';
import { ANYBODY, isShaped, NUMBERED } from './piece-words.ts';
import type { Piece } from './piece.ts';
import { isGoods, isUnit } from './trade-words.ts';

/** Context for labelling chunks beside the sentence itself. Lower costs are better. */
export type Known = {
  /** Words of customers' names, in lower case. */
  names: ReadonlySet<string>;
  /** Whether capitals are significant: not where all words have them, or none. */
  capitals: boolean;
};

const capital = (said: string): boolean => /^\p{Lu}/u.test(said);
const bare = (word: string): string => word.replace(/(?:'s|’s|['’.])$/, '');

/** Cost of labelling a chunk as a word of the customer's name. */
export function asName(piece: Piece, last: Piece | null, known: Known): number {
  const word = bare(piece.word);
  const first = last === null;
  const titled = last !== null && isTitle(bare(last.word));

  if (known.names.has(word)) return -1.6;
  if (/^\d/.test(word)) return 3;
  if (first && ANYBODY.test(word) && !isTitle(word)) return 3.5;
  if (isTitle(word)) return first ? -1.4 : titled ? 0.2 : 1.6;
  if (endsFirm(word) && !first) return -1.5;
  if (FIRM_WORDS.has(word) && !first) return capital(piece.said) ? -0.9 : -0.5;
  const raised = known.capitals && capital(piece.said);
  if (NAMES.has(word)) return raised ? -1.5 : -1;
  if (isGoods(word) || isUnit(word)) return raised ? (first ? 0.7 : 0.5) : first ? 3.5 : 2;
  if (raised) return /^\p{Lu}{2}/u.test(piece.said) && !first ? 0.3 : -0.7;
  return first ? 0 : titled ? -0.6 : 0.5;
}

/** Cost of labelling a chunk as a word of the goods. */
export function asThing(piece: Piece, known: Known): number {
  const word = bare(piece.word);
  if (known.names.has(word)) return 1;
  if (isGoods(word) || isUnit(word)) return -0.15;
  if (isTitle(word)) return 1.4;
  if (endsFirm(word)) return 1.5;
  const raised = known.capitals && capital(piece.said);
  if (NAMES.has(word)) return raised ? 1.1 : 0.7;
  return raised ? 0.35 : 0.15;
}

/** Cost of skipping a chunk. */
export function asNothing(piece: Piece): number {
  if (piece.kind === 'small') return 0.12;
  if (piece.kind === 'text')
    return isGoods(bare(piece.word)) ? (piece.aside ? 1.2 : 3) : piece.aside ? 0.2 : 1.5;
  return piece.kind === 'figure' || piece.kind === 'count' ? 5 : 0.4;
}

/** Cost of labelling a figure as a quantity. */
export function asQuantity({ amount, unit }: Piece, next: Piece | undefined, after?: Piece): number {
  if (unit) return -0.3;
  if (!amount || amount.value < 0 || amount.value > 1_000_000) return 6;
  if (amount.kind === 'money' || amount.each) return 6;
  if (next && isShaped(next.word, after?.word) && !isUnit(next.word)) return 1.5;
  const unitNext = next?.kind === 'text' && isUnit(next.word) ? -0.3 : 0;
  if (amount.kind === 'short') return 2.2 + unitNext;
  if (amount.kind === 'grouped') return 0.7 + unitNext;
  return (amount.value <= 100 ? 0 : amount.value <= 1000 ? 0.25 : 0.6) + unitNext;
}

/** Cost of labelling a figure as a price; `isLed` where "at" or "each" beside it marks it as one. */
export function asPrice({ amount, unit }: Piece, led: boolean): number {
  if (!amount || unit) return 6;
  if (led || amount.kind !== 'plain') return amount.kind === 'plain' ? 0.05 : 0;
  if (amount.value >= 100) return 0.2;
  return amount.value >= 10 ? 1.3 : 2;
}

/** Cost of labelling a figure as part of the goods' name: "iPhone 13". */
export function asPartOfThing(
  { amount }: Piece,
  last: Piece | undefined,
  next: Piece | undefined,
  after?: Piece,
): number {
  if (!amount || amount.kind === 'money' || amount.each) return 6;
  if (next && isShaped(next.word, after?.word) && amount.kind === 'plain') return 0.1;
  if (last && NUMBERED.test(last.word)) return amount.kind === 'plain' ? -0.4 : 2.5;
  if (last && /^(?:of|for)$/.test(last.word)) return amount.kind === 'plain' ? 0.7 : 2;
  return amount.kind === 'plain' ? 1.5 : 3;
}
