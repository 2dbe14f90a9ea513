import { MAX_DUE_DAYS, MAX_PLAN_TIMES, rhythm as rhythmSchema } from '#contract/plans.ts';
import { addDays, type CalendarDate, isCalendarDate } from '#core/dates.ts';
import type { Minor } from '#core/money.ts';
import type { NewPlan, Plan, PlanDetail, Rhythm, Schedule } from './api.ts';
import { dayWords, texts } from './texts.ts';

/** When an invoice repeats, as it is typed. */
export type ScheduleValues = {
  title: string;
  unit: 'weeks' | 'months' | 'days';
  weeks: string;
  months: string;
  day: string;
  days: string;
  starts: string;
  ends: 'never' | 'after' | 'on';
  endsAfter: string;
  endsOn: string;
  dueDays: string;
  mode: NewPlan['mode'];
  /** The most a saved card is charged for one invoice; null before it is typed. */
  cap: Minor | null;
};

const PAST_DAYS = 366;
const needed = texts.form.needed;

/** Monthly from a day on. */
export const newSchedule = (title: string, today: CalendarDate, dueDays: number): ScheduleValues => ({
  title,
  unit: 'months',
  weeks: '1',
  months: '1',
  day: String(Number(today.slice(8))),
  days: '1, 16',
  starts: today,
  ends: 'never',
  endsAfter: '12',
  endsOn: '',
  dueDays: String(dueDays),
  mode: 'send',
  cap: null,
});

/** The schedule of a plan. One that began long ago goes on from its next day: its rhythm is the same from there. */
export function scheduleIn(plan: PlanDetail, today: CalendarDate): ScheduleValues {
  const { rhythm, starts, next, endsAfter, endsOn } = plan;
  const isOld = next !== null && starts < addDays(today, -PAST_DAYS);
  return {
    ...newSchedule(plan.title, isOld ? next.day : starts, plan.dueDays),
    unit: unitOf(rhythm),
    ...(rhythm.weeks && { weeks: String(rhythm.weeks) }),
    ...(rhythm.months && { months: String(rhythm.months), day: String(rhythm.day) }),
    ...(rhythm.days && { days: rhythm.days.join(', ') }),
    ends: endsOn ? 'on' : endsAfter ? 'after' : 'never',
    ...(endsAfter && { endsAfter: String(endsAfter) }),
    endsOn: endsOn ?? '',
    mode: plan.mode,
    cap: plan.cap,
  };
}

function unitOf({ weeks, months }: Rhythm): ScheduleValues['unit'] {
  if (weeks !== undefined) return 'weeks';
  return months === undefined ? 'days' : 'months';
}

/** A typed schedule as it is sent. */
export const scheduleOf = (values: ScheduleValues): Schedule => ({
  starts: values.starts,
  rhythm: rhythmOf(values),
  endsAfter: values.ends === 'after' ? Number(values.endsAfter) : null,
  endsOn: values.ends === 'on' ? values.endsOn : null,
});

function rhythmOf({ unit, weeks, months, day, days }: ScheduleValues): Rhythm {
  if (unit === 'weeks') return { weeks: Number(weeks) };
  if (unit === 'months') return { months: Number(months), day: Number(day) };
  return { days: (days.match(/\d+/g) ?? []).map(Number).toSorted((one, other) => one - other) };
}

/** Messages by field; the words of a rhythm are the contract's. */
export function checkSchedule(values: ScheduleValues) {
  const read = rhythmSchema.safeParse(rhythmOf(values));
  const wrong = read.success ? {} : Object.fromEntries(read.error.issues.map(fieldOf).toReversed());
  const { starts, ends, endsAfter, endsOn, dueDays, mode, cap } = values;
  return {
    ...wrong,
    starts: isCalendarDate(starts) ? undefined : needed.starts,
    endsAfter:
      ends === 'after' && !isWhole(endsAfter, 1, MAX_PLAN_TIMES)
        ? needed.endsAfter(MAX_PLAN_TIMES)
        : undefined,
    endsOn: ends === 'on' && (!isCalendarDate(endsOn) || endsOn < starts) ? needed.endsOn : undefined,
    dueDays: isWhole(dueDays, 0, MAX_DUE_DAYS) ? undefined : needed.dueDays(MAX_DUE_DAYS),
    cap: mode === 'charge' && !cap ? needed.cap : undefined,
  };
}

const fieldOf = ({ path, message }: { path: PropertyKey[]; message: string }) =>
  [String(path[0]), message] as const;

const isWhole = (typed: string, least: number, most: number): boolean =>
  /^\d{1,4}$/.test(typed) && Number(typed) >= least && Number(typed) <= most;

/** `Every 2 weeks`, `Every month on the 1st and 16th`. */
export function rhythmWords({ rhythm }: Pick<Plan, 'rhythm'>): string {
  const { weeks, months = 1, day = 1, days = [day] } = rhythm;
  if (weeks !== undefined) return texts.rhythm.weeks(weeks);
  const words = days.map(dayWords);
  const last = words.pop() ?? '';
  return texts.rhythm.months(months, words.length === 0 ? last : `${words.join(', ')}${texts.and}${last}`);
}
