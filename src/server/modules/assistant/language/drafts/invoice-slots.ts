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

/**
 * The slots of an invoice, without those inside `known`: of the likeliest readings the one with the fewest gaps. Each word is read
 * by its neighbours alone; that an invoice has one customer, and a line goods and a price, only shows in the whole.
 */
export function invoiceSlots(words: readonly Word[], known: readonly Span[]): Slot[] {
  const readings = slotReadings(words, 'create_invoice', READINGS).map(({ slots, score }) => {
    const free = slots.filter(({ from }) => !isInside(known, from));
    const unread = words.filter((word, at) => isTold(word) && !isInside(free, at) && !isInside(known, at));
    return {
      free,
      worth: score - POINTS_OF_GAP * gapsIn(words, free) - POINTS_OF_WORD * unread.length,
    };
  });
  const most = Math.max(...readings.map(({ worth }) => worth));
  return readings.find(({ worth }) => worth === most)?.free ?? [];
}

const isTold = ({ raw, word }: Word): boolean => /^\p{L}{3}/u.test(raw) && !isStopWord(word);

function gapsIn(words: readonly Word[], slots: readonly Slot[]): number {
  const customers = slots.filter(({ slot }) => slot === 'customer').length;
  const named = customerIn(words, slots) ? customers : 0;
  const lines = lineSlotsOf(slots);
  const inLines = lines.map((line) => {
    const { goods, price, quantity } = toLine(words, line);
    const unnamed = goods === null ? 1 : line.item === undefined ? 0.5 : 0;
    return unnamed + Number(price === null) + Number(line.quantity !== undefined && quantity === null);
  });
  return Math.abs(named - 1) + (lines.length === 0 ? 2 : inLines.reduce((sum, one) => sum + one, 0));
}
