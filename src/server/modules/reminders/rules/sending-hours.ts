import { addDays, type CalendarDate, dateIn, hourIn } from '#core/dates.ts';
import { instantAt, weekdayOf } from '#core/time-zones.ts';

/** When customers may be written to, in their business's zone. Hours are 0-23. */
export type Hours = {
  /** The hour at which reminders go. */
  hour: number;
  quietFrom: number;
  /** The same as `quietFrom` where no time is quiet. */
  quietUntil: number;
  weekends: boolean;
  zone: string;
};

const WEEK = 7;
const hoursOfDay = Array.from({ length: 24 }, (_, hour) => hour);

/** Whether a reminder may go at a moment. */
export const isAllowedAt = (at: Date, hours: Hours): boolean =>
  isOpenDay(dateIn(at, hours.zone), hours) && !isQuiet(hourIn(at, hours.zone), hours);

/** The first moment from `at` on at which a reminder may go; on a later day at the hour of sending. */
export function allowedFrom(at: Date, hours: Hours): Date {
  if (isAllowedAt(at, hours)) return at;
  const today = dateIn(at, hours.zone);
  for (let ahead = 0; ahead <= WEEK; ahead++) {
    const day = addDays(today, ahead);
    const moments = momentsOf(day, hours).filter((moment) => moment > at);
    const [first] = moments;
    const usual = instantAt(day, hours.hour, hours.zone);
    if (first) return moments.find((moment) => moment.getTime() === usual.getTime()) ?? first;
  }
  return at;
}

// An hour that the clock leaves out on its day of change begins at the next, which may be quiet.
const momentsOf = (day: CalendarDate, hours: Hours): Date[] =>
  hoursOfDay.map((hour) => instantAt(day, hour, hours.zone)).filter((moment) => isAllowedAt(moment, hours));

function isOpenDay(day: CalendarDate, { weekends }: Hours): boolean {
  const weekday = weekdayOf(day);
  return weekends || (weekday !== 0 && weekday !== 6);
}

function isQuiet(hour: number, { quietFrom: from, quietUntil: until }: Hours): boolean {
  return from <= until ? hour >= from && hour < until : hour >= from || hour < until;
}
