import { type Expression, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { analyticsReport, paymentInfo as paymentInfoShape } from '#contract/analytics.ts';
import { addDays, type CalendarDate, monthStart, plusMs, UNDATED } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { weekStart } from '#core/time-zones.ts';
import { displayStatuses } from '#core/invoice/display-status.ts';
import { type Currency, MAX_SUM, type Minor, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { type Db, together } from '#server/kernel/db.ts';
import { owedByDay } from '#server/modules/invoices/queries/owed-by-day.ts';
import {
  displayStatusCounts,
  displayStatusRows,
  unpaidOf,
} from '#server/modules/invoices/queries/status-counts.ts';
import { quoteOutcomes } from '#server/modules/quotes/queries/outcomes.ts';
import {
  average,
  cappedSum,
  change,
  methodsOf,
  type MonthInvoices,
  type MonthPayments,
  summaryOf,
  trendsOf,
  typedInOf,
} from '../rules/report.ts';

type BusinessCurrency = { businessId: string; currency: Currency };

const SPAN_DAYS = 30;
const TOP_CUSTOMERS = 5;
const WEEKS_AHEAD = 8;

const sum = (value: Expression<unknown>) =>
  sql`least(coalesce(sum(${value}), 0), ${sql.lit(MAX_SUM)})::bigint`;

/**
 * The figures of the dashboard. Revenue is what was received, before fees; pending payments are what is owed on
 * invoices not paid, sent or not. Changes compare the last 30 days with the 30 before: payments by their day, invoices
 * by their date of issue (pending payments: what is still owed on those), customers by the time they were added.
 */
export async function paymentInfo(
  db: Db,
  owner: BusinessCurrency,
  today: CalendarDate,
  now: Date,
): Promise<z.output<typeof paymentInfoShape>> {
  const [counts, customers, received, issued] = await together(db, (one) =>
    Promise.all([
      displayStatusCounts(one, owner, today),
      customerCounts(one, owner.businessId, now),
      receivedFigures(one, owner, today),
      issuedFigures(one, owner, today),
    ]),
  );
  const statuses = recordOf(displayStatuses, (status) => counts[status].invoices);
  const sent = unpaidOf(counts).invoices + statuses.paid + statuses.credited + statuses.written_off;
  return {
    currency: owner.currency,
    allTime: {
      totalRevenue: received.all,
      typedIn: received.typedIn,
      totalPendingPayments: cappedSum([unpaidOf(counts).owed, counts.pending.owed]),
    },
    invoices: {
      sent,
      paid: statuses.paid,
      pending: statuses.pending,
      overdue: statuses.overdue,
      total: sent + statuses.pending,
      statuses,
    },
    customers: { activeCustomers: customers.active, total: customers.total },
    percentageChanges: {
      revenue: change(received.recent, received.before),
      payments: change(received.recentCount, received.beforeCount),
      pendingPayments: change(issued.recentOwed, issued.beforeOwed),
      customers: change(customers.recent, customers.before),
      invoices: change(issued.recent, issued.before),
    },
  };
}

/**
 * Figures over the last `months` months, the current one included. Every change compares with as many months before
 * them. Invoices count by their date of issue, payments by their day; the top customers are those of all time. Money still owed
 * stands by the week it is due in.
 */
export async function report(
  db: Db,
  owner: BusinessCurrency,
  months: number,
  { today, timeZone }: { today: CalendarDate; timeZone: string },
): Promise<z.output<typeof analyticsReport>> {
  const start = monthStart(today, 1 - months);
  const since = monthStart(start, -months);
  const [paid, invoiced, best, quotes, expected] = await together(db, (one) =>
    Promise.all([
      paymentsByMonth(one, owner, since),
      invoicesByMonth(one, owner, since, today),
      topCustomers(one, owner),
      quoteOutcomes(one, owner, { from: start, today, timeZone }),
      expectedMoney(one, owner, today),
    ]),
  );
  const [payments, invoices] = [splitAt(paid, start), splitAt(invoiced, start)];
  const [summary, before] = [summaryOf(invoices.now), summaryOf(invoices.before)];
  const { statuses } = summary;
  const settled = statuses.paid + statuses.credited + statuses.written_off;
  const [methods, methodsBefore] = [methodsOf(payments.now), methodsOf(payments.before)];
  return {
    currency: owner.currency,
    months,
    totalRevenue: { amount: methods.total, change: change(methods.total, methodsBefore.total) },
    invoicesSent: { amount: summary.sent, change: change(summary.sent, before.sent) },
    totalInvoices: summary.total,
    successRate: { amount: summary.successRate, change: change(summary.successRate, before.successRate) },
    averageValue: { amount: summary.average, change: change(summary.average, before.average) },
    averageInvoiceValue: summary.average,
    revenueTrends: trendsOf(payments.now, invoices.now, today, months),
    paymentMethods: methods,
    typedIn: typedInOf(payments.now),
    invoiceStatus: {
      paid: statuses.paid,
      overdue: statuses.overdue,
      pending: summary.total - settled - statuses.overdue,
      total: summary.total,
      statuses,
    },
    topCustomers: best,
    quotes,
    expected,
  };
}

const splitAt = <R extends { month: CalendarDate }>(rows: R[], start: CalendarDate) => ({
  now: rows.filter((row) => row.month >= start),
  before: rows.filter((row) => row.month < start),
});

// One that was never listed is the walk-in customer before any money came.
async function customerCounts(db: Db, businessId: string, now: Date) {
  const [start, earlier] = [plusMs(now, -SPAN_DAYS * DAY_MS), plusMs(now, -2 * SPAN_DAYS * DAY_MS)];
  const { rows } = await sql<{ active: number; total: number; recent: number; before: number }>`
    select count(*) filter (where is_active) as active, count(*) as total, count(*) filter (where created_at > ${start}) as recent,
      count(*) filter (where created_at > ${earlier} and created_at <= ${start}) as before
    from customers where business_id = ${businessId} and (is_active or updated_at > created_at)`.execute(db);
  return singleRow(rows);
}

// First days of the last 30 days and of the 30 before.
const spansOf = (today: CalendarDate) => ({
  start: addDays(today, 1 - SPAN_DAYS),
  earlier: addDays(today, 1 - 2 * SPAN_DAYS),
});

async function receivedFigures(db: Db, { businessId, currency }: BusinessCurrency, today: CalendarDate) {
  const { start, earlier } = spansOf(today);
  const { rows } = await sql<{
    all: Minor;
    typedIn: Minor;
    recent: Minor;
    before: Minor;
    recentCount: number;
    beforeCount: number;
  }>`
    select ${sum(sql`amount_minor`)} as "all",
      ${sum(sql`case when method like 'hand:%' then amount_minor end`)} as "typedIn",
      ${sum(sql`case when day >= ${start} then amount_minor end`)} as recent,
      ${sum(sql`case when day >= ${earlier} and day < ${start} then amount_minor end`)} as before,
      ${sum(sql`case when day >= ${start} then payments end`)} as "recentCount",
      ${sum(sql`case when day >= ${earlier} and day < ${start} then payments end`)} as "beforeCount"
    from payment_days where business_id = ${businessId} and currency = ${currency} and status = 'completed'`.execute(
    db,
  );
  return singleRow(rows);
}

async function issuedFigures(db: Db, { businessId, currency }: BusinessCurrency, today: CalendarDate) {
  const { start, earlier } = spansOf(today);
  const { rows } = await sql<{ recent: number; before: number; recentOwed: Minor; beforeOwed: Minor }>`
    select ${sum(sql`case when day >= ${start} then issued end`)} as recent,
      ${sum(sql`case when day < ${start} then issued end`)} as before,
      ${sum(sql`case when day >= ${start} then unpaid_minor end`)} as "recentOwed",
      ${sum(sql`case when day < ${start} then unpaid_minor end`)} as "beforeOwed"
    from invoice_days where business_id = ${businessId} and currency = ${currency} and day >= ${earlier}`.execute(
    db,
  );
  return singleRow(rows);
}

async function paymentsByMonth(
  db: Db,
  { businessId, currency }: BusinessCurrency,
  since: CalendarDate,
): Promise<MonthPayments[]> {
  const { rows } = await sql<MonthPayments>`
    select date_trunc('month', day)::date as month, method, ${sum(sql`amount_minor`)} as amount
    from payment_days where business_id = ${businessId} and currency = ${currency} and status = 'completed' and day >= ${since}
    group by 1, 2`.execute(db);
  return rows;
}

async function invoicesByMonth(
  db: Db,
  owner: BusinessCurrency,
  since: CalendarDate,
  today: CalendarDate,
): Promise<MonthInvoices[]> {
  const { rows } = await sql<MonthInvoices>`
    select month, status, ${sum(sql`invoices`)} as invoices, ${sum(sql`total`)} as total
    from (${displayStatusRows(owner, today)}) as those where month >= ${since} group by 1, 2`.execute(db);
  return rows;
}

async function topCustomers(db: Db, { businessId, currency }: BusinessCurrency) {
  const rows = await db
    .selectFrom('customer_figures as f')
    .innerJoin('customers as c', (join) =>
      join.onRef('c.business_id', '=', 'f.business_id').onRef('c.id', '=', 'f.customer_id'),
    )
    .select(['c.id', 'c.name', 'f.received_minor', 'f.invoiced_minor', 'f.invoices'])
    .where('f.business_id', '=', businessId)
    .where('f.currency', '=', currency)
    .where('f.received_minor', '>', sql<Minor>`0`)
    .orderBy('f.received_minor', 'desc')
    .orderBy('c.id')
    .limit(TOP_CUSTOMERS)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    _id: row.id,
    customerName: row.name,
    totalPaid: row.received_minor,
    invoiceCount: row.invoices,
    averageInvoiceValue: average(row.invoiced_minor, row.invoices),
  }));
}

async function expectedMoney(db: Db, owner: BusinessCurrency, today: CalendarDate) {
  const monday = weekStart(today);
  const { rows } = await sql<{ place: number; owed: Minor }>`
    select case when due < ${today} then -1 when due = ${sql.lit(UNDATED)}::date then ${sql.lit(WEEKS_AHEAD + 1)}
        else least((due - ${monday}::date) / 7, ${sql.lit(WEEKS_AHEAD)}) end as place, ${sum(sql`owed`)} as owed
    from (${owedByDay(owner)}) as days group by 1`.execute(db);
  const owed = new Map(rows.map((row) => [row.place, row.owed]));
  const at = (place: number) => owed.get(place) ?? ZERO;
  return {
    overdue: at(-1),
    weeks: Array.from({ length: WEEKS_AHEAD }, (_, week) => ({
      from: addDays(monday, 7 * week),
      amount: at(week),
    })),
    later: at(WEEKS_AHEAD),
    undated: at(WEEKS_AHEAD + 1),
  };
}

function singleRow<R>(rows: readonly R[]): R {
  const [row] = rows;
  if (!row) throw new Error('a sum without groups has one row');
  return row;
}
