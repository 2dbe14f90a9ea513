import { addDays, type CalendarDate, dateIn, plusMs } from '#core/dates.ts';
import { instantAt } from '#core/zoned.ts';
import type { Stop, Why } from '../table.ts';
import { allowedFrom, type Hours } from './hours.ts';

/**
 * A business's dunning schedule. `since`: earlier steps are not caught up; null when unchanged from the
 * start.
 */
export type Ladder = Hours & {
  mode: 'off' | 'prepare' | 'automatic';
  /** Days from the due date. */
  steps: readonly number[];
  /** So many reminders a customer gets within seven days. */
  weeklyCap: number;
  since: Date | null;
};

/** Dunning progress of a sent, unpaid invoice. */
export type Standing = {
  due: CalendarDate;
  sentAt: Date;
  /** Partly paid, and the owner has not resumed the schedule. */
  partlyPaid: boolean;
  /** Switched off for the invoice or its customer. */
  off: boolean;
  /** When the owner resumed the schedule, or of the last refund. */
  since: Date | null;
  /** The active promise: neither fulfilled nor withdrawn. */
  promise: { id: string; day: CalendarDate } | null;
  /** Steps already handled. */
  taken: ReadonlySet<string>;
  /** The one that waits for its owner to send it. */
  planned: { step: string; at: Date } | null;
  /** When its customer was last reminded of it: by its owner's own wish, and by a step. */
  lastByHand: Date | null;
  lastStep: Date | null;
  /** Reminders to the customer within the last seven days, the oldest first; prepared ones count. */
  toCustomer: readonly Date[];
};

/** `day`: the day the step is about. `at`: when it goes. */
export type Step = { step: string; day: CalendarDate; at: Date };

export type Plan = {
  skip: { step: string; day: CalendarDate; why: Why }[];
  /** Step to carry out now. */
  due: Step | null;
  /** Next step, if nothing changes. */
  next: Step | null;
  stop: Stop | null;
  /** Next check; null: only after a change. */
  lookAt: Date | null;
};

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Minimum pause between a manual reminder and the next scheduled step. */
const AFTER_HAND_MS = 2 * DAY_MS;

/** The step that follows a broken promise. */
export const promiseStep = (promiseId: string): string => `promise:${promiseId}`;

/** Plans the dunning step due now, and the next check. */
export function planOf(ladder: Ladder, standing: Standing, now: Date): Plan {
  const stop = stopOf(ladder, standing, now);
  if (stop) return stopped(stop, ladder, standing, now);
  const { open, skip } = sorted(ladder, standing, now);
  const first = open[0];
  const expiry = standing.planned && plusMs(standing.planned.at, WEEK_MS);
  if (!first) return { skip, due: null, next: null, stop: null, lookAt: later(expiry, now) };
  const at = allowedFrom(latest(now, first.at, ...earliest(ladder, standing, now)), ladder);
  const ripe = open.filter((step) => step.at <= at);
  const chosen = { ...(ripe.find(({ step }) => isPromiseStep(step)) ?? ripe.at(-1) ?? first), at };
  if (at > now) return { skip, due: null, next: chosen, stop: null, lookAt: sooner(at, later(expiry, now)) };
  const outdone = ripe
    .filter(({ step }) => step !== chosen.step)
    .map(({ step, day }) => ({ step, day, why: 'superseded' as const }));
  return {
    skip: [...skip, ...outdone, ...plannedAs('superseded', standing)],
    due: chosen,
    next: null,
    stop: null,
    lookAt: null,
  };
}

/** Plan after the due step was carried out. */
export function planAfter(ladder: Ladder, standing: Standing, { due, skip }: Plan, now: Date): Plan {
  const made = [...skip, ...(due ? [due] : [])].map(({ step }) => step);
  const taken = new Set([...standing.taken, ...made]);
  if (ladder.mode !== 'automatic') {
    const planned = due ? { step: due.step, at: now } : null;
    return planOf(ladder, { ...standing, taken, planned }, now);
  }
  const went = { planned: null, lastStep: now, toCustomer: [...standing.toCustomer, now] };
  return planOf(ladder, { ...standing, taken, ...went }, now);
}

