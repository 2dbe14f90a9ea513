import type { promiseStates } from '#contract/reminders.ts';
import { addDays, type CalendarDate, dateIn, daysBetween, laterOf } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import type { Minor } from '#core/money.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { askedNow } from '#server/modules/invoices/rules/schedule.ts';
import type { PromiseRecord } from '../table.ts';

type PromiseState = (typeof promiseStates)[number];

/** Money put against an invoice, or taken off it again: when it moved, and when that was booked. Minor units. */
export type Movement = { at: Date; bookedAt: Date; amount: number };

export type Outcome = { state: PromiseState; daysLate: number | null; settledAt: Date | null };

/** So far ahead a promise can lie. */
export const LONGEST_DAYS = 365;

/** Outcome of a promise from later payments. `paidAt`: when the invoice was fully paid. */
export function outcomeOf(
  promise: Pick<PromiseRecord, 'promised_for' | 'amount_minor' | 'made_at' | 'ended_at' | 'ended_by'>,
  { movements, paidAt }: { movements: readonly Movement[]; paidAt: Date | null },
  zone: string,
  now: Date,
): Outcome {
  const { promised_for: day, ended_at: ended, ended_by: by } = promise;
  const settledAt = firstReached(promise, movements) ?? (paidAt && paidAt >= promise.made_at ? paidAt : null);
  const endedInTime = ended !== null && by !== null && dateIn(ended, zone) <= day;
  if (endedInTime && !(settledAt && settledAt <= ended))
    return { state: by, daysLate: null, settledAt: null };
  if (!settledAt) {
    const state = day >= dateIn(now, zone) ? 'open' : 'broken';
    return { state, daysLate: null, settledAt };
  }
  const daysLate = Math.max(0, daysBetween(day, dateIn(settledAt, zone)));
  return { state: daysLate === 0 ? 'kept' : 'broken', daysLate, settledAt };
}

function firstReached(
  { made_at, amount_minor }: Pick<PromiseRecord, 'made_at' | 'amount_minor'>,
  movements: readonly Movement[],
): Date | null {
  let sum = 0;
  for (const { at, bookedAt, amount } of movements) {
    if (bookedAt < made_at) continue;
    sum += amount;
    if (sum >= amount_minor) return laterOf(at, made_at);
  }
  return null;
}

/** The sum of a promise; null where it is all that the invoice asks for, which changes with it. */
export function partOf(
  { amount_minor: sum }: Pick<PromiseRecord, 'amount_minor'>,
  invoice: Pick<Invoice, 'balance_minor' | 'total_minor' | 'schedule'>,
): Minor | null {
  const owed = invoice.balance_minor;
  return sum >= owed || sum === askedNow(invoice, owed) ? null : sum;
}

/** Promise statistics of a customer. */
export function recordOf(outcomes: readonly Outcome[]) {
  const due = outcomes.filter(({ state }) => state === 'kept' || state === 'broken');
  const late = due.flatMap(({ daysLate }) => (daysLate ? [daysLate] : [])).toSorted((a, b) => a - b);
  return {
    due: due.length,
    kept: due.filter(({ state }) => state === 'kept').length,
    usualDaysLate: late[Math.floor(late.length / 2)] ?? null,
  };
}

/** Throws 422 for a day that is past or too far away. */
export function validateDay(day: CalendarDate, today: CalendarDate): void {
  if (day < today) throw fieldError('day', 'That day is past. Choose today or a later day');
  if (day > addDays(today, LONGEST_DAYS)) throw fieldError('day', 'Choose a day within a year');
}
