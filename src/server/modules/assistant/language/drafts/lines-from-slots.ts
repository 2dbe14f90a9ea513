import { amountAt } from '../amounts/amounts.ts';
import { countAt } from '../amounts/counts.ts';
import { formatName } from '../parties/contact-details.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import type { Slot } from '../understanding/model.ts';
import { isStopWord } from '../parties/names.ts';
import { isUnit } from '../vocabulary/goods.ts';
import { EACH, TOTAL } from '../vocabulary/invoice-words.ts';
import { ADD_WORDS, BILL_WORDS, INVOICE_WORDS, MAKE_WORDS } from '../vocabulary/lexicon.ts';
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
  let { to } = named;
  // "Kolade at": a name ends in none of these.
  while (to > named.from + 1 && isStopWord(words[to - 1]?.word ?? '')) to--;
  const name = rawText(words, named.from, to);
  return formatName(name.replace(/(?:'s|’s|['’])$/, '').replace(/^(?:customer|client|buyer):? (?=\S)/i, ''));
}

// "Create" is nobody, and "raise" no goods.
const isNamed = (words: readonly Word[], { from, to }: Slot, others: ReadonlySet<string> = new Set()): boolean =>
  words.slice(from, to).some(({ word }) => !isStopWord(word) && !ORDERS.has(word) && !others.has(word));
const ORDERS: ReadonlySet<string> = new Set([...MAKE_WORDS, ...BILL_WORDS, ...ADD_WORDS, ...INVOICE_WORDS]);
const NOBODY: ReadonlySet<string> = new Set(
  'someone somebody anyone anybody person man woman guy lady girl boy friend customer client buyer'.split(' '),
);

/** The lines of an invoice from the slots of a message, in the order in which they were said. */
export function linesFromSlots(words: readonly Word[], slots: readonly Slot[]): DraftLine[] {
  const told = lineSlotsOf(slots)
    .map((line) => toLine(words, line))
    .filter(({ goods, price }) => goods ?? price);
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

// A figure behind a whole line counts the next thing, unless nothing follows that it could count.
function belongs(line: LineSlots, part: Part, next: Slot | undefined): boolean {
  if (line[part]) return false;
  if (part === 'item' || part === 'target') return line.item === undefined && line.target === undefined;
  if (part === 'price' || part === 'new') return true;
  const isWhole = (line.item ?? line.target) !== undefined && line.price !== undefined;
  if (part === 'unit') return !isWhole || line.quantity !== undefined;
  return !isWhole || (next?.slot !== 'item' && next?.slot !== 'unit');
}

/** Slots of a line as what was told of it. */
export function toLine(words: readonly Word[], { quantity, unit, item, price }: LineSlots): DraftLine {
  const dozens = [words[unit?.from ?? -1], words[quantity?.to ?? -1], words[(quantity?.to ?? 0) - 1]].some(isDozen);
  const named = item && isNamed(words, item) ? trimmed(words, item) : undefined;
  const counted = named && !quantity && !unit ? countBefore(words, named) : null;
  const measure = unit && !isDozen(words[unit.from]) ? unit : undefined;
  const each = price !== undefined && isEach(words, price.to);
  const count = quantity ? countIn(words, quantity) : (counted?.value ?? null);
  const goods = goodsOf(words, measure, counted?.rest ?? named);
  const attached = quantity && !unit ? unitWithin(words[quantity.from]) : null;
  return asService({
    quantity: count !== null && dozens ? count * DOZEN : count,
    goods: (attached && goods ? `${attached} of ${goods}` : goods) || null,
    price: price ? firstAmount(words, price) : null,
    each,
    priceOfAll: price !== undefined && !each && (price.slot === 'total' || isOfAll(words, price, quantity)),
    sum: false,
    counts: quantity !== undefined || counted !== null,
    joined: 'mark',
    end: Math.max(...[quantity, unit, item, price].map((slot) => slot?.to ?? 0)) + (each ? 1 : 0),
  });
}

// "each", "per yard", "a night".
const isEach = (words: readonly Word[], at: number): boolean =>
  EACH.test(words[at]?.word ?? '') ||
  words[at]?.word === 'per' ||
  (/^an?$/.test(words[at]?.word ?? '') && isUnit(words[at + 1]?.word ?? ''));

// "x website", "each shoe", "bags of cement at": small words at the edges are no goods.
function trimmed(words: readonly Word[], slot: Slot): Slot {
  let { from, to } = slot;
  while (from < to - 1 && (words[from]?.word === 'x' || EACH.test(words[from]?.word ?? ''))) from++;
  while (to > from + 1 && isStopWord(words[to - 1]?.word ?? '')) to--;
  return { ...slot, from, to };
}

// "bags of rice", "bags rice" and "paint bucket" as they were said; "rice, 3 bags" is put together.
function goodsOf(words: readonly Word[], unit: Slot | undefined, item: Slot | undefined): string {
  const text = (from: number, to: number): string => rawText(words, from, to);
  if (!unit || !item) return unit || item ? text((unit ?? item)?.from ?? 0, (unit ?? item)?.to ?? 0) : '';
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

// "200 chair covers" read as goods.
function countBefore(words: readonly Word[], { from, to, slot }: Slot): { value: number; rest: Slot } | null {
  const [, figures, x] = /^(\d{1,4})(x?)$/i.exec(words[from]?.raw ?? '') ?? [];
  const begins = from + (x === '' && words[from + 1]?.word === 'x' ? 2 : 1);
  if (figures === undefined || begins >= to) return null;
  return { value: Number(figures), rest: { slot, from: begins, to } };
}

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

// "6 crates for 90k", "3 dresses altogether 75k".
function isOfAll(words: readonly Word[], { from, to }: Slot, quantity: Slot | undefined): boolean {
  const [before, behind] = [words[from - 1]?.word ?? '', words[to]?.word ?? ''];
  return (
    (quantity !== undefined && quantity.to < from && before === 'for') ||
    TOTAL.test(before) ||
    (TOTAL.test(behind) && !amountAt(words, to + 1))
  );
}

function firstAmount(words: readonly Word[], { from, to }: Slot): DraftLine['price'] {
  // "USD 75" in two words, and "-5k" is no price.
  const whole = from > 0 ? amountAt(words, from - 1) : null;
  if (whole?.currency && whole.to > from) return whole;
  const before = words[from - 1];
  if (before?.raw === '-' && before.end === words[from]?.start) return null;
  for (let at = from; at < to; at++) {
    const amount = amountAt(words, at);
    if (amount) return amount;
  }
  return null;
}

// "2 and a half": the part of a whole that stands before it belongs to it.
function countIn(words: readonly Word[], slot: Slot): number | null {
  const half = words.slice(slot.from, slot.to).some(({ word }) => word === 'half') ? 0.5 : 0;
  const whole = half > 0 ? countAt(words, words[slot.from]?.word === 'a' ? slot.from - 2 : slot.from) : null;
  if (whole && /^\d+$/.test(words[whole.to - 1]?.raw ?? '')) return whole.value + half;
  const [amount, count] = [firstAmount(words, slot), countAt(words, slot.from)];
  const figures = /^\d+(?:\.\d+)?/.exec(words[slot.from]?.raw ?? '')?.[0];
  return amount?.value ?? count?.value ?? (figures ? Number(figures) : null);
}
