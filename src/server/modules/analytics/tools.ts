import { type Expression, sql } from 'kysely';
import { addDays, type CalendarDate, monthStart } from '#core/dates.ts';
import { type Currency, MAX_SUM, type Minor } from '#core/money.ts';
import type { Db } from '#server/db.ts';

/** Whose figures, and in which currency; the two are never added together. */
export type Whose = { businessId: string; currency: Currency };

/** Calendar dates, both ends included. */
export type Period = { from: CalendarDate; to: CalendarDate };

/** The sales of a period. Received is by the day money came in, invoiced by the date of issue. */
export type Sales = {
  received: Minor;
  payments: number;
  issued: number;
  invoiced: Minor;
  /** Of the invoices issued in the period: what is still owed, and how much of that is past its date. */
  open: Minor;
  overdue: Minor;
  overdueCount: number;
  bestDay: { day: CalendarDate; amount: Minor } | null;
  bestCustomers: { name: string; amount: Minor }[];
};

const BEST_CUSTOMERS = 3;
const sum = (value: Expression<unknown>) =>
  sql`least(coalesce(sum(${value}), 0), ${sql.lit(MAX_SUM)})::bigint`;

/** What was sold and received in a period. */
export async function salesBetween(
  db: Db,
  whose: Whose,
  period: Period,
  today: CalendarDate,
): Promise<Sales> {
  const days = await receivedByDay(db, whose, period);
  const best = days.reduce<(typeof days)[number] | null>(
    (top, day) => (top === null || day.amount > top.amount ? day : top),
    null,
  );
  return {
    ...(await receivedIn(db, whose, period)),
    ...(await issuedIn(db, whose, period, today)),
    bestDay: best && { day: best.day, amount: best.amount },
    bestCustomers: await bestCustomers(db, whose, period),
  };
}

/** The money received in a period, refunds taken off, and in how many payments. */
export async function receivedIn(db: Db, { businessId, currency }: Whose, { from, to }: Period) {
  const { rows } = await sql<{ received: Minor; payments: number }>`
    select ${sum(sql`amount_minor`)} as received, ${sum(sql`payments`)} as payments from payment_days
    where business_id = ${businessId} and currency = ${currency} and status = 'completed'
      and day between ${from} and ${to}`.execute(db);
  return rows[0] ?? fail();
}

/** The money received in each whole month before today's, oldest first, from the first month with any. */
export async function receivedByMonth(db: Db, { businessId, currency }: Whose, today: CalendarDate) {
  const end = addDays(monthStart(today), -1);
  const { rows } = await sql<{ month: CalendarDate; amount: Minor }>`
    select date_trunc('month', day)::date as month, ${sum(sql`amount_minor`)} as amount from payment_days
    where business_id = ${businessId} and currency = ${currency} and status = 'completed' and day <= ${end}
    group by 1 order by 1`.execute(db);
  return rows;
}

/** What customers owe on invoices that were sent. */
export async function outstanding(db: Db, { businessId, currency }: Whose, today: CalendarDate) {
  const { rows } = await sql<{ owed: Minor; invoices: number; overdue: Minor; overdueInvoices: number }>`
    select ${sum(sql`total_minor - paid_minor`)} as owed, ${sum(sql`invoices`)} as invoices,
      ${sum(sql`case when due_date < ${today} then total_minor - paid_minor end`)} as overdue,
      ${sum(sql`case when due_date < ${today} then invoices end`)} as "overdueInvoices"
    from invoice_figures where business_id = ${businessId} and currency = ${currency} and state = 'open'`.execute(
    db,
  );
  return rows[0] ?? fail();
}

/** The last day on which money came in; null when none ever did. */
export async function lastSale(db: Db, { businessId, currency }: Whose): Promise<CalendarDate | null> {
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select max(day) as day from payment_days
    where business_id = ${businessId} and currency = ${currency} and status = 'completed' and payments > 0`.execute(
    db,
  );
  return rows[0]?.day ?? null;
}

/** Who paid most in a period. */
export async function bestCustomers(
  db: Db,
  { businessId, currency }: Whose,
  { from, to }: Period,
  limit: number = BEST_CUSTOMERS,
) {
  const { rows } = await sql<{ name: string; amount: Minor }>`
    select c.name, ${sum(sql`p.amount_minor`)} as amount
    from payments p join customers c on c.business_id = p.business_id and c.id = p.customer_id
    where p.business_id = ${businessId} and p.currency = ${currency} and p.status = 'completed'
      and p.day between ${from} and ${to}
    group by c.id, c.name order by 2 desc, c.id limit ${limit}`.execute(db);
  return rows;
}

async function receivedByDay(db: Db, { businessId, currency }: Whose, { from, to }: Period) {
  const { rows } = await sql<{ day: CalendarDate; amount: Minor }>`
    select day, ${sum(sql`amount_minor`)} as amount from payment_days
    where business_id = ${businessId} and currency = ${currency} and status = 'completed' and payments > 0
      and day between ${from} and ${to}
    group by day order by day`.execute(db);
  return rows;
}

async function issuedIn(db: Db, { businessId, currency }: Whose, { from, to }: Period, today: CalendarDate) {
  const { rows } = await sql<{
    issued: number;
    invoiced: Minor;
    open: Minor;
    overdue: Minor;
    overdueCount: number;
  }>`
    select count(*) as issued, ${sum(sql`total_minor`)} as invoiced,
      ${sum(sql`case when sent_at is not null then total_minor - paid_minor end`)} as open,
      ${sum(sql`case when sent_at is not null and due_date < ${today} then total_minor - paid_minor end`)} as overdue,
      count(*) filter (where sent_at is not null and paid_at is null and due_date < ${today}) as "overdueCount"
    from invoices where business_id = ${businessId} and currency = ${currency} and deleted_at is null
      and issue_date between ${from} and ${to}`.execute(db);
  return rows[0] ?? fail();
}

function fail(): never {
  throw new Error('a sum without groups has one row');
}
