import type { Draft } from '#contract/assistant.ts';
import { isInside, type Span, type Word } from '../tokens/tokenize.ts';
import type { SlotReading } from '../understanding/model.ts';
import { readWithDiscounts } from './line-discount.ts';
import { customerIn, linesFromSlots } from './lines-from-slots.ts';
import { variantsOf } from './slot-variants.ts';
import type { DraftLine } from './lines.ts';

/** Lines of a message, and the discount that is left for the whole. */
export type Lines = { lines: DraftLine[]; items: Draft['items']; discount: Draft['discount'] };

/** Customer and lines of an invoice. */
export type Contents = Lines & { customerName: string | null };

/**
 * A part of a message's contents. `gap`: by how many points its reading is less likely than the likeliest; `isMended`: only found by a
 * mended reading.
 */
export type Found<T> = { value: T; gap: number; isMended: boolean };

/** Everything that a message may name: each customer and each set of lines once. */
export type Candidates = { customers: Found<string | null>[]; lines: Found<Lines>[] };

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
    for (const [at, variant] of variantsOf(words, free, known.spans).entries()) {
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
