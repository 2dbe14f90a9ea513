import { type CalendarDate, monthStart } from '#core/dates.ts';
import { matchesAt, ordinalAt } from '../amounts/number-words.ts';
import type { Word } from '../tokens/tokenize.ts';
import { MONTHS } from '../vocabulary/lexicon.ts';
import { dateFiguresIn, dateOf, type DateRange } from './calendar.ts';

/** A range of days and the position after its words. */
export type DateSpan = DateRange & { end: number };

const YEAR = /^20\d\d$/;

/** A year at a place: "2025", "last year". */
export function yearAt(
  words: readonly Word[],
  at: number,
  today: CalendarDate,
): { year: number; end: number } | null {
  const start =
    matchesAt(words, at, 'of') || matchesAt(words, at, ',') || matchesAt(words, at, 'in') ? at + 1 : at;
  const word = words[start]?.word ?? '';
  if (YEAR.test(word)) return { year: Number(word), end: start + 1 };
  const currentYear = Number(today.slice(0, 4));
  if (matchesAt(words, start, 'last', 'year')) return { year: currentYear - 1, end: start + 2 };
  if (matchesAt(words, start, 'this', 'year')) return { year: currentYear, end: start + 2 };
  return null;
}

/** A single day in the past: "5th November", "12/11", "Monday". */
export function pastDay(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const { year, month, day } = dateFiguresIn(words[at]?.word ?? '') ?? {};
  if (month && day !== undefined) return latestOccurrence(month, day, year ?? null, at + 1, today);
  return dayWithMonth(words, at, today);
}

function dayWithMonth(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const day = ordinalAt(words, at) ?? plainDay(words, at);
  if (day) {
    const start = matchesAt(words, day.to, 'of') ? day.to + 1 : day.to;
    const month = MONTHS.get(words[start]?.word ?? '');
    if (month) return withYear(words, month, day.value, start + 1, today);
    if (matchesAt(words, start, 'this', 'month'))
      return oneDay(dateIn(monthStart(today), day.value), start + 2);
    if (matchesAt(words, start, 'last', 'month'))
      return oneDay(dateIn(monthStart(today, -1), day.value), start + 2);
    // "1st to 15th November": the month comes with the second day.
    const other = /^(to|-|–|and|till)$/.test(words[day.to]?.word ?? '')
      ? dayWithMonth(words, day.to + 1, today)
      : null;
    return other ? oneDay(dateIn(other.from, day.value), day.to) : null;
  }
  const month = MONTHS.get(words[at]?.word ?? '');
  const after = month ? (ordinalAt(words, at + 1) ?? plainDay(words, at + 1)) : null;
  return month && after ? withYear(words, month, after.value, after.to, today) : null;
}

/** A day of this month, or of the last where it has not come yet: "the 3rd". */
export function shortDay(words: readonly Word[], at: number, today: CalendarDate): DateSpan | null {
  const day = ordinalAt(words, at);
  if (!day) return null;
  const here = dateIn(monthStart(today), day.value);
  return oneDay(here && here > today ? dateIn(monthStart(today, -1), day.value) : here, day.to);
}

function plainDay(words: readonly Word[], at: number): { value: number; to: number } | null {
  const word = words[at]?.word ?? '';
  return /^([1-9]|[12]\d|3[01])$/.test(word) ? { value: Number(word), to: at + 1 } : null;
}

const dateIn = (month: CalendarDate, day: number): CalendarDate | null =>
  dateOf(Number(month.slice(0, 4)), Number(month.slice(5, 7)), day);
const oneDay = (date: CalendarDate | null, end: number): DateSpan | null =>
  date ? { from: date, to: date, end } : null;

function withYear(
  words: readonly Word[],
  month: number,
  day: number,
  end: number,
  today: CalendarDate,
): DateSpan | null {
  const year = yearAt(words, end, today);
  return latestOccurrence(month, day, year?.year ?? null, year?.end ?? end, today);
}

function latestOccurrence(
  month: number,
  day: number,
  year: number | null,
  end: number,
  today: CalendarDate,
): DateSpan | null {
  if (year) return oneDay(dateOf(year, month, day), end);
  const here = dateOf(Number(today.slice(0, 4)), month, day);
  return oneDay(here && here > today ? dateOf(Number(today.slice(0, 4)) - 1, month, day) : here, end);
}
