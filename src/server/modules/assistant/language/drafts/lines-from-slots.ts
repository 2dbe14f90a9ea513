import { type Amount, amountAt, currencyOf } from '../amounts/amounts.ts';
import { nativeCount } from '../amounts/native-numbers.ts';
import { countAt } from '../amounts/number-words.ts';
import { formatName } from '../parties/contact-details.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import type { Slot } from '../understanding/model.ts';
import { isStopWord } from '../vocabulary/stop-words.ts';
import { EACH, isAttribute, isUnit, TOTAL } from '../vocabulary/goods.ts';
import { ADD_WORDS, BILL_WORDS, INVOICE_WORDS, MAKE_WORDS, NUMBER_WORDS } from '../vocabulary/lexicon.ts';
import { countOfWork, countWithin, isEach, ofOther } from './counts.ts';
import {
  attachBarePrices,
  attachLaterPrices,
  type DraftLine,
  shareJoinedPrices,
  withoutRepeatedTotal,
} from './lines.ts';

type Part = 'quantity' | 'unit' | 'item' | 'price' | 'target' | 'new';

/** Slots that tell of one line. */
export type LineSlots = Partial<Record<Part, Slot>>;

const PARTS: Record<string, Part> = {
  quantity: 'quantity',
  unit: 'unit',
  item: 'item',
  rate: 'price',
  total: 'price',
  target: 'target',
  new: 'new',
};

/** The first customer that was named, without "'s"; null for none. */
export function customerIn(words: readonly Word[], slots: readonly Slot[]): string | null {
  const named = slots.find((slot) => slot.slot === 'customer' && isNamed(words, slot, NOBODY));
  if (!named) return null;
  let { from, to } = named;
  // "For Tunde", "the Okonjos": small words before a name. "The Place" is one.
  while (from < to - 1 && (BEFORE_NAME.test(words[from]?.word ?? '') || words[from]?.raw === 'the')) from++;
  // "Musa not Ada": one name ends where the other begins.
  const other = words.findIndex(({ word }, at) => at > from && at < to && BEHIND_NAME.test(word));
  if (other > 0) to = other;
  const theirs = words.findIndex(
    ({ word }, at) => at > from && at < to && THEIRS.test(word) && /['’]s$/.test(words[at - 1]?.word ?? ''),
  );
  if (theirs > 0) to = theirs;
  // "Kolade at": a name ends in none of these.
  while (to > from + 1 && isStopWord(words[to - 1]?.word ?? '')) to--;
  const name = rawText(words, from, to);
  return formatName(
    name
      .replace(/(?:'s|’s|['’])$| an? (?:payment |pay )?link$/i, '')
      .replace(/^(?:customer|client|buyer):? (?=\S)/i, ''),
  );
}

/** The customers that are named one behind the other: "Ada, Bola and Chike". */
export function customersIn(words: readonly Word[], slots: readonly Slot[]): string[] {
  const named = slots.filter(({ slot }) => slot === 'customer');
  const apart = named.findIndex(({ from }, at) =>
    words.slice(named[at - 1]?.to ?? from, from).some(({ word }) => !/^(?:,|and|&)$/.test(word)),
  );
  return named.slice(0, apart < 0 ? named.length : apart).flatMap((slot) => customerIn(words, [slot]) ?? []);
}

