import { addDays, type CalendarDate, dateIn, daysBetween, hourIn } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import type { Minor } from '#core/money.ts';
import type { Facts } from '#server/modules/notifications/rules/email.ts';
import { isPromiseStep } from './plan.ts';

/** Message template of a step, with its facts. */
export type StepTemplate =
  | { template: 'invoiceReminder'; facts: Facts['invoiceReminder'] }
  | { template: 'promiseDue'; facts: Facts['promiseDue'] };

/** Idempotency key of a step's message. */
export const stepMessageKey = (invoiceId: string, step: string): string => `reminder:${invoiceId}:${step}`;

/** The day that was promised, where a step is about that. */
export const promisedDay = ({ step, day }: { step: string; day: CalendarDate }): CalendarDate | null =>
  isPromiseStep(step) ? addDays(day, -1) : null;

/**
 * Template and facts of a step as of the moment of sending, however late that is. `words`: its owner's own; `partPromised`: minor units,
 * null for all that is asked for.
 */
export function stepTemplate(
  step: { step: string; day: CalendarDate; words?: string | null; partPromised?: Minor | null },
  invoiceFacts: Facts['invoiceSent'],
  { now, zone, language }: { now: Date; zone: string; language: Language },
): StepTemplate {
  const promised = promisedDay(step);
  const facts = { ...invoiceFacts, language, hour: hourIn(now, zone), words: step.words ?? null };
  if (promised)
    return { template: 'promiseDue', facts: { ...facts, promised, partPromised: step.partPromised ?? null } };
  const daysLate = daysBetween(invoiceFacts.due, dateIn(now, zone));
  return { template: 'invoiceReminder', facts: { ...facts, daysLate } };
}
