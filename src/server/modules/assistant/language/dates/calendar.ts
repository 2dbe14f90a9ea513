import { addDays, type CalendarDate, daysBetween, isCalendarDate, monthStart } from '#core/dates.ts';
import { weekStart } from '#core/time-zones.ts';
import { countAt, matchesAt } from '../amounts/number-words.ts';
import type { Word } from '../tokens/tokenize.ts';

/** Weekday of a date, Monday 0. */
function weekdayOf(date: CalendarDate): number {
  return daysBetween(weekStart(date), date);
}

/** Monday of the week of a date, moved by weeks. */
export function mondayOf(date: CalendarDate, weeks = 0): CalendarDate {
  return addDays(weekStart(date), weeks * 7);
}

/** The next such weekday strictly after a date. */
export function nextWeekday(today: CalendarDate, weekday: number): CalendarDate {
  return addDays(today, ((weekday - weekdayOf(today) + 6) % 7) + 1);
}

/** Last day of a date's month, moved by months. */
export function monthEnd(date: CalendarDate, months = 0): CalendarDate {
  return addDays(monthStart(date, months + 1), -1);
}

/** The same day of a later month, or its last day where it has no such day. */
export function addMonths(date: CalendarDate, months: number): CalendarDate {
  const last = monthEnd(date, months);
  return date.slice(8) > last.slice(8) ? last : last.slice(0, 8) + date.slice(8);
}

/** `YYYY-MM-DD` of numbers, or null when there is no such day. */
export function dateOf(year: number, month: number, day: number): CalendarDate | null {
  const two = (part: number): string => String(part).padStart(2, '0');
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return isCalendarDate(date) ? date : null;
}

/** A range of days, both ends included. */
export type DateRange = { from: CalendarDate; to: CalendarDate };

/** The whole week, weekend, month, quarter or year of a date, moved by so many; null for any other word. */
export function unitRange(unit: string, offset: number, today: CalendarDate): DateRange | null {
  const year = Number(today.slice(0, 4));
  const monday = mondayOf(today, offset);
  if (unit === 'week') return { from: monday, to: addDays(monday, 6) };
  if (unit === 'weekend') return { from: addDays(monday, 5), to: addDays(monday, 6) };
  if (unit === 'month') return { from: monthStart(today, offset), to: monthEnd(today, offset) };
  if (unit === 'quarter')
    return monthsOf(year, 3 * (Math.floor((Number(today.slice(5, 7)) - 1) / 3) + offset), 3);
  return unit === 'year' ? monthsOf(year + offset, 0, 12) : null;
}

/** So many months of a year from one of them on, January 0; months past its ends are of other years. */
export function monthsOf(year: number, first: number, count: number): DateRange {
  const from = monthStart(`${year}-01-01`, first);
  return { from, to: monthEnd(from, count - 1) };
}

/** Day, month and year in figures: "2026-11-03", "3/11", "3.11.26"; a year that is not said is null. */
export function dateFiguresIn(text: string): { year: number | null; month: number; day: number } | null {
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text) ?? [];
  if (isoYear) return { year: Number(isoYear), month: Number(isoMonth), day: Number(isoDay) };
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})(?:[/.-](\d{2}|\d{4}))?$/.exec(text) ?? [];
  if (!day || (text.includes('.') && !year)) return null;
  const said = year ? Number(year) + (year.length === 2 ? 2000 : 0) : null;
  return { year: said, month: Number(month), day: Number(day) };
}

/** "the month ends", "this week runs out": the place after these words. */
export function unitEndAt(words: readonly Word[], at: number): number | null {
  const unit = /^(?:the|this|dis)$/.test(words[at]?.word ?? '') ? at + 1 : at;
  if (!/^(?:month|week|year)$/.test(words[unit]?.word ?? '')) return null;
  const over =
    matchesAt(words, unit + 1, 'don') || matchesAt(words, unit + 1, 'is') || matchesAt(words, unit + 1, 'go')
      ? unit + 2
      : unit + 1;
  if (!/^(?:ends?|ended|closes?|finish|finishes|runs?|over|out|expires?)$/.test(words[over]?.word ?? ''))
    return null;
  return matchesAt(words, over + 1, 'out') || matchesAt(words, over + 1, 'over') ? over + 2 : over + 1;
}

/** So many days, weeks, months or years. */
export type Duration = { count: number; unit: 'day' | 'week' | 'month' | 'year' };

/** A length of time: "3 days", "two more weeks", "a fortnight", "1 month". */
export function durationAt(words: readonly Word[], at: number): (Duration & { to: number }) | null {
  const joined = /^(\d{1,3})-?(day|days|week|weeks|wks|wk|month|months|year|years)$/.exec(
    words[at]?.word ?? '',
  );
  if (joined) return { count: Number(joined[1]), unit: unitOf(joined[2] ?? '') ?? 'day', to: at + 1 };
  const count =
    matchesAt(words, at, 'another') || matchesAt(words, at, 'extra')
      ? { value: 1, to: at + 1 }
      : durationCountAt(words, at);
  let to = count?.to ?? at;
  if (count && matchesAt(words, at, 'another')) {
    const more = countAt(words, at + 1);
    if (more) return durationAt(words, at + 1);
  }
  while (/^(more|extra|additional|working|business|good|full|calendar|clear)$/.test(words[to]?.word ?? ''))
    to++;
  const word = words[to]?.word ?? '';
  if (word === 'fortnight') return { count: (count?.value ?? 1) * 2, unit: 'week', to: to + 1 };
  const unit = unitOf(word);
  return unit && count ? { count: count.value, unit, to: to + 1 } : null;
}

/** The unit of time that a word names. */
export function unitOf(word: string): 'day' | 'week' | 'month' | 'year' | null {
  const bare = word.replace(/(?:s|'s|s')$/, '');
  return bare === 'day' || bare === 'week' || bare === 'month' || bare === 'year' ? bare : null;
}

/** A date moved by a length of time. */
export function addDuration(date: CalendarDate, { count, unit }: Duration): CalendarDate {
  if (unit === 'month' || unit === 'year')
    return addMonths(date, Math.min(count, 1200) * (unit === 'year' ? 12 : 1));
  return addDays(date, count * (unit === 'week' ? 7 : 1));
}

/** The count of a unit of time; more than four digits are capped. */
export function durationCountAt(words: readonly Word[], at: number): { value: number; to: number } | null {
  return /^\d{5,}$/.test(words[at]?.word ?? '') ? { value: 9999, to: at + 1 } : countAt(words, at);
}

/** Whether a duration exceeds ten years, too long for a due date. */
export const isTooLong = ({ count, unit }: Duration): boolean =>
  count * { day: 1, week: 7, month: 30, year: 365 }[unit] > 3660;
