import { addDays, type CalendarDate, daysBetween } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import type { Facts } from '#server/modules/notifications/rules/email.ts';
import { isPromiseStep } from './plan.ts';

/** Message template of a step, with its facts. */
type StepTemplate =
  | { template: 'invoiceReminder'; facts: Facts['invoiceReminder'] }
  | { template: 'promiseDue'; facts: Facts['promiseDue'] };

/** Idempotency key of a step's message. */
export const stepMessageKey = (invoiceId: string, step: string): string => `reminder:${invoiceId}:${step}`;

/** The day that was promised, where a step is about that. */
export const promisedDay = ({ step, day }: { step: string; day: CalendarDate }): CalendarDate | null =>
  isPromiseStep(step) ? addDays(day, -1) : null;

/** Template and facts of a step as of today, however late it is sent. */
export function stepTemplate(
  step: { step: string; day: CalendarDate },
  invoiceFacts: Facts['invoiceSent'],
  { today, language }: { today: CalendarDate; language: Language },
): StepTemplate {
  const promised = promisedDay(step);
  const facts = { ...invoiceFacts, language };
  if (promised) return { template: 'promiseDue', facts: { ...facts, promised } };
  return { template: 'invoiceReminder', facts: { ...facts, daysLate: daysBetween(invoiceFacts.due, today) } };
}
