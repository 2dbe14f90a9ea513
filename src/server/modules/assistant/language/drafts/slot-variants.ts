import { amountAt } from '../amounts/amounts.ts';
import { isStopWord } from '../parties/names.ts';
import { isInside, isSeparator, type Span, type Word } from '../tokens/tokenize.ts';
import type { Slot } from '../understanding/model.ts';

/** Small words within the name of a thing: "jab for dog", "hire of the hall". */
const WITHIN = /^(?:of|for|in|with|the|from|to)$/;
const MOST_WIDER = 4;

/**
 * The slots of a reading, and the same with the mistakes mended that words read one by one are prone to: a figure that ends a name, and
 * goods that begin too late or end too early. Which of them is meant shows in the whole.
 */
export function variantsOf(words: readonly Word[], slots: readonly Slot[], known: readonly Span[]): Slot[][] {
  const split = measuresWhole(slots).flatMap((slot) => thingsApart(words, slot));
  const named = withoutFigures(words, split);
  const all = named ? [split, named] : [split];
  return all.flatMap((own) => [
    [...own],
    ...[false, true].flatMap((acrossSmall) => wider(words, own, known, acrossSmall) ?? []),
  ]);
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
