import { addDays, type CalendarDate, dateIn, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { instantAt } from '#core/time-zones.ts';
import type { SkipReason, StopReason } from '../table.ts';
import { allowedFrom, type Hours } from './sending-hours.ts';

/**
 * A business's dunning schedule. `since`: earlier steps are not caught up; null when unchanged from the
 * start.
 */
export type DunningSchedule = Hours & {
  mode: 'off' | 'prepare' | 'automatic';
  /** Days from the due date. */
  steps: readonly number[];
  /** So many reminders a customer gets within seven days. */
  weeklyCap: number;
  since: Date | null;
};

/** Dunning progress of a sent, unpaid invoice. */
export type DunningProgress = {
  due: CalendarDate;
  /** Each revision of the invoice has steps of its own: `sentAt` is when this one went. */
  revision: number;
  sentAt: Date;
  /** A due date that was set after it was settled; it has steps of its own too. */
  movedTo?: CalendarDate | null;
  /** The part of a payment schedule it asks for, from 1 on; each has steps of its own. Null where it is paid in one. */
  part?: number | null;
  /** Partly paid, and the owner has not resumed the schedule. */
  partlyPaid: boolean;
  /** Switched off for the invoice or its customer. */
  off: boolean;
  /** When the owner resumed the schedule, or of the last refund. */
  since: Date | null;
  /** The active promise: neither fulfilled nor withdrawn. */
  promise: { id: string; day: CalendarDate } | null;
  /** Until then a claim that it was paid is looked into; null where there is none. */
  claimedUntil: Date | null;
  /** Until then a saved card is charged for it; null where none is. */
  chargingUntil?: Date | null;
  /** The customer's credit is enough for it. */
  covered: boolean;
  /** Steps already handled. */
  doneSteps: ReadonlySet<string>;
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
  skip: { step: string; day: CalendarDate; why: SkipReason }[];
  /** Step to carry out now. */
  due: Step | null;
  /** Next step, if nothing changes. */
  next: Step | null;
  stop: StopReason | null;
  /** Next check; null: only after a change. */
  checkAt: Date | null;
};

const WEEK_MS = 7 * DAY_MS;
/** Minimum pause between a manual reminder and the next scheduled step. */
const AFTER_HAND_MS = 2 * DAY_MS;

/** The step that follows a broken promise. */
const promiseStep = (promiseId: string): string => `promise:${promiseId}`;

/** Plans the dunning step due now, and the next check. */
export function planOf(schedule: DunningSchedule, progress: DunningProgress, now: Date): Plan {
  const stop = stopReasonOf(schedule, progress, now);
  if (stop) return stoppedPlan(stop, schedule, progress, now);
  const { open, skip } = partitionSteps(schedule, progress, now);
  const first = open[0];
  const expiry = progress.planned && plusMs(progress.planned.at, WEEK_MS);
  if (!first) return { skip, due: null, next: null, stop: null, checkAt: later(expiry, now) };
  const at = allowedFrom(latest(now, first.at, ...earliestTimes(schedule, progress, now)), schedule);
  const dueSteps = open.filter((step) => step.at <= at);
  const chosen = { ...(dueSteps.find(({ step }) => isPromiseStep(step)) ?? dueSteps.at(-1) ?? first), at };
  if (at > now) return { skip, due: null, next: chosen, stop: null, checkAt: sooner(at, later(expiry, now)) };
  const superseded = dueSteps
    .filter(({ step }) => step !== chosen.step)
    .map(({ step, day }) => ({ step, day, why: 'superseded' as const }));
  return {
    skip: [...skip, ...superseded, ...skipPlanned('superseded', progress)],
    due: chosen,
    next: null,
    stop: null,
    checkAt: null,
  };
}

/** Plan after the due step was carried out. */
export function planAfter(
  schedule: DunningSchedule,
  progress: DunningProgress,
  { due, skip }: Plan,
  now: Date,
): Plan {
  const madeSteps = [...skip, ...(due ? [due] : [])].map(({ step }) => step);
  const doneSteps = new Set([...progress.doneSteps, ...madeSteps]);
  if (schedule.mode !== 'automatic') {
    const planned = due ? { step: due.step, at: now } : null;
    return planOf(schedule, { ...progress, doneSteps, planned }, now);
  }
  const sent = { planned: null, lastStep: now, toCustomer: [...progress.toCustomer, now] };
  return planOf(schedule, { ...progress, doneSteps, ...sent }, now);
}

function stopReasonOf(
  schedule: DunningSchedule,
  { off, partlyPaid, promise, claimedUntil, chargingUntil, covered }: DunningProgress,
  now: Date,
): StopReason | null {
  if (schedule.mode === 'off') return 'off';
  if (off) return 'switched_off';
  if (covered) return 'covered';
  if (promise && promise.day >= dateIn(now, schedule.zone)) return 'promised';
  if (claimedUntil && claimedUntil > now) return 'claimed';
  if (chargingUntil && chargingUntil > now) return 'charging';
  return partlyPaid ? 'partly_paid' : null;
}

function stoppedPlan(
  stop: StopReason,
  schedule: DunningSchedule,
  progress: DunningProgress,
  now: Date,
): Plan {
  // A claim pauses and takes nothing away: the prepared step waits with the others.
  if (stop === 'claimed') return { skip: [], due: null, next: null, stop, checkAt: progress.claimedUntil };
  if (stop === 'charging')
    return { skip: [], due: null, next: null, stop, checkAt: progress.chargingUntil ?? null };
  const skip = skipPlanned(stop, progress);
  const { promise } = progress;
  if (stop === 'promised' && promise) {
    const day = addDays(promise.day, 1);
    const at = allowedFrom(instantAt(day, schedule.hour, schedule.zone), schedule);
    return { skip, due: null, next: { step: promiseStep(promise.id), day, at }, stop, checkAt: at };
  }
  // Checked daily: a refund or a change of the customer resumes it without rescheduling.
  const checkAt = stop === 'off' ? null : plusMs(now, DAY_MS);
  return { skip, due: null, next: null, stop, checkAt };
}

/** Steps that may still come, in the order in which they do, and those that cannot. */
function partitionSteps(
  schedule: DunningSchedule,
  progress: DunningProgress,
  now: Date,
): { open: Step[]; skip: Plan['skip'] } {
  const remaining = stepsOf(schedule, progress).filter(({ step }) => !progress.doneSteps.has(step));
  const why = (step: Step): SkipReason | null => {
    if (plusMs(step.at, WEEK_MS) <= now) return 'too_late';
    return hasPassed(step, schedule, progress) ? 'passed' : null;
  };
  const skip = remaining.flatMap((step) => {
    const reason = why(step);
    return reason ? [{ step: step.step, day: step.day, why: reason }] : [];
  });
  const over = expiryReason(progress, now);
  return {
    open: remaining.filter((step) => why(step) === null),
    skip: over ? [...skip, ...skipPlanned(over, progress)] : skip,
  };
}

// Reason a prepared step has expired: the invoice was sent anew, the owner reminded by hand, or did not send it.
function expiryReason({ planned, lastByHand, sentAt }: DunningProgress, now: Date): SkipReason | null {
  if (!planned) return null;
  if (planned.at < sentAt) return 'superseded';
  if (lastByHand && lastByHand >= planned.at) return 'superseded';
  return plusMs(planned.at, WEEK_MS) <= now ? 'not_sent' : null;
}

/** The steps of a schedule for one due date, in sending order. */
export function stepsOf(
  schedule: Hours & Pick<DunningSchedule, 'steps'>,
  {
    due,
    promise,
    revision,
    movedTo,
    part = null,
  }: Pick<DunningProgress, 'due' | 'promise' | 'revision' | 'movedTo' | 'part'>,
): Step[] {
  const series =
    movedTo ?? [revision > 1 ? [revision] : [], part === null ? [] : [`part${part}`]].flat().join('.');
  const nameOf = (days: number) => (series === '' ? String(days) : `${days}@${series}`);
  const usual = schedule.steps.map((days) => ({ step: nameOf(days), day: addDays(due, days) }));
  const broken = promise ? [{ step: promiseStep(promise.id), day: addDays(promise.day, 1) }] : [];
  return [...usual, ...broken]
    .map((step) => ({
      ...step,
      at: allowedFrom(instantAt(step.day, schedule.hour, schedule.zone), schedule),
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime() || a.day.localeCompare(b.day));
}

function hasPassed(
  { step, day }: Step,
  schedule: DunningSchedule,
  { sentAt, since }: DunningProgress,
): boolean {
  if (isPromiseStep(step)) return false;
  if (day <= dateIn(sentAt, schedule.zone)) return true;
  const begins = [schedule.since, since].flatMap((at) => at ?? []);
  return begins.some((begin) => instantAt(day, schedule.hour, schedule.zone) <= begin);
}

function earliestTimes(
  schedule: DunningSchedule,
  { lastByHand, lastStep, toCustomer }: DunningProgress,
  now: Date,
): Date[] {
  const counted = toCustomer.filter((at) => at > plusMs(now, -WEEK_MS));
  const capFilledAt = counted.at(-schedule.weeklyCap);
  return [
    ...(lastByHand ? [plusMs(lastByHand, AFTER_HAND_MS)] : []),
    ...(lastStep
      ? [instantAt(addDays(dateIn(lastStep, schedule.zone), 1), schedule.hour, schedule.zone)]
      : []),
    ...(capFilledAt ? [plusMs(capFilledAt, WEEK_MS)] : []),
  ];
}

/** Whether a step is about a broken promise. */
export const isPromiseStep = (step: string): boolean => step.startsWith(promiseStep(''));

/** The promise such a step is about. */
export const promiseIdOf = (step: string): string => step.slice(promiseStep('').length);

const skipPlanned = (why: SkipReason, { planned, due }: DunningProgress): Plan['skip'] =>
  planned ? [{ step: planned.step, day: due, why }] : [];

const latest = (...moments: Date[]): Date => moments.reduce((a, b) => (b > a ? b : a));
const later = (at: Date | null, now: Date): Date | null => (at && at > now ? at : null);
const sooner = (a: Date, b: Date | null): Date => (b && b < a ? b : a);
