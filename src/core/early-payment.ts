import { type CalendarDate, formatDate } from './dates.ts';
import type { FieldError } from './errors.ts';

/** A discount for paying an invoice early: its rate in basis points, and the last day on which money counts for it. */
export type EarlyPayment = { percent: number; until: CalendarDate };

/** The ground of such an offer. */
type Offered = { today: CalendarDate; due: CalendarDate; inParts: boolean };

/** Why a discount for paying early cannot be offered; null where it can. */
export function earlyPaymentFault(
  { until }: EarlyPayment,
  { today, due, inParts }: Offered,
): FieldError | null {
  if (inParts)
    return {
      path: 'earlyPayment',
      message: 'An invoice that is paid in parts has no discount for paying early. Leave one of the two out',
    };
  if (until < today) return { path: 'earlyPayment.until', message: 'The last day of the discount is over' };
  if (until > due)
    return {
      path: 'earlyPayment.until',
      message: `The last day of the discount cannot be after ${formatDate(due)}, when the invoice is due`,
    };
  return null;
}
