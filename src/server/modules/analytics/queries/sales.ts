import { type Expression, sql } from 'kysely';
import { addDays, type CalendarDate, monthStart } from '#core/dates.ts';
import { type Currency, MAX_SUM, type Minor } from '#core/money.ts';
import { overdueOf } from '#server/database/owed-parts.ts';
import type { Db } from '#server/kernel/db.ts';

/** Business and currency of the figures; currencies are never added together. */
export type BusinessCurrency = { businessId: string; currency: Currency };

/** Calendar dates, both ends included. */
export type Period = { from: CalendarDate; to: CalendarDate };

/** Customer ids; null means everybody, unmatched payments included. */
export type CustomerFilter = readonly string[] | null;

/** `typedIn`: of what was received, what the owner typed in. */
export type Received = { received: Minor; typedIn: Minor; payments: number };

/** Of the invoices issued in a period: what is still owed, on how many not even sent, and how much is past its date. */
export type Issued = {
  issued: number;
  invoiced: Minor;
  open: Minor;
  unsent: Minor;
  unsentCount: number;
  overdue: Minor;
  overdueCount: number;
};

// Net of refunds and of fees the payer bore, as the daily aggregates count it.
const netAmount = sql`received_of(p)`;
const sum = (value: Expression<unknown>) =>
  sql`least(coalesce(sum(${value}), 0), ${sql.lit(MAX_SUM)})::bigint`;

/** Completed payments of a period, by the day money came in; those given back are not among them. */
export async function receivedIn(
  db: Db,
  owner: BusinessCurrency,
  period: Period,
  customerIds: CustomerFilter,
): Promise<Received> {
  const days = receivedByDay(owner, period, customerIds);
  const { rows } = await sql<Received>`
    select ${sum(sql`amount`)} as received, ${sum(sql`typed`)} as "typedIn", ${sum(sql`payments`)} as payments from (${days}) as days`.execute(
    db,
  );
  return rows[0] ?? fail();
}

/** The day or the week (its Monday) on which most came in. */
export async function bestPeriod(
  db: Db,
  owner: BusinessCurrency,
  period: Period,
  customerIds: CustomerFilter,
  unit: 'day' | 'week',
) {
  const days = receivedByDay(owner, period, customerIds);
  const { rows } = await sql<{ from: CalendarDate; amount: Minor }>`
    select date_trunc(${sql.lit(unit)}, day)::date as "from", ${sum(sql`amount`)} as amount from (${days}) as days
    group by 1 having sum(amount) > 0 order by 2 desc, 1 limit 1`.execute(db);
  return rows[0] ?? null;
}

/** The last day money came in up to `until`; null when none ever did. */
export async function lastSale(
  db: Db,
  owner: BusinessCurrency,
  until: CalendarDate,
  customerIds: CustomerFilter,
) {
  const days = receivedByDay(owner, { from: '0001-01-01', to: until }, customerIds);
  const { rows } = await sql<{ day: CalendarDate | null }>`
    select max(day) as day from (${days}) as days where payments > 0`.execute(db);
  return rows[0]?.day ?? null;
}

/** Top customers by amount paid, in a period or of all time. */
export async function bestCustomers(db: Db, owner: BusinessCurrency, period: Period | null, limit: number) {
  const { businessId, currency } = owner;
  const within = period ? sql`and p.day between ${period.from} and ${period.to}` : sql``;
  const { rows } = await sql<{ id: string; name: string; amount: Minor; payments: number }>`
    select c.id, c.name, ${sum(netAmount)} as amount, count(*) as payments
    from payments p join customers c on c.business_id = p.business_id and c.id = p.customer_id
    where p.business_id = ${businessId} and p.currency = ${currency} and p.status = 'completed' ${within}
    group by c.id, c.name having sum(${netAmount}) > 0 order by 3 desc, c.id limit ${limit}`.execute(db);
  return rows;
}

/** Invoices of a period by date of issue. */
export async function issuedIn(
  db: Db,
  { businessId, currency }: BusinessCurrency,
  { from, to }: Period,
  customerIds: CustomerFilter,
  today: CalendarDate,
): Promise<Issued> {
  const customerCondition = customerIds ? sql`and customer_id in (${ids(customerIds)})` : sql``;
  const open = sql`paid_at is null`;
  const late = sql`${open} and sent_at is not null and due_date < ${today}`;
  const balance = sql`balance_minor`;
  const { rows } = await sql<Issued>`
    select count(*) as issued, ${sum(sql`total_minor`)} as invoiced,
      ${sum(sql`case when ${open} then ${balance} end`)} as open,
      ${sum(sql`case when ${open} and sent_at is null then ${balance} end`)} as unsent,
      count(*) filter (where ${open} and sent_at is null) as "unsentCount",
      ${sum(sql`case when ${late} then ${overdueOf(today)} end`)} as overdue,
      count(*) filter (where ${late}) as "overdueCount"
    from invoices where business_id = ${businessId} and currency = ${currency} and deleted_at is null
      and state = 'active' and issue_date between ${from} and ${to} ${customerCondition}`.execute(db);
  return rows[0] ?? fail();
}

/**
 * The money of each whole month before today's, oldest first, from the first in which any came in; a month without any is
 * zero. At most `maxMonths`.
 */
export async function receivedByMonth(
  db: Db,
  owner: BusinessCurrency,
  today: CalendarDate,
  maxMonths: number,
): Promise<Minor[]> {
  const { businessId, currency } = owner;
  const end = addDays(monthStart(today), -1);
  const earliest = monthStart(today, -maxMonths);
  const { rows } = await sql<{ amount: Minor }>`
    with sold as (
      select date_trunc('month', day)::date as month, ${sum(sql`amount_minor`)} as amount from payment_days
      where business_id = ${businessId} and currency = ${currency} and status = 'completed' and payments > 0 and day <= ${end}
      group by 1)
    select coalesce(sold.amount, 0)::bigint as amount
    from generate_series(greatest((select min(month) from sold), ${earliest}::date)::timestamp, ${end}::timestamp, interval '1 month') as m (month)
    left join sold on sold.month = m.month::date where exists (select from sold) order by m.month`.execute(
    db,
  );
  return rows.map(({ amount }) => amount);
}

// For all customers, read from the daily aggregates, so that the cost does not grow with the records.
function receivedByDay(
  { businessId, currency }: BusinessCurrency,
  { from, to }: Period,
  customerIds: CustomerFilter,
) {
  if (!customerIds)
    return sql`select day, sum(payments) as payments, sum(amount_minor) as amount,
        sum(amount_minor) filter (where method like 'hand:%') as typed from payment_days
      where business_id = ${businessId} and currency = ${currency} and status = 'completed' and day between ${from} and ${to}
      group by day`;
  return sql`select day, count(*) as payments, sum(${netAmount}) as amount, sum(${netAmount}) filter (where evidence = 'hand') as typed from payments p
    where business_id = ${businessId} and currency = ${currency} and status = 'completed' and day between ${from} and ${to}
      and customer_id in (${ids(customerIds)}) group by day`;
}

const ids = (some: readonly string[]) => sql.join(some.length > 0 ? some : ['']);

function fail(): never {
  throw new Error('a sum without groups has one row');
}
