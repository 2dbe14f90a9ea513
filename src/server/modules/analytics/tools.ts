import * as z from 'zod';
import { addDays, type CalendarDate, daysBetween, monthStart } from '#core/dates.ts';
import { currencies, type Currency, type Minor } from '#core/money.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import { dayInput, type ReadTool } from '#server/kernel/tools.ts';

import { billedCustomers } from '#server/modules/invoices/queries/search.ts';
import {
  bestCustomers,
  bestPeriod,
  type BusinessCurrency,
  type CustomerFilter,
  type Issued,
  issuedIn,
  lastSale,
  type Period,
  type Received,
  receivedByMonth,
  receivedIn,
} from './queries/sales.ts';

const currency = z.enum(currencies).optional();

const DEFAULT_DAYS = 30;
const MAX_DAILY_SPAN = 31;
const REPORT_TOP_CUSTOMERS = 3;
const LIST_TOP_CUSTOMERS = 5;
const MAX_TOP_CUSTOMERS = 20;
const MAX_HISTORY_MONTHS = 12;

/** Sales of a period compared with another; the last 30 days by default. */
const salesQuery = z.object({
  from: dayInput.optional(),
  to: dayInput.optional(),
  compareFrom: dayInput
    .optional()
    .describe('Begin of another period to compare with; the one just before when left out'),
  compareTo: dayInput.optional(),
  customerName: z.string().max(200).optional().describe('Only what this customer paid and was invoiced'),
  currency,
});
type SalesQuery = z.output<typeof salesQuery>;

type TopCustomer = { id: string; name: string; amount: Minor; payments: number };
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
  bestCustomers: TopCustomer[];
  /** The last as many days with sales, when the period has none. */
  last: (Part & Received & { lastDay: CalendarDate }) | null;
};

const topQuery = z.object({
  from: dayInput.optional(),
  to: dayInput.optional(),
  limit: z.number().int().min(1).max(MAX_TOP_CUSTOMERS).optional(),
  currency,
});
type TopQuery = z.output<typeof topQuery>;
/** `period` is null for all time. */
export type TopCustomers = { currency: Currency; period: Period | null; best: TopCustomer[] };

const historyQuery = z.object({ currency });
/** Input for a projection: whole months, oldest first, and the current month so far. */
type SalesHistory = { today: CalendarDate; currency: Currency; months: Minor[]; thisMonth: Minor };

/** Figures of one business's sales, in one currency; the same as the dashboard's for the same days. */
export const salesTools = {
  report: {
    description:
      'Sales of a period: money received, invoices issued, what of them is open and overdue, the change against the period before, best days and customers.',
    input: salesQuery,
    read: async (scope, defaultCurrency, input) => {
      const { businessId } = scope.actor;
      const owner = { businessId, currency: input.currency ?? defaultCurrency };
      const today = todayOf(scope);
      const customers = input.customerName
        ? await billedCustomers(scope.db, businessId, input.customerName)
        : null;
      const requested = periodOf(input, today) ?? { from: addDays(today, 1 - DEFAULT_DAYS), to: today };
      return reportOf(scope, owner, requested, input, customers, today);
    },
  } satisfies ReadTool<SalesQuery, SalesReport>,
  top: {
    description: 'The customers who paid most, in a period or of all time.',
    input: topQuery,
    read: async (scope, defaultCurrency, input) => {
      const { businessId } = scope.actor;
      const owner = { businessId, currency: input.currency ?? defaultCurrency };
      const period = periodOf(input, todayOf(scope));
      const best = await bestCustomers(scope.db, owner, period, input.limit ?? LIST_TOP_CUSTOMERS);
      return { currency: owner.currency, period, best };
    },
  } satisfies ReadTool<TopQuery, TopCustomers>,
  history: {
    description: 'The money received in each of the last twelve whole months and in this one so far.',
    input: historyQuery,
    read: async (scope, defaultCurrency, input) => {
      const { businessId } = scope.actor;
      const owner = { businessId, currency: input.currency ?? defaultCurrency };
      const today = todayOf(scope);
      const currentMonth = await receivedIn(scope.db, owner, { from: monthStart(today), to: today }, null);
      const months = await receivedByMonth(scope.db, owner, today, MAX_HISTORY_MONTHS);
      return { today, currency: owner.currency, months, thisMonth: currentMonth.received };
    },
  } satisfies ReadTool<z.output<typeof historyQuery>, SalesHistory>,
};

async function reportOf(
  { db }: Scope,
  owner: BusinessCurrency,
  requested: Period,
  input: SalesQuery,
  customers: SalesReport['customers'],
  today: CalendarDate,
): Promise<SalesReport> {
  const customerIds = customers?.map(({ id }) => id) ?? null;
  const period = {
    from: requested.from,
    to: requested.to > today && requested.from <= today ? today : requested.to,
  };
  const compared =
    periodOf({ from: input.compareFrom, to: input.compareTo }, today) ??
    periodBefore(requested, period, today);
  const received = await receivedIn(db, owner, period, customerIds);
  const unit = lengthOf(period) > MAX_DAILY_SPAN ? 'week' : 'day';
  const best = lengthOf(period) > 1 ? await bestPeriod(db, owner, period, customerIds, unit) : null;
  return {
    today,
    currency: owner.currency,
    customers,
    asked: requested,
    period,
    sales: { ...received, ...(await issuedIn(db, owner, period, customerIds, today)) },
    before: { ...partOf(compared), ...(await receivedIn(db, owner, compared, customerIds)) },
    best: best && { unit, ...best },
    bestCustomers: customers ? [] : await bestCustomers(db, owner, period, REPORT_TOP_CUSTOMERS),
    last: received.payments > 0 ? null : await lastWithSales(db, owner, period, customerIds),
  };
}

async function lastWithSales(
  db: Scope['db'],
  owner: BusinessCurrency,
  period: Period,
  customerIds: CustomerFilter,
) {
  const lastDay = await lastSale(db, owner, addDays(period.from, -1), customerIds);
  if (lastDay === null) return null;
  const last = { from: addDays(lastDay, 1 - lengthOf(period)), to: lastDay };
  return { ...partOf(last), ...(await receivedIn(db, owner, last, customerIds)), lastDay };
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

/** The period before the requested one, as far as that has passed: the same days of the month before, or of as many days. */
function periodBefore(requested: Period, { from, to }: Period, today: CalendarDate): Period {
  const months = wholeMonths(requested);
  if (months === 0) {
    // "Until the year 9999" has no period of its length before it.
    const days = lengthOf(lengthOf(requested) > LONGEST_COMPARED ? { from, to } : requested);
    return { from: addDays(from, -days), to: addDays(to, -days) };
  }
  const end = addDays(monthStart(to, 1 - months), -1);
  const sameDay = addDays(monthStart(to, -months), daysBetween(monthStart(to), to));
  // A month that is over stands against all of the one before, though that may be longer.
  return { from: monthStart(from, -months), to: to < today || sameDay > end ? end : sameDay };
}

/** How many months the period is; 0 when it is no whole ones. */
function wholeMonths({ from, to }: Period): number {
  const after = addDays(to, 1);
  if (from !== monthStart(from) || after !== monthStart(after)) return 0;
  let months = 1;
  while (monthStart(from, months) < after) months += 1;
  return months;
}

const LONGEST_COMPARED = 3660;

const lengthOf = ({ from, to }: Period) => daysBetween(from, to) + 1;
const partOf = (period: Period): Part => ({ period, days: lengthOf(period) });
