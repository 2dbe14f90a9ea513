import { isStopWord } from '../parties/names.ts';
import { isInside, type Span } from '../tokens/spans.ts';
import type { Word } from '../tokens/tokenize.ts';
import { type Slot, slotReadings } from '../understanding/model.ts';
import { customerIn, lineSlotsOf, toLine } from './lines-from-slots.ts';

/** Readings looked at: in eight of ten of those with a wrong first one a right one is among so many. */
const READINGS = 16;
/** In points of a reading's score, of which two readings are mostly 10 to 60 apart. */
const POINTS_OF_GAP = 100;
const POINTS_OF_WORD = 10;
const POINTS_OF_FIGURE = 30;
/** Gap of a line that only has a unit: "3 bags" may be all there is. */
const UNIT_ALONE = 0.1;

export type InvoiceSlots = { likeliest: Slot[]; fullest: Slot[] };

/**
 * The slots of an invoice, without those inside `known`. Each word is read by its neighbours alone; that an invoice has one customer,
 * and a line goods and a price, only shows in the whole: of the likely readings the fullest has the fewest gaps.
 */
export function invoiceSlots(words: readonly Word[], known: readonly Span[]): InvoiceSlots {
  const found = slotReadings(words, 'create_invoice', READINGS);
  const terms = new Set(termsOf(found[0]?.slots ?? []));
  const readings = found.map(({ slots, score }) => {
    const free = slots.filter(({ from }) => !isInside(known, from));
    const unread = words.filter((_, at) => !isInside(free, at) && !isInside(known, at));
    const lost = unread.reduce((sum, word) => sum + pointsLost(word), 0);
    return {
      free,
      worth: score - POINTS_OF_GAP * (gapsIn(words, free) + moreThan(terms, slots)) - lost,
    };
  });
  const most = Math.max(...readings.map(({ worth }) => worth));
  const fullest = readings.find(({ worth }) => worth === most)?.free ?? [];
  return { likeliest: readings[0]?.free ?? [], fullest };
}

// A price made a discount would close a gap too.
const moreThan = (terms: ReadonlySet<string>, slots: readonly Slot[]): number =>
  termsOf(slots).filter((term) => !terms.has(term)).length;
const termsOf = (slots: readonly Slot[]): string[] =>
  slots.filter(({ slot }) => TERMS.has(slot)).map(({ slot, from }) => `${slot} ${from}`);
const TERMS: ReadonlySet<string> = new Set(['discount', 'deposit', 'tax', 'total']);

function pointsLost({ raw, word }: Word): number {
  if (/\d/.test(raw)) return POINTS_OF_FIGURE;
  return /^\p{L}{3}/u.test(raw) && !isStopWord(word) ? POINTS_OF_WORD : 0;
}

function gapsIn(words: readonly Word[], slots: readonly Slot[]): number {
  const customers = slots.filter(({ slot }) => slot === 'customer').length;
  const named = customerIn(words, slots) ? customers : 0;
  const lines = lineSlotsOf(slots);
  const inLines = lines.map((line) => {
    const { goods, price, quantity } = toLine(words, line);
    const unnamed = goods === null ? 1 : line.item === undefined ? UNIT_ALONE : 0;
    return (
      unnamed +
      Number(price === null) +
      Number(line.quantity !== undefined && (quantity === null || isPrice(words, line.quantity)))
    );
  });
  return Math.abs(named - 1) + (lines.length === 0 ? 2 : inLines.reduce((sum, one) => sum + one, 0));
}

// "20k" counts nothing.
const isPrice = (words: readonly Word[], { from }: Slot): boolean => /\d[km]$/i.test(words[from]?.raw ?? '');
