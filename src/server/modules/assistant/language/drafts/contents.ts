import { type Amount, amountAt, currencyOf } from '../amounts/amounts.ts';
import { isStopWord } from '../vocabulary/stop-words.ts';
import { isInside, isSeparator, type Span, type Word } from '../tokens/tokenize.ts';
import type { BusinessContext } from '../types.ts';
import { type Model, type Slot, type SlotReading, slotReadings } from '../understanding/model.ts';
import { EACH, TOTAL } from '../vocabulary/goods.ts';
import { DELETE_WORDS, NO_WORDS, YES_WORDS } from '../vocabulary/lexicon.ts';
import { type Candidates, choose, type Chosen, type Contents, type Found, type Lines } from './choice.ts';
import { readWithDiscounts } from './line-discount.ts';
import { customerIn, linesFromSlots } from './lines-from-slots.ts';
import type { DraftLine } from './lines.ts';

export type Known = Parameters<typeof readWithDiscounts>[1] & { spans: Span[] };

/** Customers and lines of the likely readings, outside the terms that are known. */
export function candidatesOf(
  words: readonly Word[],
  known: Known,
  readings: readonly SlotReading[],
): Candidates {
  const customers = new Map<string, Found<string | null>>();
  const lines = new Map<string, Found<Lines>>();
  const most = readings[0]?.score ?? 0;
  for (const { slots, score } of readings) {
    const free = slots.filter(({ from }) => !isInside(known.spans, from));
    const variants = variantsOf(words, free, known.spans);
    if (score === most) variants.push(...pricedTogether(free));
    for (const [at, variant] of variants.entries()) {
      const { customerName, ...found } = contentsOf(words, known, variant);
      const source = { gap: most - score, isMended: at > 0 };
      note(customers, customerName ?? '', { value: customerName, ...source });
      note(lines, JSON.stringify([found.items, found.discount]), { value: found, ...source });
    }
  }
  return { customers: [...customers.values()], lines: [...lines.values()] };
}

// Readings come by their likelihood, so that the first is the likeliest of those that find the same.
function note<T>(all: Map<string, Found<T>>, key: string, found: Found<T>): void {
  const before = all.get(key);
  if (!before) all.set(key, found);
  else before.isMended &&= found.isMended;
}

/** Customer and lines that some slots tell. */
export function contentsOf(words: readonly Word[], known: Known, slots: SlotReading['slots']): Contents {
  const read = readWithDiscounts(words, known, (spans) => ({
    lines: linesFromSlots(
      words,
      slots.filter(({ from }) => !isInside(spans, from)),
    ),
  }));
  return { ...read, customerName: customerIn(words, slots) };
}

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
const COMMANDS: ReadonlySet<string> = new Set([
  ...DELETE_WORDS,
  ...NO_WORDS,
  ...YES_WORDS,
  'quote',
  'quotation',
  'estimate',
]);

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

/** Small words within the name of a thing: "jab for dog", "hire of the hall". */
const WITHIN = /^(?:of|for|in|with|the|from|to)$/;
const MOST_WIDER = 4;

/**
 * The slots of a reading, and the same with the mistakes mended that words read one by one are prone to: a figure that ends a name, and
 * goods that begin too late or end too early. Which of them is meant shows in the whole.
 */
function variantsOf(words: readonly Word[], slots: readonly Slot[], known: readonly Span[]): Slot[][] {
  const split = measuresWhole(slots).flatMap((slot) => thingsApart(words, slot));
  const named = withoutFigures(words, split);
  const all = named ? [split, named] : [split];
  return all.flatMap((own) => [
    [...own],
    ...[false, true].flatMap((acrossSmall) => wider(words, own, known, acrossSmall) ?? []),
  ]);
}

// "30 loaves 36k" may be the price of all of them; where "each" stands beside a price, that holds.
function pricedTogether(slots: readonly Slot[]): Slot[][] {
  const has = (name: string): boolean => slots.some(({ slot }) => slot === name);
  if (!has('quantity') || !has('rate')) return [];
  return [slots.map((slot) => (slot.slot === 'rate' ? { ...slot, slot: 'total' } : slot))];
}

