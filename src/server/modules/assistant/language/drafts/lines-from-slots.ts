import { amountAt } from '../amounts/amounts.ts';
import { countAt } from '../amounts/counts.ts';
import { formatName } from '../parties/contact-details.ts';
import { rawText, type Word } from '../tokens/tokenize.ts';
import type { Slot } from '../understanding/model.ts';
import { isStopWord } from '../parties/names.ts';
import { EACH } from '../vocabulary/invoice-words.ts';
import { ADD_WORDS, BILL_WORDS, INVOICE_WORDS, MAKE_WORDS } from '../vocabulary/lexicon.ts';
import { type DraftLine, shareJoinedPrices } from './lines.ts';

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
  const named = slots.find((slot) => slot.slot === 'customer' && isNamed(words, slot));
  if (!named) return null;
  const name = rawText(words, named.from, named.to);
  return formatName(name.replace(/(?:'s|’s|['’])$/, '').replace(/^(?:customer|client|buyer):? (?=\S)/i, ''));
}

// "Create" is nobody, and "raise" no goods.
const isNamed = (words: readonly Word[], { from, to }: Slot): boolean =>
  words.slice(from, to).some(({ word }) => !isStopWord(word) && !ORDERS.has(word));
const ORDERS: ReadonlySet<string> = new Set([...MAKE_WORDS, ...BILL_WORDS, ...ADD_WORDS, ...INVOICE_WORDS]);

/** The lines of an invoice from the slots of a message, in the order in which they were said. */
export function linesFromSlots(words: readonly Word[], slots: readonly Slot[]): DraftLine[] {
  const told = lineSlotsOf(slots)
    .map((line) => toLine(words, line))
    .filter(({ goods, price }) => goods ?? price);
  return shareJoinedPrices(told);
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
  const text = (slot: Slot | undefined): string => (slot ? rawText(words, slot.from, slot.to) : '');
  const goods = [text(unit), item && isNamed(words, item) ? text(item) : ''].filter(Boolean).join(' of ');
  return {
    quantity: quantity ? countIn(words, quantity) : null,
    goods: goods || null,
    price: price ? firstAmount(words, price) : null,
    each: price !== undefined && EACH.test(words[price.to]?.word ?? ''),
    priceOfAll: price?.slot === 'total',
    sum: false,
    counts: quantity !== undefined,
    joined: 'mark',
    end: Math.max(...[quantity, unit, item, price].map((slot) => slot?.to ?? 0)),
  };
}

function firstAmount(words: readonly Word[], { from, to }: Slot): DraftLine['price'] {
  // "-5k" is no price.
  const before = words[from - 1];
  if (before?.raw === '-' && before.end === words[from]?.start) return null;
  for (let at = from; at < to; at++) {
    const amount = amountAt(words, at);
    if (amount) return amount;
  }
  return null;
}

function countIn(words: readonly Word[], slot: Slot): number | null {
  const [amount, count] = [firstAmount(words, slot), countAt(words, slot.from)];
  const figures = /^\d+(?:\.\d+)?/.exec(words[slot.from]?.raw ?? '')?.[0];
  return amount?.value ?? count?.value ?? (figures ? Number(figures) : null);
}
