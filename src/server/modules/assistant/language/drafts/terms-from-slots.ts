import { amountAt, percentAt } from '../amounts/amounts.ts';
import { dayFromNowAt, type DueDate } from '../dates/due-date.ts';
import { isInside, type Span, type Word } from '../tokens/tokenize.ts';
import type { Slot } from '../understanding/model.ts';
import type { Discount } from './terms.ts';

type Known = {
  due: DueDate | null;
  /** Undefined where not mentioned. */
  discount: Discount['discount'] | undefined;
  discountSpan: Span | null;
  spans: Span[];
};

/** Terms with the due day and the discount that no word leads to: "I told her Friday is fine". */
export function withSlots<T extends Known>(
  words: readonly Word[],
  terms: T,
  slots: readonly Slot[],
  today: string,
): T {
  const free = slots.filter(({ from }) => !isInside(terms.spans, from));
  const due = terms.due ? null : dueIn(words, free, today);
  const discount = terms.discount === undefined ? discountIn(words, free) : null;
  return {
    ...terms,
    ...(due && { due }),
    ...(discount && { discount: discount.discount, discountSpan: discount }),
    spans: [...terms.spans, ...[due, discount].filter((span) => span !== null)],
  };
}

/** The day a slot tells, the last one where a first was taken back; null where there is none or it cannot be read. */
function dueIn(words: readonly Word[], slots: readonly Slot[], today: string): DueDate | null {
  for (const { slot, from, to } of slots.toReversed()) {
    if (slot !== 'due') continue;
    for (let at = from; at < to; at++) {
      const day = dayFromNowAt(words, at, today);
      if (day?.date) return { ...day, from, to: Math.max(to, day.to) };
    }
  }
  return null;
}

/** "50% deposit" is asked for first, not taken off. */
const PART_BEFORE: ReadonlySet<string> = new Set(['deposit', 'advance', 'upfront', 'commitment']);

function discountIn(words: readonly Word[], slots: readonly Slot[]): Discount | null {
  // "Increase the price by 10%" tells how much, not off what.
  const slot = slots.find(
    ({ slot: kind, from, to }) =>
      kind === 'discount' && words[from - 1]?.word !== 'by' && !PART_BEFORE.has(words[to]?.word ?? ''),
  );
  if (!slot) return null;
  const percent = percentAt(words, slot.from);
  const amount = percent ? null : amountAt(words, slot.from);
  const value = percent?.value ?? amount?.value ?? 0;
  if (value <= 0 || (percent && value > 100)) return null;
  return { ...slot, discount: { type: percent ? 'percent' : 'amount', value } };
}
