import type { ReadPage, ReadWord } from '#server/kernel/ports/index.ts';
import { type FieldLabel } from '#server/modules/capture/fields/finder.ts';
import { type Unit, unitsOf } from '#server/modules/capture/fields/units.ts';
import { sheetsOf } from '#server/modules/capture/layout/sheet.ts';
import { numberStyleOf } from '#server/modules/capture/numbers/amounts.ts';
import { foldText } from '#server/modules/capture/text/normalize.ts';
import { rowsWithAmounts, type RowWithAmounts } from '#server/modules/capture/totals/figures.ts';
import type { GroundTruth } from '../score.ts';

/** A word that knows its field, through whatever is done to it afterwards. */
export type MarkedWord = ReadWord & { field?: FieldLabel };

type TrueItem = { description?: string; quantity?: number; rate?: number | null; total: number };

/** Marks the words of faultless pages with the fields they belong to. */
export function marked(pages: readonly ReadPage[], truth: GroundTruth, today: string): ReadPage[] {
  const own = pages.map((page) => ({
    ...page,
    readings: page.readings.map((reading) => ({
      ...reading,
      lines: reading.lines.map(({ words }) => ({ words: words.map((word): MarkedWord => ({ ...word })) })),
    })),
  }));
  const numbered = own.flatMap((page) =>
    page.readings.flatMap(({ lines }) => lines.flatMap(({ words }) => words)),
  );
  numbered.forEach((word, at) => Object.assign(word, { id: at }));
  const [sheet] = sheetsOf(own);
  if (!sheet) return own;
  const rows = rowsWithAmounts(sheet, numberStyleOf(sheet));
  const fields = fieldsOf(rows, unitsOf(rows, today), truth);
  for (const [word, field] of fields) {
    const at = (word as { id?: number }).id;
    const mine = at === undefined ? undefined : numbered[at];
    if (mine) mine.field = field;
  }
  return own;
}

type Fields = Map<ReadWord, FieldLabel>;

function fieldsOf(rows: readonly RowWithAmounts[], units: readonly Unit[], truth: GroundTruth): Fields {
  const fields: Fields = new Map();
  const set = ({ row, first, last }: Unit, field: FieldLabel) => {
    for (const word of rows[row]?.row.words.slice(first, last + 1) ?? [])
      if (!fields.has(word)) fields.set(word, field);
  };
  for (const [
    row,
    {
      row: { words },
    },
  ] of rows.entries()) {
    for (const [name, field] of [
      [truth.seller, 'vendor'],
      [truth.buyer, 'customer'],
    ] as const)
      for (const at of placesOf(words, name)) set({ row, first: at.from, last: at.to } as Unit, field);
  }
  const lines = rows.map(({ row }) => foldText(row.text));
  let from = 0;
  for (const item of (truth.items ?? []) as TrueItem[]) from = markItem(rows, units, item, from, set) ?? from;
  for (const unit of units) {
    const word = rows[unit.row]?.row.words[unit.first];
    if (!word || fields.has(word)) continue;
    if (unit.date) {
      if (unit.date.date === truth.date) set(unit, 'date');
      else if (unit.date.date === truth.due_date) set(unit, 'due');
      continue;
    }
    if (truth.invoice_no && word.text.replace(/^#/, '') === String(truth.invoice_no)) set(unit, 'number');
    else if (unit.amount && !unit.amount.percent) {
      const field = sumOf(unit.amount.value, lines[unit.row] ?? '', truth);
      if (field) set(unit, field);
    }
  }
  return fields;
}

function placesOf(words: readonly ReadWord[], name: unknown): { from: number; to: number }[] {
  const wanted = foldText(String(name ?? ''))
    .split(' ')
    .filter(Boolean);
  if (wanted.length === 0) return [];
  const all = words.flatMap(({ text }, at) =>
    foldText(text)
      .split(' ')
      .filter(Boolean)
      .map((part) => ({ part, at })),
  );
  return all.flatMap((one, at) =>
    wanted.every((part, by) => all[at + by]?.part === part)
      ? [{ from: one.at, to: all[at + wanted.length - 1]?.at ?? one.at }]
      : [],
  );
}

// The row of an item's description, or of its sum, and the one below it.
function markItem(
  rows: readonly RowWithAmounts[],
  units: readonly Unit[],
  item: TrueItem,
  from: number,
  set: (unit: Unit, field: FieldLabel) => void,
): number | null {
  for (let row = from; row < rows.length; row++) {
    const words = rows[row]?.row.words ?? [];
    const place = item.description ? placesOf(words, item.description)[0] : undefined;
    const near = units.filter((unit) => unit.amount && (unit.row === row || unit.row === row + 1));
    const isHere = (unit: Unit | undefined) =>
      unit && !(unit.row > row && near.some((one) => one.row === row && one.amount?.looksLikeMoney));
    const total = near.find(
      (unit) =>
        isHere(unit) &&
        unit.amount?.looksLikeMoney &&
        unit.amount.value === item.total &&
        unit === lastOf(near, unit.row),
    );
    if (item.description ? !place : !total) continue;
    if (place) set({ row, first: place.from, last: place.to } as Unit, 'description');
    if (!total) return row + 1;
    set(total, 'amount');
    const factors = near.filter((unit) => unit.row === total.row && unit !== total);
    const rate = factors.findLast(
      (unit) => unit.amount?.value === (item.rate ?? NaN) && unit.amount.looksLikeMoney,
    );
    if (rate) set(rate, 'rate');
    const quantity = factors.find((unit) => unit !== rate && unit.amount?.value === item.quantity);
    if (quantity) set(quantity, 'quantity');
    return total.row + 1;
  }
  return null;
}

const lastOf = (units: readonly Unit[], row: number) => units.findLast((unit) => unit.row === row);

function sumOf(value: number, line: string, truth: GroundTruth): FieldLabel | null {
  const is = (name: string) =>
    typeof truth[name] === 'number' && Math.abs(Number(truth[name]) - value) < 0.005;
  const [total, paid, withheld] = [truth.total, truth.paid, truth.withholding].map((one) => Number(one ?? 0));
  const left = (total ?? 0) - (paid ?? 0) - (withheld ?? 0);
  if (is('paid') && /paid|deposit|part/.test(line)) return 'paid';
  if (is('subtotal') && /sub|net amount/.test(line)) return 'subtotal';
  if (is('total') && !/cash|pos\b/.test(line)) return 'total';
  if (is('subtotal')) return 'subtotal';
  if (is('tax')) return 'tax';
  if (is('discount')) return 'discount';
  if (is('withholding')) return 'withholding';
  if (is('paid')) return 'paid';
  return left !== total && Math.abs(left - value) < 0.005 ? 'left' : null;
}