function stopOf(ladder: Ladder, { off, partlyPaid, promise }: Standing, now: Date): Stop | null {
  if (ladder.mode === 'off') return 'off';
  if (off) return 'switched_off';
  if (promise && promise.day >= dateIn(now, ladder.zone)) return 'promised';
  return partlyPaid ? 'partly_paid' : null;
}

function stopped(stop: Stop, ladder: Ladder, standing: Standing, now: Date): Plan {
  const skip = plannedAs(stop, standing);
  const { promise } = standing;
  if (stop === 'promised' && promise) {
    const day = addDays(promise.day, 1);
    const at = allowedFrom(instantAt(day, ladder.hour, ladder.zone), ladder);
    return { skip, due: null, next: { step: promiseStep(promise.id), day, at }, stop, lookAt: at };
  }
  // Checked daily: a refund or a change of the customer resumes it without rescheduling.
  const lookAt = stop === 'off' ? null : plusMs(now, DAY_MS);
  return { skip, due: null, next: null, stop, lookAt };
}

/** Steps that may still come, in the order in which they do, and those that cannot. */
function sorted(ladder: Ladder, standing: Standing, now: Date): { open: Step[]; skip: Plan['skip'] } {
  const left = stepsOf(ladder, standing).filter(({ step }) => !standing.taken.has(step));
  const why = (step: Step): Why | null => {
    if (plusMs(step.at, WEEK_MS) <= now) return 'too_late';
    return hasPassed(step, ladder, standing) ? 'passed' : null;
  };
  const skip = left.flatMap((step) => {
    const reason = why(step);
    return reason ? [{ step: step.step, day: step.day, why: reason }] : [];
  });
  const over = overOf(standing, now);
  return {
    open: left.filter((step) => why(step) === null),
    skip: over ? [...skip, ...plannedAs(over, standing)] : skip,
  };
}

// Reason a prepared step has expired: the owner reminded by hand, or did not send it.
function overOf({ planned, lastByHand }: Standing, now: Date): Why | null {
  if (!planned) return null;
  if (lastByHand && lastByHand >= planned.at) return 'superseded';
  return plusMs(planned.at, WEEK_MS) <= now ? 'not_sent' : null;
}

/** The steps of a schedule for one due date, in sending order. */
export function stepsOf(
  ladder: Hours & Pick<Ladder, 'steps'>,
  { due, promise }: Pick<Standing, 'due' | 'promise'>,
): Step[] {
  const usual = ladder.steps.map((days) => ({ step: String(days), day: addDays(due, days) }));
  const broken = promise ? [{ step: promiseStep(promise.id), day: addDays(promise.day, 1) }] : [];
  return [...usual, ...broken]
    .map((step) => ({ ...step, at: allowedFrom(instantAt(step.day, ladder.hour, ladder.zone), ladder) }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.day.localeCompare(b.day));
}

function hasPassed({ step, day }: Step, ladder: Ladder, { sentAt, since }: Standing): boolean {
  if (isPromiseStep(step)) return false;
  if (day <= dateIn(sentAt, ladder.zone)) return true;
  const begins = [ladder.since, since].flatMap((at) => at ?? []);
  return begins.some((begin) => instantAt(day, ladder.hour, ladder.zone) <= begin);
}

function earliest(ladder: Ladder, { lastByHand, lastStep, toCustomer }: Standing, now: Date): Date[] {
  const counted = toCustomer.filter((at) => at > plusMs(now, -WEEK_MS));
  const fills = counted.at(-ladder.weeklyCap);
  return [
    ...(lastByHand ? [plusMs(lastByHand, AFTER_HAND_MS)] : []),
    ...(lastStep ? [instantAt(addDays(dateIn(lastStep, ladder.zone), 1), ladder.hour, ladder.zone)] : []),
    ...(fills ? [plusMs(fills, WEEK_MS)] : []),
  ];
}

/** Whether a step is about a broken promise. */
export const isPromiseStep = (step: string): boolean => step.startsWith('promise:');

const plannedAs = (why: Why, { planned, due }: Standing): Plan['skip'] =>
  planned ? [{ step: planned.step, day: due, why }] : [];

const latest = (...moments: Date[]): Date => moments.reduce((a, b) => (b > a ? b : a));
const later = (at: Date | null, now: Date): Date | null => (at && at > now ? at : null);
const sooner = (a: Date, b: Date | null): Date => (b && b < a ? b : a);
