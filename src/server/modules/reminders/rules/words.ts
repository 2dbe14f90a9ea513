import { addDays, type CalendarDate, daysBetween } from '#core/dates.ts';
import type { Language } from '#core/languages.ts';
import type { Facts } from '#server/modules/notifications/rules.ts';
import { isPromiseStep } from './plan.ts';

/** Message template of a step, with its facts. */
export type StepLetter =
  | { letter: 'invoiceReminder'; facts: Facts['invoiceReminder'] }
  | { letter: 'promiseDue'; facts: Facts['promiseDue'] };

/** Idempotency key of a step's message. */
export const stepKey = (invoiceId: string, step: string): string => `reminder:${invoiceId}:${step}`;

/** The day that was promised, where a step is about that. */
export const promisedBy = ({ step, day }: { step: string; day: CalendarDate }): CalendarDate | null =>
  isPromiseStep(step) ? addDays(day, -1) : null;

/** Template and facts of a step as of today, however late it is sent. */
export function letterOf(
  step: { step: string; day: CalendarDate },
  about: Facts['invoiceSent'],
  { today, language }: { today: CalendarDate; language: Language },
): StepLetter {
  const promised = promisedBy(step);
  const facts = { ...about, language };
  if (promised) return { letter: 'promiseDue', facts: { ...facts, promised } };
  return { letter: 'invoiceReminder', facts: { ...facts, daysLate: daysBetween(about.due, today) } };
}
