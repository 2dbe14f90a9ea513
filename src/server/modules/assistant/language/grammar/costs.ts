import { isCompanySuffix, isTitle } from '../parties/contact-details.ts';
import { isGoods, isUnit } from '../vocabulary/goods.ts';
import { isAttribute, NUMBERED_GOODS, UNNAMED_PERSON } from '../vocabulary/invoice-words.ts';
import { FIRM_WORDS, NAMES } from '../vocabulary/names.ts';
import type { Chunk } from './chunk.ts';

/** Context for labelling chunks beside the sentence itself. Lower costs are better. */
export type NameHints = {
  /** Words of customers' names, in lower case. */
  names: ReadonlySet<string>;
  /** Whether capitals are significant: not where all words have them, or none. */
  capitals: boolean;
};

const isCapitalized = (raw: string): boolean => /^\p{Lu}/u.test(raw);
const stripPossessive = (word: string): string => word.replace(/(?:'s|’s|['’.])$/, '');

/** Cost of labelling a chunk as a word of the customer's name. */
export function nameCost(chunk: Chunk, last: Chunk | null, known: NameHints): number {
  const word = stripPossessive(chunk.word);
  const first = last === null;
  const titled = last !== null && isTitle(stripPossessive(last.word));

  if (known.names.has(word)) return -1.6;
  if (/^\d/.test(word)) return 3;
  if (first && UNNAMED_PERSON.test(word) && !isTitle(word)) return 3.5;
  if (isTitle(word)) return first ? -1.4 : titled ? 0.2 : 1.6;
  if (isCompanySuffix(word) && !first) return -1.5;
  if (FIRM_WORDS.has(word) && !first) return isCapitalized(chunk.raw) ? -0.9 : -0.5;
  const capitalized = known.capitals && isCapitalized(chunk.raw);
  if (NAMES.has(word)) return capitalized ? -1.5 : -1;
  if (isGoods(word) || isUnit(word)) return capitalized ? (first ? 0.7 : 0.5) : first ? 3.5 : 2;
  if (capitalized) return /^\p{Lu}{2}/u.test(chunk.raw) && !first ? 0.3 : -0.7;
  return first ? 0 : titled ? -0.6 : 0.5;
}

/** Cost of labelling a chunk as a word of the goods. */
export function goodsCost(chunk: Chunk, known: NameHints): number {
  const word = stripPossessive(chunk.word);
  if (known.names.has(word)) return 1;
  if (isGoods(word) || isUnit(word)) return -0.15;
  if (isTitle(word)) return 1.4;
  if (isCompanySuffix(word)) return 1.5;
  const capitalized = known.capitals && isCapitalized(chunk.raw);
  if (NAMES.has(word)) return capitalized ? 1.1 : 0.7;
  return capitalized ? 0.35 : 0.15;
}

/** Cost of skipping a chunk. */
export function skipCost(chunk: Chunk): number {
  if (chunk.kind === 'small') return 0.12;
  if (chunk.kind === 'text')
    return isGoods(stripPossessive(chunk.word)) ? (chunk.isAside ? 1.2 : 3) : chunk.isAside ? 0.2 : 1.5;
  return chunk.kind === 'figure' || chunk.kind === 'count' ? 5 : 0.4;
}

/** Cost of labelling a figure as a quantity. */
export function quantityCost({ amount, unit }: Chunk, next: Chunk | undefined, after?: Chunk): number {
  if (unit) return -0.3;
  if (!amount || amount.value < 0 || amount.value > 1_000_000) return 6;
  if (amount.kind === 'money' || amount.each) return 6;
  if (next && isAttribute(next.word, after?.word) && !isUnit(next.word)) return 1.5;
  const unitNext = next?.kind === 'text' && isUnit(next.word) ? -0.3 : 0;
  if (amount.kind === 'short') return 2.2 + unitNext;
  if (amount.kind === 'grouped') return 0.7 + unitNext;
  return (amount.value <= 100 ? 0 : amount.value <= 1000 ? 0.25 : 0.6) + unitNext;
}

/** Cost of labelling a figure as a price; `isLed` where "at" or "each" beside it marks it as one. */
export function priceCost({ amount, unit }: Chunk, isLed: boolean): number {
  if (!amount || unit) return 6;
  if (isLed || amount.kind !== 'plain') return amount.kind === 'plain' ? 0.05 : 0;
  if (amount.value >= 100) return 0.2;
  return amount.value >= 10 ? 1.3 : 2;
}

/** Cost of labelling a figure as part of the goods' name: "iPhone 13". */
export function goodsPartCost(
  { amount }: Chunk,
  last: Chunk | undefined,
  next: Chunk | undefined,
  after?: Chunk,
): number {
  if (!amount || amount.kind === 'money' || amount.each) return 6;
  if (next && isAttribute(next.word, after?.word) && amount.kind === 'plain') return 0.1;
  if (last && NUMBERED_GOODS.test(last.word)) return amount.kind === 'plain' ? -0.4 : 2.5;
  if (last && /^(?:of|for)$/.test(last.word)) return amount.kind === 'plain' ? 0.7 : 2;
  return amount.kind === 'plain' ? 1.5 : 3;
}