// "40 paint buckets of garri": what a measure is called by is no thing of its own.
function measuresWhole(slots: readonly Slot[]): Slot[] {
  return slots.flatMap((slot, at) => {
    const [before, unit, thing] = [slots[at - 1], slots[at + 1], slots[at + 2]];
    const isPart = (one: Slot | undefined, next: Slot | undefined) =>
      one?.slot === 'item' && next?.slot === 'unit' && next.from === one.to;
    if (isPart(before, slot) && slots[at + 1]?.slot === 'item' && slots[at - 2]?.slot === 'quantity')
      return [];
    if (isPart(slot, unit) && thing?.slot === 'item' && before?.slot === 'quantity')
      return [{ slot: 'unit', from: slot.from, to: unit?.to ?? slot.to }];
    return [slot];
  });
}

// "3 chairs and 2 tables" read as one thing.
function thingsApart(words: readonly Word[], slot: Slot): Slot[] {
  if (slot.slot !== 'item') return [slot];
  for (let at = slot.from + 1; at < slot.to - 2; at++)
    if (/^(?:and|&|plus|,)$/.test(words[at]?.word ?? '') && /^\d{1,4}$/.test(words[at + 1]?.raw ?? ''))
      return [
        { ...slot, to: at },
        { slot: 'quantity', from: at + 1, to: at + 2 },
        ...thingsApart(words, { ...slot, from: at + 2 }),
      ];
  return [slot];
}

const startsAmount = (words: readonly Word[], at: number): boolean =>
  /^\D?\d/.test(words[at]?.raw ?? '') || (amountAt(words, at)?.value ?? 0) >= 1000;

// "Invoice Glory 6 pillows": the figure counts what follows, or is its price.
function withoutFigures(words: readonly Word[], slots: readonly Slot[]): Slot[] | null {
  let changed = false;
  const own = slots.flatMap((slot, at) => {
    const { from, to } = slot;
    const cut = slot.slot === 'customer' ? figureIn(words, from + 1, to) : null;
    if (cut === null) return [slot];
    changed = true;
    const isCount =
      amountAt(words, cut)?.kind === 'plain' && /^(?:item|unit)$/.test(slots[at + 1]?.slot ?? '');
    return [
      { ...slot, to: cut },
      { slot: isCount ? 'quantity' : 'rate', from: cut, to },
    ];
  });
  return changed ? own : null;
}

function figureIn(words: readonly Word[], from: number, to: number): number | null {
  for (let at = from; at < to; at++) if (startsAmount(words, at)) return at;
  return null;
}

// Null where nothing is left to take in.
function wider(
  words: readonly Word[],
  slots: readonly Slot[],
  known: readonly Span[],
  acrossSmall: boolean,
): [Slot[]] | null {
  let changed = false;
  const taken: Span[] = [...known, ...slots];
  const isFree = (at: number): boolean =>
    at >= 0 && at < words.length && !isInside(taken, at) && !isSeparator(words[at]);
  const isContent = (at: number): boolean =>
    isFree(at) && /^\p{L}/u.test(words[at]?.raw ?? '') && !isStopWord(words[at]?.word ?? '');
  const isCrossed = (at: number): boolean => acrossSmall && isFree(at) && WITHIN.test(words[at]?.word ?? '');
  const reach = (from: number, step: 1 | -1): number => {
    let end = from;
    while (Math.abs(end - from) < MOST_WIDER) {
      let next = end + step;
      while (isCrossed(next) && Math.abs(next - end) < 3) next += step;
      if (!isContent(next)) break;
      end = next;
    }
    return end;
  };
  const own = slots.map((slot) => {
    if (slot.slot !== 'item') return slot;
    const [from, to] = [reach(slot.from, -1), reach(slot.to - 1, 1) + 1];
    if (from === slot.from && to === slot.to) return slot;
    changed = true;
    taken.push({ from, to });
    return { ...slot, from, to };
  });
  return changed ? [own] : null;
}
