import type { CalendarDate } from '#core/dates.ts';
import type { PrintedDate } from '../header/dates.ts';
import { isCut } from '../numbers/parse-amount.ts';
import type { Figure, RowWithAmounts } from '../totals/figures.ts';
import { type FieldLabel, type FieldModel, labels, sharesOf } from './finder.ts';
import { type Unit, unitsOf } from './units.ts';

/** A field's value with its share of likelihood, 0 to 1. `row` is where it stands. */
export type Found<T> = { value: T; share: number; row: number };

export const sumLabels = ['total', 'subtotal', 'tax', 'discount', 'withholding', 'paid'] as const;
export type SumLabel = (typeof sumLabels)[number];

/** The likeliest value of each field, of what stands on a sheet. */
export type FoundFields = {
  sums: Partial<Record<SumLabel, Found<number>>>;
  date: Found<PrintedDate> | null;
  due: Found<PrintedDate> | null;
  number: Found<string> | null;
  customer: Found<string> | null;
};

type Read = { rows: readonly RowWithAmounts[]; units: readonly Unit[]; shares: readonly Float64Array[] };

/** Below this a unit belongs to no field. */
const LEAST = 0.5;

/** The fields of a sheet by the trained model; `figures` are what its labels say. */
export function findFields(
  rows: readonly RowWithAmounts[],
  figures: readonly Figure[],
  today: CalendarDate,
  model: FieldModel,
): FoundFields {
  const units = unitsOf(rows, today);
  return foundFields({ rows, units, shares: sharesOf(rows, units, figures, model) });
}

function foundFields(read: Read): FoundFields {
  const sums: FoundFields['sums'] = {};
  for (const label of sumLabels) {
    const best = bestUnit(read, label, ({ amount }) => amount !== null && !amount.percent && !isCut(amount));
    if (best?.value.amount) sums[label] = { ...best, value: best.value.amount.value };
  }
  const number = bestUnit(read, 'number', () => true);
  return {
    sums,
    date: bestDate(read, 'date'),
    due: bestDate(read, 'due'),
    number: number && { ...number, value: textOf(read, number.value, number.value) },
    customer: bestName(read),
  };
}

function bestDate(read: Read, label: FieldLabel): Found<PrintedDate> | null {
  const best = bestUnit(read, label, ({ date }) => date !== null);
  return best?.value.date ? { ...best, value: best.value.date } : null;
}

function bestUnit(
  { units, shares }: Read,
  label: FieldLabel,
  fits: (unit: Unit) => boolean,
): Found<Unit> | null {
  const column = labels.indexOf(label);
  let best: Found<Unit> | null = null;
  for (const [at, unit] of units.entries()) {
    const share = shares[at]?.[column] ?? 0;
    if (share > (best?.share ?? LEAST) && fits(unit)) best = { value: unit, share, row: unit.row };
  }
  return best;
}

// The words of one cell that are likely part of the customer's name, one beside the other.
function bestName(read: Read): Found<string> | null {
  const { rows, units, shares } = read;
  const column = labels.indexOf('customer');
  let best: (Found<string> & { sum: number }) | null = null;
  for (let at = 0; at < units.length; ) {
    const first = units[at];
    let [end, sum] = [at, 0];
    for (; end < units.length; end++) {
      const [unit, share] = [units[end], shares[end]?.[column] ?? 0];
      if (!first || !unit || unit.row !== first.row || share < LEAST) break;
      if (end > at && !isBeside(rows, units[end - 1], unit)) break;
      sum += share;
    }
    const last = units[end - 1];
    if (first && last && end > at && sum > (best?.sum ?? 0))
      best = { value: textOf(read, first, last), share: sum / (end - at), row: first.row, sum };
    at = Math.max(end, at + 1);
  }
  return best;
}

function isBeside(rows: readonly RowWithAmounts[], one: Unit | undefined, next: Unit): boolean {
  const words = rows[next.row]?.row.words;
  const [a, b] = [one && words?.[one.last], words?.[next.first]];
  return a !== undefined && b !== undefined && b.x - (a.x + a.width) < 1.6 * b.height;
}

const textOf = ({ rows }: Read, from: Unit, to: Unit): string =>
  (rows[from.row]?.row.words ?? [])
    .slice(from.first, to.last + 1)
    .map(({ text }) => text)
    .join(' ')
    .replace(/^[\s:#.,;-]+|[\s:,;]+$/g, '');
