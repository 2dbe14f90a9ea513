import * as z from 'zod';
import { addDays, type CalendarDate, daysBetween, isCalendarDate, monthStart } from '#core/dates.ts';
import { currencies, type Currency, type Minor } from '#core/money.ts';
import type { Scope } from '#server/kernel/scope.ts';
import type { ReadTool } from '#server/kernel/tools.ts';
import { todayFor } from '#server/modules/invoices/queries.ts';
import { billedCustomers } from '#server/modules/invoices/queries/asked.ts';
import {
  bestCustomers,
  bestOf,
  type Issued,
  issuedIn,
  lastSale,
  type OfWhom,
  type Period,
  type Received,
  receivedByMonth,
  receivedIn,
  type Whose,
} from './sales.ts';

// PostgreSQL has no year 0.
const day = z
  .string()
  .refine((text) => isCalendarDate(text) && text > '0001', 'Give a date as YYYY-MM-DD')
  .describe('YYYY-MM-DD');
const currency = z.enum(currencies).optional();

const USUAL_DAYS = 30;
const LONGEST_BY_DAY = 31;
const BEST_IN_A_REPORT = 3;
const BEST_IN_A_LIST = 5;
const MOST_BEST = 20;
const MOST_HISTORY = 12;

/** Sales of a period compared with another; the last 30 days by default. */
const salesQuestion = z.object({
  from: day.optional(),
  to: day.optional(),
  compareFrom: day
    .optional()
    .describe('Begin of another period to compare with; the one just before when left out'),
  compareTo: day.optional(),
  customerName: z.string().max(200).optional().describe('Only what this customer paid and was invoiced'),
  currency,
});
type SalesQuestion = z.output<typeof salesQuestion>;

export type Best = { id: string; name: string; amount: Minor; payments: number };
type Part = { period: Period; days: number };
/** Amounts in minor units of `currency`. `customers` are those matching the given name; null without one. */
export type SalesReport = {
  today: CalendarDate;
  currency: Currency;
  customers: { id: string; name: string }[] | null;
  /** The requested period, and the part of it that has passed. */
  asked: Period;
  period: Period;
  sales: Received & Issued;
  before: Part & Received;
  best: { unit: 'day' | 'week'; from: CalendarDate; amount: Minor } | null;
  bestCustomers: Best[];
  /** The last as many days with sales, when the period has none. */
  last: (Part & Received & { lastDay: CalendarDate }) | null;
};

const topQuestion = z.object({
  from: day.optional(),
  to: day.optional(),
  limit: z.number().int().min(1).max(MOST_BEST).optional(),
  currency,
});
type TopQuestion = z.output<typeof topQuestion>;
/** `period` is null for all time. */
export type TopCustomers = { currency: Currency; period: Period | null; best: Best[] };

const historyQuestion = z.object({ currency });
/** Input for a projection: whole months, oldest first, and the current month so far. */
type SalesHistory = { today: CalendarDate; currency: Currency; months: Minor[]; thisMonth: Minor };

/** Figures of one business's sales, in one currency; the same as the dashboard's for the same days. */
export const salesTools = {
  report: {
    description:
      'Sales of a period: money received, invoices issued, what of them is open and overdue, the change against the period before, best days and customers.',
    input: salesQuestion,
    read: async (scope, said, input) => {
      const { businessId } = scope.actor;
      const whose = { businessId, currency: input.currency ?? said };
      const today = await todayFor(scope.db, businessId, scope.now);
      const customers = input.customerName
        ? await billedCustomers(scope.db, businessId, input.customerName)
        : null;
      const asked = periodOf(input, today) ?? { from: addDays(today, 1 - USUAL_DAYS), to: today };
      return reportOf(scope, whose, asked, input, customers, today);
    },
  } satisfies ReadTool<SalesQuestion, SalesReport>,
  top: {
    description: 'The customers who paid most, in a period or of all time.',
    input: topQuestion,
    read: async (scope, said, input) => {
      const { businessId } = scope.actor;
      const whose = { businessId, currency: input.currency ?? said };
      const period = periodOf(input, await todayFor(scope.db, businessId, scope.now));
      const best = await bestCustomers(scope.db, whose, period, input.limit ?? BEST_IN_A_LIST);
      return { currency: whose.currency, period, best };
    },
  } satisfies ReadTool<TopQuestion, TopCustomers>,
  history: {
    description: 'The money received in each of the last twelve whole months and in this one so far.',
    input: historyQuestion,
    read: async (scope, said, input) => {
      const { businessId } = scope.actor;
      const whose = { businessId, currency: input.currency ?? said };
      const today = await todayFor(scope.db, businessId, scope.now);
      const sofar = await receivedIn(scope.db, whose, { from: monthStart(today), to: today }, null);
      const months = await receivedByMonth(scope.db, whose, today, MOST_HISTORY);
      return { today, currency: whose.currency, months, thisMonth: sofar.received };
    },
  } satisfies ReadTool<z.output<typeof historyQuestion>, SalesHistory>,
};

async function reportOf(
  { db }: Scope,
  whose: Whose,
  asked: Period,
  input: SalesQuestion,
  customers: SalesReport['customers'],
  today: CalendarDate,
): Promise<SalesReport> {
  const ofWhom = customers?.map(({ id }) => id) ?? null;
  const period = { from: asked.from, to: asked.to > today && asked.from <= today ? today : asked.to };
  const compared = periodOf({ from: input.compareFrom, to: input.compareTo }, today) ?? periodBefore(period);
  const received = await receivedIn(db, whose, period, ofWhom);
  const unit = lengthOf(period) > LONGEST_BY_DAY ? 'week' : 'day';
  const best = lengthOf(period) > 1 ? await bestOf(db, whose, period, ofWhom, unit) : null;
  return {
    today,
    currency: whose.currency,
    customers,
    asked,
    period,
    sales: { ...received, ...(await issuedIn(db, whose, period, ofWhom, today)) },
    before: { ...partOf(compared), ...(await receivedIn(db, whose, compared, ofWhom)) },
    best: best && { unit, ...best },
    bestCustomers: customers ? [] : await bestCustomers(db, whose, period, BEST_IN_A_REPORT),
    last: received.payments > 0 ? null : await lastWithSales(db, whose, period, ofWhom),
  };
}

async function lastWithSales(db: Scope['db'], whose: Whose, period: Period, ofWhom: OfWhom) {
  const lastDay = await lastSale(db, whose, addDays(period.from, -1), ofWhom);
  if (lastDay === null) return null;
  const last = { from: addDays(lastDay, 1 - lengthOf(period)), to: lastDay };
  return { ...partOf(last), ...(await receivedIn(db, whose, last, ofWhom)), lastDay };
}

/** The period between two dates either of which may be missing; null when both are. */
function periodOf(
  { from, to }: { from?: CalendarDate | undefined; to?: CalendarDate | undefined },
  today: CalendarDate,
): Period | null {
  if (!from && !to) return null;
  const end = to ?? (from && from > today ? from : today);
  const start = from ?? monthStart(end);
  return start <= end ? { from: start, to: end } : { from: end, to: start };
}

/** The period just before, of the same length. */
const periodBefore = (period: Period): Period => ({
  from: addDays(period.from, -lengthOf(period)),
  to: addDays(period.from, -1),
});
const lengthOf = ({ from, to }: Period) => daysBetween(from, to) + 1;
const partOf = (period: Period): Part => ({ period, days: lengthOf(period) });
