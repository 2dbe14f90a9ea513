import { addDays, type CalendarDate, dateIn, plusMs, timeIn } from './dates.ts';
import { HOUR_MS } from './durations.ts';

/** The instant at which it is `hour` o'clock (0-23) on a day in a zone; the nearest later one where clocks are put forward. */
export function instantAt(day: CalendarDate, hour: number, zone: string): Date {
  const localMs = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS;
  const first = plusMs(new Date(localMs), -aheadOfUtc(new Date(localMs), zone));
  return plusMs(new Date(localMs), -aheadOfUtc(first, zone));
}

/** The day of the week of a date: 0 is Sunday. */
export const weekdayOf = (day: CalendarDate): number => new Date(`${day}T00:00:00Z`).getUTCDay();

/** The Monday of a date's week. */
export const weekStart = (day: CalendarDate): CalendarDate => addDays(day, -((weekdayOf(day) + 6) % 7));

function aheadOfUtc(at: Date, zone: string): number {
  const minute = at.getTime() - (at.getTime() % 60_000);
  return Date.parse(`${dateIn(at, zone)}T${timeIn(at, zone)}:00Z`) - minute;
}
