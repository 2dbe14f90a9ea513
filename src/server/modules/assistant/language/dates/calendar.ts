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

/** First and last day of a quarter (0 to 3) of a year; quarters past the ends are of other years. */
export function quarterOf(year: number, quarter: number): { from: CalendarDate; to: CalendarDate } {
  const from = monthStart(`${year}-01-01`, quarter * 3);
  return { from, to: monthEnd(from, 2) };
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