const BEFORE_NAME = /^(?:for|to|from|by)$/;
const BEHIND_NAME = /^(?:not|instead|<|that|that's|thats)$/;
/** "Bola's wedding": what is somebody's is no part of the name. */
const THEIRS =
  /^(?:wedding|birthday|burial|party|house|shop|car|office|order|event|ceremony|naming|kids|children|daughter|son)$/;

// "Create" is nobody, and "raise" no goods.
const isNamed = (
  words: readonly Word[],
  { from, to }: Slot,
  others: ReadonlySet<string> = new Set(),
): boolean =>
  words.slice(from, to).some(({ word }) => !isStopWord(word) && !ORDERS.has(word) && !others.has(word));
const ORDERS: ReadonlySet<string> = new Set([...MAKE_WORDS, ...BILL_WORDS, ...ADD_WORDS, ...INVOICE_WORDS]);
const NOBODY: ReadonlySet<string> = new Set(
  'someone somebody anyone anybody person man woman guy lady girl boy friend customer client buyer link'.split(
    ' ',
  ),
);

/** The lines of an invoice from the slots of a message, in the order in which they were said. */
export function linesFromSlots(words: readonly Word[], slots: readonly Slot[]): DraftLine[] {
  // "85,000 including labour": what a price holds is no line.
  const isHeld = ({ from }: Slot): boolean =>
    /^(?:including|inclusive|includes)$/.test(words[from - 1]?.word ?? '');
  const lines = lineSlotsOf(slots.filter((slot) => !isHeld(slot)))
    .map((line) => toLine(words, line))
    .filter(({ goods, price }) => goods ?? price);
  const told = lines.map((line, at) => ofOther(words, line, lines[at - 1], lines));
  return withoutRepeatedTotal(shareJoinedPrices(attachLaterPrices(attachBarePrices(told))));
}

/** Slots put together by the line they tell of. */
export function lineSlotsOf(slots: readonly Slot[]): LineSlots[] {
  const named = slots.filter(({ slot }) => slot in PARTS);
  const lines: LineSlots[] = [];
  named.forEach((slot, at) => {
    const part = PARTS[slot.slot] ?? 'item';
    const line = lines.at(-1);
    if (line && belongs(line, part, named[at + 1])) line[part] = slot;
    else lines.push({ [part]: slot });
  });
  return lines;
}

// A figure behind a whole line counts the next thing, unless nothing follows that it could count; goods behind "2 buckets 1800" that
// have a price of their own are a line.
function belongs(line: LineSlots, part: Part, next: Slot | undefined): boolean {
  if (line[part]) return false;
  const isPriced = line.price !== undefined && PARTS[next?.slot ?? ''] === 'price';
  if (part === 'item' || part === 'target')
    return line.item === undefined && line.target === undefined && !(line.unit && isPriced);
  if (part === 'price' || part === 'new') return true;
  const isWhole = (line.item ?? line.target) !== undefined && line.price !== undefined;
  if (part === 'unit') return !isWhole || line.quantity !== undefined;
  return !isWhole || (next?.slot !== 'item' && next?.slot !== 'unit');
}

/** Slots of a line as what was told of it. */
export function toLine(words: readonly Word[], slots: LineSlots): DraftLine {
  const { quantity, unit, item, price } = withMeasure(
    words,
    withAttributes(words, withoutMoneyCounted(words, slots)),
  );
  const dozens = [words[unit?.from ?? -1], words[quantity?.to ?? -1], words[(quantity?.to ?? 0) - 1]].some(
    isDozen,
  );
  const named = item && isNamed(words, item) ? trimmed(words, item) : undefined;
  const counted =
    named && !quantity && !unit ? (countWithin(words, named) ?? countOfWork(words, named, price)) : null;
  const measure = unit && !isDozen(words[unit.from]) ? unit : undefined;
  const lead = price ? (words[leadOf(words, price)]?.word ?? '') : '';
  const amount = price ? firstAmount(words, price) : null;
  const each = price !== undefined && (isEach(words, price) || EACH.test(lead) || amount?.each === true);
  const count = quantity ? countIn(words, quantity) : (counted?.value ?? null);
  const rest = goodsOf(words, measure, counted?.rest ?? named);
  const goods = counted?.work ? `${counted.work} ${rest}` : rest;
  const attached = quantity && !unit ? unitWithin(words[quantity.from]) : null;
  return asService({
    quantity: count !== null && dozens ? count * DOZEN : count,
    goods: (attached && goods ? `${attached} of ${goods}` : goods) || null,
    price: amount,
    each,
    priceOfAll:
      price !== undefined &&
      !each &&
      !/^(?:at|@)$/.test(lead) &&
      (isPart(count) || isOfAll(words, price, quantity)),
    counts: quantity !== undefined || counted !== null,
    end: Math.max(...[quantity, unit, item, price].map((slot) => slot?.to ?? 0)) + (each ? 1 : 0),
  });
}

function withoutMoneyCounted(words: readonly Word[], { quantity, ...slots }: LineSlots): LineSlots {
  if (!quantity || !isMoney(words, quantity)) return quantity ? { quantity, ...slots } : slots;
  return { ...slots, price: slots.price ?? quantity };
}

// "24 inch braids", "2 hp pump": the figure is part of what is sold.
function withAttributes(words: readonly Word[], slots: LineSlots): LineSlots {
  const { quantity, unit, ...rest } = slots;
  const item = rest.item;
  if (!quantity || !item || (unit ?? item).from !== quantity.to) return slots;
  const next = words[quantity.to + 1]?.word;
  return isAttribute(words[quantity.to]?.word ?? '', next)
    ? { ...rest, item: { ...item, from: quantity.from } }
    : slots;
}

// "5kg of fish at 4k per kg": what has a price for each kilo is counted by it.
function withMeasure(words: readonly Word[], slots: LineSlots): LineSlots {
  const { quantity, unit, item, price } = slots;
  if (quantity || unit || !item || !price || item.to - item.from < 2) return slots;
  const measure = unitWithin(words[item.from])?.toLowerCase();
  const per = words[price.to]?.word === 'per' ? (words[price.to + 1]?.word ?? '') : '';
  if (!measure || per.replace(/^(?:kilo(?:gram)?s?|kgs)$/, 'kg') !== measure) return slots;
  const from = item.from + (words[item.from + 1]?.word === 'of' ? 2 : 1);
  const counted = { slot: 'quantity', from: item.from, to: item.from + 1 };
  return { ...slots, quantity: counted, item: { ...item, from } };
}

// "x website", "each shoe", "plus loading", "bags of cement at": small words at the edges are no goods.
function trimmed(words: readonly Word[], slot: Slot): Slot {
  let { from, to } = slot;
  if (/^(?:cost|price)$/.test(words[from]?.word ?? '') && words[from + 1]?.word === 'of' && to - from > 2)
    from += 2;
  while (from < to - 1 && BEFORE_GOODS.test(words[from]?.word ?? '')) from++;
  while (to > from + 1 && BEHIND_GOODS.test(words[to - 1]?.word ?? '')) to--;
  return { ...slot, from, to };
}
const BEFORE_GOODS = /^(?:x|each|apiece|plus|and|&|then|also|the|for|of|ngn|naira|usd)$/;
const BEHIND_GOODS = /^(?:at|for|to|in|on|by|with|and|the|an?|of|is|was|na|@|ngn|naira|usd)$/;

// "bags of rice", "bags rice" and "paint bucket" as they were said; "rice, 3 bags" is put together.
function goodsOf(words: readonly Word[], unit: Slot | undefined, item: Slot | undefined): string {
  const text = (from: number, to: number): string => rawText(words, from, to);
  const only = unit ?? item;
  if (!only) return '';
  if (!unit || !item) return text(only.from, only.to);
  const between = words.slice(unit.to, item.from).map(({ word }) => word);
  if (unit.to === item.from || (between.length === 1 && between[0] === 'of')) return text(unit.from, item.to);
  if (item.to === unit.from) return text(item.from, unit.to);
  return `${text(unit.from, unit.to)} of ${text(item.from, item.to)}`;
}

// "5kg", "10pcs".
function unitWithin(word: Word | undefined): string | null {
  const unit = /^\d+(?:\.\d+)?(\p{L}+)$/u.exec(word?.raw ?? '')?.[1];
  return unit && isUnit(unit.toLowerCase()) ? unit : null;
}

const DOZEN = 12;
const isDozen = (word: Word | undefined): boolean => /^dozens?$/.test(word?.word ?? '');

// "45 mins consultation 30k", "2 hour photo session 50k": how long one service takes, unless the price is of each.
function asService(line: DraftLine): DraftLine {
  const { quantity, goods, each } = line;
  const [unit = '', ...rest] = goods?.split(' ') ?? [];
  const service = rest[0] === 'of' ? rest.slice(1) : rest;
  const isDuration =
    /^(?:minutes?|mins?)$/i.test(unit) || (/^(?:hour|hr|day|week|month)$/i.test(unit) && (quantity ?? 0) > 1);
  if (quantity === null || each || !isDuration || service.length === 0) return line;
  return { ...line, quantity: null, counts: false, goods: `${quantity} ${unit} ${service.join(' ')}` };
}

/** Where the word stands that leads to a price, before its currency. */
function leadOf(words: readonly Word[], { from }: Slot): number {
  let at = from - 1;
  while (at >= 0 && (words[at]?.raw === '=' || currencyOf(words[at]?.word ?? ''))) at--;
  return at;
}

// "Half a bag 38k".
const isPart = (count: number | null): boolean => count !== null && count > 0 && count < 1;

// "6 crates for 90k", "90k for 6 crates", "6 crates = 90k".
function isOfAll(words: readonly Word[], price: Slot, quantity: Slot | undefined): boolean {
  if (price.slot === 'total' || isToldOfAll(words, price)) return true;
  if (!quantity) return false;
  const { from, to } = price;
  if (quantity.to < from && words[from - 1]?.raw === '=') return true;
  const [lead, behind] = [words[leadOf(words, price)]?.word, words[to]?.word];
  return (quantity.to < from && lead === 'for') || (quantity.from === to + 1 && behind === 'for');
}

const BEHIND_ALL =
  /^(?:all|in all|join(?:ed)? (?:all )?together|for (?:all|both|everything|the (?:lot|two|three|four|five|six|seven|eight|nine|ten|\d+)))\b/;
const IS = /^(?:na|is|be|being|are|was|of)$/;

// "3 dresses altogether 75k", "38k for the two", "everything na 20k", "the two na 30k", "the sum for all three being 36k".
function isToldOfAll(words: readonly Word[], price: Slot): boolean {
  const wordAt = (at: number): string => words[at]?.word ?? '';
  const { to } = price;
  if (TOTAL.test(wordAt(to))) return !amountAt(words, to + 1);
  if (BEHIND_ALL.test(`${wordAt(to)} ${wordAt(to + 1)} ${wordAt(to + 2)}`)) return true;
  let at = leadOf(words, price);
  if (TOTAL.test(wordAt(at))) return true;
  if (!IS.test(wordAt(at))) return wordAt(at) === 'all';
  while (IS.test(wordAt(at))) at--;
  const isSeveral = (countAt(words, at)?.value ?? 1) > 1 && /^(?:the|all)$/.test(wordAt(at - 1));
  return TOTAL.test(wordAt(at)) || /^(?:sum|all|both)$/.test(wordAt(at)) || isSeveral;
}

function firstAmount(words: readonly Word[], { from, to }: Slot): DraftLine['price'] {
  // "USD 75" in two words, and "-5k" is no price.
  const whole = from > 0 ? amountAt(words, from - 1) : null;
  if (whole?.currency && whole.to > from) return whole;
  const before = words[from - 1];
  if (before?.raw === '-' && before.end === words[from]?.start) return null;
  const short = to - from === 2 ? thousandsAndHundreds(words, from) : null;
  if (short) return short;
  for (let at = from; at < to; at++) {
    const amount = amountAt(words, at);
    if (amount) return amount;
  }
  return null;
}

// "Two five" as a price is 2,500, as it is said at a stall.
function thousandsAndHundreds(words: readonly Word[], at: number): Amount | null {
  const [thousands = 0, hundreds = 0] = [at, at + 1].map((one) => NUMBER_WORDS.get(words[one]?.word ?? ''));
  const areDigits = [thousands, hundreds].every((one) => one >= 1 && one <= 9);
  if (!areDigits || thousands === hundreds || !/^\p{L}/u.test(words[at]?.raw ?? '')) return null;
  return { value: thousands * 1000 + hundreds * 100, currency: null, kind: 'short', each: false, to: at + 2 };
}

// Money counts nothing: neither the "NGN" of "NGN 9,000" nor its figure.
function plainAmount(words: readonly Word[], { from, to }: Slot): Amount | null {
  for (let at = from; at < to; at++) {
    const amount = amountAt(words, at);
    if (amount) return amount.currency || amount.to > to ? null : amount;
  }
  return null;
}

const isMoney = (words: readonly Word[], { from }: Slot): boolean =>
  Boolean(
    amountAt(words, from)?.currency ??
      currencyOf(words[from - 1]?.word ?? '') ??
      currencyOf(words[from]?.word ?? ''),
  );

// "2 and a half": the part of a whole that stands before it belongs to it.
function countIn(words: readonly Word[], slot: Slot): number | null {
  const half = words.slice(slot.from, slot.to).some(({ word }) => word === 'half') ? 0.5 : 0;
  const before = half > 0 ? countAt(words, words[slot.from]?.word === 'a' ? slot.from - 2 : slot.from) : null;
  if (before && /^\d+$/.test(words[before.to - 1]?.raw ?? '')) return before.value + half;
  // "Twenty three" of which only the end was taken.
  const whole = slot.from > 0 ? countAt(words, slot.from - 1) : null;
  if (whole && whole.to === slot.to && whole.value >= 20) return whole.value;
  const [amount, count] = [plainAmount(words, slot), countAt(words, slot.from)];
  const figures = /^x?(\d+(?:\.\d+)?)/i.exec(words[slot.from]?.raw ?? '')?.[1];
  return (
    amount?.value ??
    count?.value ??
    (figures ? Number(figures) : (nativeCount(words, slot.from)?.value ?? null))
  );
}
