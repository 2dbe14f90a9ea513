import { DAY_MS } from '../durations.ts';
import { type CalendarDate, isCalendarDate } from '../dates.ts';
import type { DateOrder } from './model.ts';

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const TIME = /[T ,] ?\d{1,2}[:.]\d{2}(?:[:.]\d{2})?(?:\.\d+)? ?(?:[AP]\.?M\.?)? ?(?:Z|[+-]\d{2}:?\d{2})?$/i;
const ISO = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/;
const NUMBERS = /^(\d{1,2})[-/.\s](\d{1,2})[-/.\s](\d{4}|\d{2})$/;
const NAMED = /^(\d{1,2})[-/.\s]*([A-Za-z]{3,9})[-/.,\s]*(\d{4}|\d{2})$/;
const NAMED_FIRST = /^([A-Za-z]{3,9})\s+(\d{1,2}),?\s+(\d{4})$/;
// A day as spreadsheets count it, from 1982 to 2119.
const SERIAL = /^([3-7]\d{4})(?:\.\d+)?$/;
const SERIAL_ZERO = Date.UTC(1899, 11, 30);

/** The day of a cell, its time of day left out; null for what is none. */
export function parseDay(cell: string, order: DateOrder): CalendarDate | null {
  const text = cell.replace(/\s+/g, ' ').trim().replace(TIME, '').trim();
  const iso = ISO.exec(text);
  if (iso) return dayOf(iso[1], iso[2], iso[3]);
  const named = NAMED.exec(text);
  if (named) return dayOf(named[3], monthOf(named[2]), named[1]);
  const first = NAMED_FIRST.exec(text);
  if (first) return dayOf(first[3], monthOf(first[1]), first[2]);
  const serial = SERIAL.exec(text);
  if (serial) return new Date(SERIAL_ZERO + Number(serial[1]) * DAY_MS).toISOString().slice(0, 10);
  const numbers = NUMBERS.exec(text);
  if (!numbers) return null;
  const [, a, b, year] = numbers;
  return order === 'day_first' ? dayOf(year, b, a) : dayOf(year, a, b);
}

/** The one way all days of a column can be read; null where both fit and differ, so that somebody must say. */
export function dateOrderOf(cells: readonly string[]): DateOrder | null {
  const read = (order: DateOrder) => cells.map((cell) => parseDay(cell, order));
  const [byDay, byMonth] = [read('day_first'), read('month_first')];
  const fits = (days: (string | null)[]) => days.filter(Boolean).length;
  if (fits(byDay) !== fits(byMonth)) return fits(byDay) > fits(byMonth) ? 'day_first' : 'month_first';
  return byDay.every((day, at) => day === byMonth[at]) ? 'day_first' : null;
}

const monthOf = (name = ''): string => String(MONTHS.indexOf(name.slice(0, 3).toLowerCase()) + 1);

function dayOf(year = '', month = '', day = ''): CalendarDate | null {
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isCalendarDate(date) ? date : null;
}
