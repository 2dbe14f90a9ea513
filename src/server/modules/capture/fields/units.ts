import type { CalendarDate } from '#core/dates.ts';
import { datesIn, type PrintedDate } from '../header/dates.ts';
import { startsOf } from '../layout/sheet.ts';
import type { Amount } from '../numbers/parse-amount.ts';
import type { RowWithAmounts } from '../totals/figures.ts';

/** A number, a date or else a word: `first` to `last` of a row's words. */
export type Unit = {
  row: number;
  first: number;
  last: number;
  amount: Amount | null;
  date: PrintedDate | null;
};

/** Of a hostile document no more are looked at. */
const MOST_UNITS = 1500;

/** All that stands on a sheet, row by row, left to right. */
export function unitsOf(rows: readonly RowWithAmounts[], today: CalendarDate): Unit[] {
  const units: Unit[] = [];
  for (const [row, counted] of rows.entries()) {
    if (units.length >= MOST_UNITS) break;
    units.push(...unitsIn(counted, row, today));
  }
  return units.slice(0, MOST_UNITS);
}

function unitsIn(
  { row: { words, text }, amounts }: RowWithAmounts,
  row: number,
  today: CalendarDate,
): Unit[] {
  const starts = startsOf(words);
  const dated = datesIn(text, today).map((date) => ({
    date,
    first: starts.findLastIndex((start) => start <= date.at),
    last: starts.findLastIndex((start) => start < date.end),
  }));
  const units: Unit[] = [];
  for (let first = 0; first < words.length; ) {
    const day = dated.find((one) => one.first === first);
    const amount = day ? undefined : amounts.find((one) => one.first === first);
    const last = day?.last ?? amount?.last ?? first;
    units.push({ row, first, last, amount: amount ?? null, date: day?.date ?? null });
    first = last + 1;
  }
  return units;
}
