import { wordsIn } from '../tokens/tokenize.ts';
import { SEND_WORDS } from '../vocabulary/lexicon.ts';
import { NAMES } from '../vocabulary/names.ts';
import { type DraftLine, isPriceCounted } from './lines.ts';

/** Reasons against a customer's name; its first word in small letters. */
const OF_NAMES: Record<string, (name: string, first: string) => boolean> = {
  'a command: "Send Ada"': (_, first) => SEND_WORDS.has(first),
  'an address or an open bracket': (name) => /@|[(<]$/.test(name),
  'a figure behind a given name': (name, first) => / \d+$/.test(name) && NAMES.has(first),
};

/** Reasons against a line of a message. */
const OF_LINES: Record<string, (line: DraftLine, told: string) => boolean> = {
  'two things at a price "each"': ({ each, quantity, goods }, told) =>
    (each || / each\b/.test(told)) && quantity === null && / (?:and|&|plus) /.test(goods ?? ''),
  'a price as a count': (line, told) => isPriceCounted(told, line),
  'an amount in the goods': ({ goods }) => /\d[km]\b|\d,\d{3}| \d{4,}$|\bbucks\b/i.test(goods ?? ''),
  'another count in the goods': ({ goods }) => /\d{3} (?:and|&) | (?:and|&) \d/i.test(goods ?? ''),
  'goods that are a command': ({ goods }) =>
    /^(?:change|edit|update|correct|set(?: up)?|recurring|repeating)$/i.test(goods ?? ''),
  'a sum that is shared out unevenly': ({ price, quantity, priceOfAll }) =>
    priceOfAll && Math.round((price?.value ?? 0) * 100) % (quantity ?? 1) !== 0,
};

/** Whether a customer and lines can be meant at all. */
export function isPlausible(name: string | null, lines: readonly DraftLine[], told: string): boolean {
  const [first = ''] = wordsIn(name);
  return (
    !Object.values(OF_NAMES).some((speaks) => speaks(name ?? '', first)) &&
    !lines.some((line) => Object.values(OF_LINES).some((speaks) => speaks(line, told)))
  );
}
