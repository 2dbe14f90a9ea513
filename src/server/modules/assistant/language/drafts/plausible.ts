import { wordsIn } from '../tokens/tokenize.ts';
import { NUMBER_WORDS, SEND_WORDS } from '../vocabulary/lexicon.ts';
import { NAMES } from '../vocabulary/names.ts';
import { type DraftLine, isPriceCounted } from './lines.ts';

/** Reasons against a customer's name; its first word in small letters. */
const OF_NAMES: Record<string, (name: string, first: string) => boolean> = {
  'a command: "Send Ada"': (_, first) => SEND_WORDS.has(first),
  'an address or an open bracket': (name) => /@|[(<]$/.test(name),
  'a price as it is said at a stall: "Biodun two five"': (name) => stallPrice(wordsIn(name).slice(-2)),
  'a word of agreement, or of papers': (name) =>
    /^(?:ok|okay|alright|fine|good|yes|invoice|bill|quote|quotation|estimate|receipt)$/i.test(name),
  'a figure behind a given name': (name, first) => / \d+$/.test(name) && NAMES.has(first),
};

/** "Two five", which is 2,500. */
const stallPrice = (words: readonly string[]): boolean =>
  words.length === 2 && words.every((word) => isDigit(NUMBER_WORDS.get(word)));

const isDigit = (value = 0): boolean => value >= 1 && value <= 9;

/** A message as reasons against its lines look at it, once for all of them. */
type Told = {
  text: string;
  /** The first figures of prices as they are said at a stall. */
  stallCounts: ReadonlySet<number | undefined>;
  /** Those that stand before "a bird". */
  pricesOfOne: ReadonlySet<number>;
};

export const toldOf = (text: string): Told => {
  const words = wordsIn(text);
  const stalls = words.filter((_, at) => stallPrice(words.slice(at, at + 2)));
  const ofOne = [...text.matchAll(OF_ONE)].map(([, figure = '']) => Number(figure.replaceAll(',', '')));
  return {
    text,
    stallCounts: new Set(stalls.map((word) => NUMBER_WORDS.get(word))),
    pricesOfOne: new Set(ofOne),
  };
};
const OF_ONE = /(?<= )(\d[\d,.]{0,20})(?: naira)? (?:a|per) (?!(?:day|week|month|year) )(?=\p{L})/gu;

/** Reasons against a line of a message. */
const OF_LINES: Record<string, (line: DraftLine, told: Told) => boolean> = {
  'two things at a price "each"': ({ each, quantity, goods }, { text }) =>
    (each || / each\b/.test(text)) && quantity === null && / (?:and|&|plus) /.test(goods ?? ''),
  'a price as a count': (line, { text }) => isPriceCounted(text, line),
  'a price as it is said at a stall as a count: "two five for purse"': ({ quantity }, { stallCounts }) =>
    quantity !== null && stallCounts.has(quantity),
  'an amount in the goods': ({ goods }) => /\d[km]\b|\d,\d{3}| \d{4,}$|\bbucks\b/i.test(goods ?? ''),
  'another count in the goods': ({ goods }) => /\d{3} (?:and|&) | (?:and|&) \d/i.test(goods ?? ''),
  'goods that are a command': ({ goods }) =>
    /^(?:change|edit|update|correct|set(?: up)?|recurring|repeating)$/i.test(goods ?? ''),
  'one for less than ten naira': ({ price, quantity, priceOfAll }) =>
    priceOfAll && price?.currency !== 'USD' && (price?.value ?? 0) / (quantity || 1) < 10,
  'the price of a bird as that of all: "180 naira a bird"': (line, { pricesOfOne }) =>
    (line.priceOfAll || line.quantity === null) && pricesOfOne.has(line.price?.value ?? Number.NaN),
  'a sum that is shared out unevenly': ({ price, quantity, priceOfAll }) =>
    priceOfAll && Math.round((price?.value ?? 0) * 100) % (quantity ?? 1) !== 0,
};

/** Reasons against a customer and against lines: 0 where they can be meant, at most 2. */
export function doubtsOf(name: string | null, lines: readonly DraftLine[], told: Told): number {
  const [first = ''] = wordsIn(name);
  const isOdd = Object.values(OF_NAMES).some((speaks) => speaks(name ?? '', first));
  const areOdd = lines.some((line) => Object.values(OF_LINES).some((speaks) => speaks(line, told)));
  return Number(isOdd) + Number(areOdd);
}
