import { addDays, type CalendarDate, dateIn, monthStart, plusMs } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { fieldError } from '#core/errors.ts';
import type { Plan, Rhythm } from '../table.ts';

/** Hour of a business's day at which its invoices are issued. */
export const ISSUE_HOUR = 7;
const LONGEST_PAST_DAYS = 366;

/** The days of a plan, numbered: `first_number` is the first on or after `starts`. */
export type Days = Pick<Plan, 'starts' | 'rhythm' | 'first_number' | 'ends_after' | 'ends_on'>;

/** A day of a plan with its number. */
export type Numbered = { number: number; day: CalendarDate };

/**
 * The day of a rhythm's nth time, from 0: computed from `starts` and never from the one before, so that a short month or a
 * late run moves none that follow.
 */
export function dayAt(starts: CalendarDate, rhythm: Rhythm, index: number): CalendarDate {
  if (rhythm.weeks !== undefined) return addDays(starts, 7 * rhythm.weeks * index);
  const { months: every = 1, day = 1 } = rhythm;
  const days = (rhythm.days ?? [day]).toSorted((one, other) => one - other);
  const passed = days.filter((one) => dayOfMonth(starts, 0, one) < starts).length;
  const [after, first] = passed === days.length ? [1, 0] : [0, passed];
  const at = first + index;
  return dayOfMonth(starts, after + Math.floor(at / days.length) * every, days[at % days.length] ?? 1);
}

/** Whether two rhythms are the same one. */
export const isSameRhythm = (one: Rhythm, other: Rhythm): boolean => rhythmKey(one) === rhythmKey(other);

const rhythmKey = ({ weeks, months, day, days }: Rhythm): string =>
  JSON.stringify([weeks, months, day, days]);

// A day the month does not have is its last.
function dayOfMonth(from: CalendarDate, months: number, day: number): CalendarDate {
  const [asked, last] = [
    addDays(monthStart(from, months), day - 1),
    addDays(monthStart(from, months + 1), -1),
  ];
  return asked < last ? asked : last;
}

/** The day of a number; null past the end. */
export function dayOf(plan: Days, number: number): CalendarDate | null {
  if (plan.ends_after !== null && number > plan.ends_after) return null;
  const day = dayAt(plan.starts, plan.rhythm, number - plan.first_number);
  return plan.ends_on !== null && day > plan.ends_on ? null : day;
}

/** The next days from a number on, at most `most`. */
export function daysFrom(plan: Days, number: number, most: number): Numbered[] {
  const days: Numbered[] = [];
  for (let at = number; days.length < most; at++) {
    const day = dayOf(plan, at);
    if (day === null) break;
    days.push({ number: at, day });
  }
  return days;
}

/** Those from a number on that have come by a day. */
export function daysUntil(plan: Days, number: number, until: CalendarDate): Numbered[] {
  const days: Numbered[] = [];
  for (let at = number; ; at++) {
    const day = dayOf(plan, at);
    if (day === null || day > until) return days;
    days.push({ number: at, day });
  }
}

/** The last day whose invoices are to be there: a day begins at 7:00 for them. */
export const issuingDay = (now: Date, timeZone: string): CalendarDate =>
  dateIn(plusMs(now, -ISSUE_HOUR * HOUR_MS), timeZone);

/** Where a plan stands: the number that comes next, or its end. */
export type Progress = Pick<Plan, 'state' | 'next_number' | 'next_on'>;

/** The same with the next number; it ends where there is no such day. */
export function progressTo(plan: Days, number: number, state: 'active' | 'paused'): Progress {
  const day = dayOf(plan, number);
  return { state: day === null ? 'ended' : state, next_number: number, next_on: day };
}

/** The same of one that has days left. Throws 422 where it would have ended already. */
export function progressLeft(plan: Days, number: number, state: 'active' | 'paused'): Progress {
  const progress = progressTo(plan, number, state);
  if (progress.next_on === null)
    throw fieldError('endsOn', 'It would have ended already. Choose a later end');
  return progress;
}

/** The first number from `number` on whose day is after a day. */
export const firstAfter = (plan: Days, number: number, day: CalendarDate): number =>
  number + daysUntil({ ...plan, ends_after: null, ends_on: null }, number, day).length;

/** A schedule as it was asked for. */
export type Schedule = {
  starts: CalendarDate;
  rhythm: Rhythm;
  endsAfter?: number | null | undefined;
  endsOn?: CalendarDate | null | undefined;
};

/** The days of a schedule as it was asked for, from number 1. Throws 422 where it ends before it starts, in both ways, or began too long ago. */
export function daysOf({ starts, rhythm, endsAfter, endsOn }: Schedule, today: CalendarDate): Days {
  if (endsAfter && endsOn) throw fieldError('endsOn', 'It ends after so many times or on a day, not both');
  if (endsOn && endsOn < starts) throw fieldError('endsOn', 'It cannot end before it starts');
  if (starts < addDays(today, -LONGEST_PAST_DAYS))
    throw fieldError('starts', 'It cannot start more than a year back');
  return { starts, rhythm, first_number: 1, ends_after: endsAfter ?? null, ends_on: endsOn ?? null };
}

/** A schedule that runs from today on: its days, and where it stands. Throws 422 as `daysOf` and `progressLeft`. */
export function begun(schedule: Schedule, today: CalendarDate): { days: Days; progress: Progress } {
  const days = daysOf(schedule, today);
  return { days, progress: progressLeft(days, firstAfter(days, 1, addDays(today, -1)), 'active') };
}
