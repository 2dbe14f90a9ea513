import { addDays, type CalendarDate, daysBetween, isCalendarDate, monthStart } from '#core/dates.ts';
import { weekStart } from '#core/time-zones.ts';

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
