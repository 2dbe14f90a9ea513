import { type Amount, amountAt, currencyOf } from '../amounts/amounts.ts';
import { isStopWord } from '../parties/names.ts';
import type { Word } from '../tokens/tokenize.ts';
import type { BusinessContext } from '../types.ts';
import { type Model, type SlotReading, slotReadings } from '../understanding/model.ts';
import { EACH, TOTAL } from '../vocabulary/goods.ts';
import { DELETE_WORDS, NO_WORDS, YES_WORDS } from '../vocabulary/lexicon.ts';
import { choose, type Chosen } from './choice.ts';
import { candidatesOf, type Contents, type Known } from './contents.ts';
import type { DraftLine } from './lines.ts';

/** Readings looked at: in nearly nine of ten messages a right one is among so many. */
const READINGS = 16;
const NOTHING: Known = { discount: undefined, discountSpan: null, spans: [] };
const NOBODY = { value: null, gap: 0, isMended: false };

export const invoiceReadings = (words: readonly Word[], model?: Model): SlotReading[] =>
  slotReadings(words, 'create_invoice', READINGS, model);

/** Customer and lines that a message names outside the terms that are known, and by the reading that comes close. */
export const readContents = (
  words: readonly Word[],
  { knownNames }: Pick<BusinessContext, 'knownNames'>,
  known: Known = NOTHING,
  readings: readonly SlotReading[] = invoiceReadings(words),
): Chosen => {
  const { best, close } = choose(words, known.spans, candidatesOf(words, known, readings), knownNames);
  return { best: withoutCommand(best), close };
};

// "Cancel" by itself is no goods.
function withoutCommand(contents: Contents): Contents {
  const [only, more] = contents.lines;
  const isCommand =
    only && !more && !only.price && only.quantity === null && COMMANDS.has(only.goods?.toLowerCase() ?? '');
  return isCommand ? { ...contents, lines: [], items: [] } : contents;
}
const COMMANDS: ReadonlySet<string> = new Set([...DELETE_WORDS, ...NO_WORDS, ...YES_WORDS]);

/** Lines of words that name no customer, such as a part of an edit. */
export function readLines(words: readonly Word[]): DraftLine[] {
  if (!words.some(isContent)) return figuresAlone(words);
  const { lines } = candidatesOf(words, NOTHING, invoiceReadings(words));
  return choose(words, [], { customers: [NOBODY], lines }).best.lines.map((line) =>
    line.quantity === null && !words.some(({ word }) => TOTAL.test(word))
      ? { ...line, priceOfAll: false }
      : line,
  );
}

const isContent = ({ raw, word }: Word): boolean =>
  /^\p{L}{2}/u.test(raw) &&
  !isStopWord(word) &&
  !EACH.test(word) &&
  !TOTAL.test(word) &&
  !currencyOf(word) &&
  !/^(?:pcs|pieces?)$/.test(word);

// "25k and 40k", "it's 30": a price each, or a count; which, the words around them tell. "2 at 30k" are both.
function figuresAlone(words: readonly Word[]): DraftLine[] {
  const lines: DraftLine[] = [];
  const each = words.some(({ word }) => EACH.test(word));
  const priceOfAll = !each && words.some(({ word }) => TOTAL.test(word) || word === 'all');
  for (let at = 0; at < words.length; at++) {
    const times = /^x(\d{1,4})$/i.exec(words[at]?.raw ?? '')?.[1];
    const price = times ? null : amountAt(words, at);
    if (!price && !times) continue;
    const to = price?.to ?? at + 1;
    const last = lines.at(-1);
    if (last?.price?.kind === 'plain' && last.quantity === null && price && isPriceBehind(words, at, price))
      lines[lines.length - 1] = { ...last, quantity: last.price.value, counts: true, price, end: to };
    else
      lines.push({
        goods: null,
        quantity: times ? Number(times) : null,
        price,
        each: each || price?.each === true,
        priceOfAll,
        counts: times !== undefined,
        end: to,
      });
    at = to - 1;
  }
  return lines;
}

const isPriceBehind = (words: readonly Word[], at: number, { kind }: Amount): boolean =>
  kind !== 'plain' || /^(?:at|@|price|for)$/.test(words[at - 1]?.word ?? '');
