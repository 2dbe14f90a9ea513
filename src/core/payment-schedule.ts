import { addDays, type CalendarDate, formatDate, UNDATED } from './dates.ts';
import type { FieldError } from './errors.ts';
import {
  add,
  type Currency,
  formatMoney,
  least,
  type Minor,
  minor,
  percentOf,
  subtract,
  ZERO,
} from './money.ts';

/** A payment schedule has from so many to so many parts. */
export const LEAST_PARTS = 2;
export const MOST_PARTS = 12;

/** The smallest part, in minor units. */
export const leastPart: Record<Currency, Minor> = { NGN: minor(10_000), USD: minor(100) };

/** Days that are not known when a schedule is written: of the acceptance, and of the owner's word. */
export const namedDays = ['acceptance', 'ask'] as const;

/**
 * A part as it is agreed on. Its sum is a `percent` of the total (basis points), an `amount` (minor units) or the `rest`; it is due on a
 * `day`, so many `days` after the issue, or `on` a day that is not known yet.
 */
export type PartTerms = {
  label: string;
  percent?: number | undefined;
  amount?: Minor | undefined;
  rest?: boolean | undefined;
  due: {
    day?: CalendarDate | undefined;
    days?: number | undefined;
    on?: (typeof namedDays)[number] | undefined;
  };
};

/** A part of one invoice: its sum in minor units, and its day; null until its owner asks for it, at `askedAt` (ISO 8601). */
export type Part = PartTerms & { sum: Minor; day: CalendarDate | null; askedAt?: string | undefined };

/** How far a part is settled, in minor units. `waits`: its turn came and nobody asked for it yet. */
export type PartProgress = Part & { position: number; paid: Minor; left: Minor; state: PartState };
export const partStates = ['paid', 'open', 'waits', 'later'] as const;
export type PartState = (typeof partStates)[number];

/** The ground of a schedule: the total and what is settled of it in minor units, and the day of the issue. */
export type Planned = { total: Minor; settled?: Minor; currency: Currency; issued: CalendarDate };

/** Why a schedule cannot be; null where it can. `kept` parts are paid already and stand before it. */
export function scheduleFault(
  terms: readonly PartTerms[],
  planned: Planned,
  kept: readonly Part[] = [],
): FieldError | null {
  const { currency } = planned;
  const count = kept.length + terms.length;
  if (count < LEAST_PARTS || count > MOST_PARTS || terms.length === 0)
    return fault('schedule', `A schedule has ${LEAST_PARTS} to ${MOST_PARTS} parts`);
  const misplaced = terms.findIndex(({ rest = false }, at) => rest !== (at === terms.length - 1));
  if (misplaced >= 0)
    return fault(
      `schedule.${misplaced}`,
      'The last part takes the rest, and every other one has a sum of its own',
    );
  const free = subtract(planned.total, planned.settled ?? ZERO);
  if (sumsOf(terms, planned.total).reduce((sum, one) => sum + one, 0) >= free)
    return fault(
      'schedule',
      `These parts leave nothing for the last one: there is ${formatMoney(free, currency)} to share out`,
    );
  const parts = planParts(terms, planned);
  const small = parts.findIndex(({ sum }) => sum < leastPart[currency]);
  if (small >= 0)
    return fault(`schedule.${small}`, `A part is at least ${formatMoney(leastPart[currency], currency)}`);
  return dayFault(parts, planned.issued);
}

const fault = (path: string, message: string): FieldError => ({ path, message });

function dayFault(parts: readonly Part[], issued: CalendarDate): FieldError | null {
  let latest = issued;
  for (const [at, { day }] of parts.entries()) {
    if (day !== null && day < latest)
      return fault(
        `schedule.${at}.due`,
        latest === issued
          ? `A part cannot be due before ${formatDate(issued)}, the day of the invoice`
          : 'A part cannot be due before the one above it',
      );
    latest = day ?? latest;
  }
  return null;
}

/** The parts of a schedule without a fault: percentages of the total half up, and the last takes what is left. */
export function planParts(
  terms: readonly PartTerms[],
  { total, settled = ZERO, issued }: Pick<Planned, 'total' | 'settled' | 'issued'>,
): Part[] {
  return offeredParts(terms, total, settled).map((part) => ({ ...part, day: dayOf(part, issued) }));
}

/** The same before their days are known. */
export function offeredParts(
  terms: readonly PartTerms[],
  total: Minor,
  settled: Minor = ZERO,
): (PartTerms & { sum: Minor })[] {
  const sums = sumsOf(terms, total);
  const rest = subtract(subtract(total, settled), add(...sums));
  return terms.map((part, at) => ({ ...part, sum: sums[at] ?? rest }));
}

// Of all parts but the last.
const sumsOf = (terms: readonly PartTerms[], total: Minor): Minor[] =>
  terms.slice(0, -1).map(({ percent, amount }) => amount ?? percentOf(total, percent ?? 0));

function dayOf({ due }: PartTerms, issued: CalendarDate): CalendarDate | null {
  if (due.on === 'ask') return null;
  return due.day ?? addDays(issued, due.days ?? 0);
}

/** The parts with how far each is settled: what is settled (minor units), in whichever way, fills them in their order. */
export function progressOf(parts: readonly Part[], settled: Minor): PartProgress[] {
  let free = settled;
  let isNext = true;
  return parts.map((part, at) => {
    const paid = least(free, part.sum);
    free = subtract(free, paid);
    const left = subtract(part.sum, paid);
    const state = left === 0 ? 'paid' : !isNext ? 'later' : part.day === null ? 'waits' : 'open';
    if (left > 0) isNext = false;
    return { ...part, position: at + 1, paid, left, state };
  });
}

/** The first part that is not settled; null once all are. */
export const nextPart = (parts: readonly Part[], settled: Minor): PartProgress | null =>
  progressOf(parts, settled).find(({ left }) => left > 0) ?? null;

/** The day an invoice is due by its schedule: that of the first part that is not settled; `UNDATED` while nobody asked for it. */
export function dueBy(parts: readonly Part[], settled: Minor): CalendarDate {
  const next = nextPart(parts, settled) ?? parts.at(-1);
  return next?.day ?? UNDATED;
}

/** The settled part of a schedule (minor units), which a new one leaves as it is; one that is settled in part ends with that. */
export const keptParts = (parts: readonly Part[], settled: Minor): Part[] =>
  progressOf(parts, settled).flatMap(({ label, due, day, askedAt, paid }) =>
    paid > 0 ? [{ label, amount: paid, due, sum: paid, day, ...(askedAt && { askedAt }) }] : [],
  );

/** The terms as they are from a day on: fixed days that are over are that day. */
export const notBefore = (terms: readonly PartTerms[], from: CalendarDate): PartTerms[] =>
  terms.map((part) =>
    part.due.day !== undefined && part.due.day < from ? { ...part, due: { day: from } } : part,
  );

/** The terms of parts again; fixed days are moved by so many. */
export const termsOf = (parts: readonly PartTerms[], movedBy = 0): PartTerms[] =>
  parts.map(({ label, percent, amount, rest, due }) => ({
    label,
    ...(percent !== undefined && { percent }),
    ...(amount !== undefined && { amount }),
    ...(rest && { rest }),
    due: due.day === undefined ? due : { day: addDays(due.day, movedBy) },
  }));
