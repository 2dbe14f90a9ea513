import { type CreditableLine, creditTotals, groupsToCredit } from './credit-note.ts';
import { type CalendarDate, formatDate } from './dates.ts';
import type { FieldError } from './errors.ts';
import { type Minor, percentOf } from './money.ts';
import type { TaxTerms } from './totals.ts';

/** A discount for paying an invoice early: its rate in basis points, and the last day on which money counts for it. */
export type EarlyPayment = { percent: number; until: CalendarDate };

/** The discount as it is told today; `amount` is off while it is `open`, and `net` is left to pay (minor units). */
export type ToldEarly = EarlyPayment & { amount: Minor; net: Minor; state: 'open' | 'ended' };

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

/** An invoice as far as its discount follows from it: its lines, and the discount (minor units) on all of them. */
type Discounted = { lines: readonly CreditableLine[]; discount: Minor; terms: TaxTerms };

/**
 * The discount (minor units) at a rate in basis points: the sum of the credit note it is booked by, rounded line by line and tax by tax
 * as any other.
 */
export function earlyDiscount({ lines, discount, terms }: Discounted, bps: number): Minor {
  const credited = lines
    .map(({ taxCode: code = 'standard', total }) => ({ code, amount: percentOf(total, bps) }))
    .filter(({ amount }) => amount > 0);
  return creditTotals(groupsToCredit(lines, terms, discount), [], credited, terms).total;
}
