import type { CalendarDate } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import { least, type Minor, subtract, ZERO } from '#core/money.ts';
import {
  dueBy,
  nextPart,
  type Part,
  type PartProgress,
  type PartTerms,
  planParts,
  type Planned,
  progressOf,
  scheduleFault,
} from '#core/payment-schedule.ts';
import type { Invoice } from '../table.ts';
import { refusePastDueDate } from './invoice.ts';

type Written = { schedule?: readonly PartTerms[] | null | undefined; dueDate: CalendarDate };

/** The parts a schedule makes of a new total and the day the first of them is due; without one the day that was chosen. Throws 422. */
export function scheduled(
  { schedule, dueDate }: Written,
  planned: Omit<Planned, 'settled'> & { today: CalendarDate },
): Pick<Invoice, 'schedule' | 'due_date'> {
  if (!schedule) {
    refusePastDueDate(dueDate, planned.today);
    return { schedule: null, due_date: dueDate };
  }
  const parts = plannedParts(schedule, planned);
  return { schedule: parts, due_date: dueBy(parts, ZERO) };
}

/** The parts of a schedule beside those that are kept. Throws 422 on the part that makes it impossible. */
export function plannedParts(
  terms: readonly PartTerms[],
  planned: Planned,
  kept: readonly Part[] = [],
): Part[] {
  const fault = scheduleFault(terms, planned, kept);
  if (fault) throw fieldError(fault.path, fault.message);
  return [...kept, ...planParts(terms, planned)];
}

/** The parts of an invoice as its row takes them. */
export const partsAsStored = ({ schedule }: Pick<Invoice, 'schedule'>): string | null =>
  schedule && JSON.stringify(schedule);

type Scheduled = Pick<Invoice, 'schedule' | 'total_minor' | 'balance_minor'>;

/** The settled part of an invoice, in whichever way, in minor units. */
export const settledOf = ({ total_minor, balance_minor }: Omit<Scheduled, 'schedule'>): Minor =>
  subtract(total_minor, balance_minor);

/** The parts of an invoice with how far each is settled; none where it is paid in one. */
export const partsOf = (invoice: Scheduled): PartProgress[] =>
  progressOf(invoice.schedule ?? [], settledOf(invoice));

/** The part of an invoice whose turn it is; null where it is paid in one, or in full. */
export const nextPartOf = (invoice: Scheduled): PartProgress | null =>
  nextPart(invoice.schedule ?? [], settledOf(invoice));

/**
 * The part of what is left to pay (minor units, less tax the customer keeps) that is asked for now: what is left of the part whose turn it
 * is; all of it where the invoice is paid in one, or nobody asked for the part yet.
 */
export function askedNow(invoice: Scheduled, toPay: Minor): Minor {
  const next = nextPartOf(invoice);
  return next?.state === 'open' ? least(next.left, toPay) : toPay;
}

/** The columns that say when an invoice is due once so much of it is settled (minor units); none where it is paid in one. */
export const dueAfter = (
  { schedule }: Pick<Invoice, 'schedule'>,
  settled: Minor,
): Partial<Pick<Invoice, 'due_date'>> => (schedule ? { due_date: dueBy(schedule, settled) } : {});
