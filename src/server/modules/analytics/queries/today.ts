import { sql } from 'kysely';
import type * as z from 'zod/mini';
import type { todayFigures } from '#contract/today.ts';
import { type CalendarDate, dateIn, daysBetween, plusMs, UNDATED } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { displayStatuses } from '#core/invoice/display-status.ts';
import { type Currency, MAX_SUM, type Minor, otherCurrency, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { type Db, together } from '#server/kernel/db.ts';
import { type Scope, todayOf } from '#server/kernel/scope.ts';
import { displayStatusCounts, unpaidOf } from '#server/modules/invoices/queries/status-counts.ts';
import { overdueSum } from '#server/modules/invoices/queries/owed-by-day.ts';
import { activeInvoices, hasStatus } from '#server/modules/invoices/queries/status-filter.ts';
import { balances } from '#server/modules/ledger/queries.ts';
import { duePromises } from '#server/modules/reminders/queries/promises.ts';

type BusinessCurrency = { businessId: string; currency: Currency };
type Today = z.output<typeof todayFigures>;

const OLDEST_SHOWN = 3;
const LATEST_SHOWN = 3;
const MAX_DAYS_BACK = 30;

/** Money that came in since a time (the last day by default), who owes and since when, and promises whose day has come. */
export async function todayPage(
  { db, actor, now }: Pick<Scope, 'db' | 'actor' | 'now'>,
  currency: Currency,
  since: Date | undefined,
): Promise<Today> {
  const owner = { businessId: actor.businessId, currency };
  const [zone, day] = [actor.timeZone, todayOf({ actor, now })];
  const [counts, received, oldest, promises, overdue, elsewhere] = await together(db, (one) =>
    Promise.all([
      displayStatusCounts(one, owner, day),
      receivedSince(one, owner, sinceOf(since, now)),
      oldestUnpaid(one, owner, { day, zone }),
      duePromises(one, owner, { zone, now }),
      overdueSum(one, owner, day),
      inOtherCurrency(one, owner),
    ]),
  );
  const unpaid = unpaidOf(counts);
  return {
    currency,
    received,
    statuses: recordOf(displayStatuses, (status) => counts[status].invoices),
    unpaid: { invoices: unpaid.invoices, amount: unpaid.owed },
    overdue: { invoices: counts.overdue.invoices, amount: overdue },
    notSent: { invoices: counts.pending.invoices, amount: counts.pending.owed },
    oldest,
    elsewhere,
    promises: promises.map(({ promise, invoice }) => ({
      id: promise.id,
      _id: promise.id,
      invoiceId: promise.invoice_id,
      invoiceNumber: invoice.number,
      customerName: invoice.customerName,
      amount: promise.amount_minor,
      day: promise.promised_for,
    })),
  };
}

/** A browser's clock may be wrong: what lies ahead is taken as not said. */
function sinceOf(since: Date | undefined, now: Date): Date {
  if (!since || since > now) return plusMs(now, -DAY_MS);
  const earliest = plusMs(now, -MAX_DAYS_BACK * DAY_MS);
  return since < earliest ? earliest : since;
}

async function inOtherCurrency(
  db: Db,
  { businessId, currency }: BusinessCurrency,
): Promise<Today['elsewhere']> {
  const other = otherCurrency(currency);
  const { available } = await balances(db, businessId, other);
  const { rows } = await sql<Today['unpaid']>`
    select coalesce(sum(invoices), 0)::bigint as invoices, least(coalesce(sum(balance_minor), 0), ${sql.lit(MAX_SUM)})::bigint as amount
    from invoice_figures where business_id = ${businessId} and currency = ${other} and state = 'open'`.execute(
    db,
  );
  const unpaid = rows[0] ?? { invoices: 0, amount: ZERO };
  return unpaid.invoices > 0 || available > 0 ? { currency: other, unpaid, available } : null;
}

type Received = Today['received'];

async function receivedSince(
  db: Db,
  { businessId, currency }: BusinessCurrency,
  since: Date,
): Promise<Received> {
  const { rows } = await sql<{
    id: string;
    customerName: string | null;
    amount: Minor;
    receivedAt: Date;
    payments: number;
    sum: Minor;
    typedIn: Minor;
  }>`
    select p.id, c.name as "customerName", received_of(p) as amount, p.completed_at as "receivedAt",
      count(*) over () as payments, least(sum(received_of(p)) over (), ${sql.lit(MAX_SUM)})::bigint as sum,
      least(coalesce(sum(received_of(p)) filter (where p.evidence = 'hand') over (), 0), ${sql.lit(MAX_SUM)})::bigint as "typedIn"
    from payments p left join customers c on c.business_id = p.business_id and c.id = p.customer_id
    where p.business_id = ${businessId} and p.currency = ${currency} and p.status = 'completed' and p.completed_at > ${since}
    order by p.completed_at desc, p.id limit ${sql.lit(LATEST_SHOWN)}`.execute(db);
  return {
    since,
    payments: rows[0]?.payments ?? 0,
    amount: rows[0]?.sum ?? ZERO,
    typedIn: rows[0]?.typedIn ?? ZERO,
    latest: rows.map(({ id, customerName, amount, receivedAt }) => ({
      id,
      _id: id,
      customerName,
      amount,
      receivedAt,
    })),
  };
}

type Clock = { day: CalendarDate; zone: string };

// A part nobody asked for yet is neither due nor reminded of.
async function oldestUnpaid(db: Db, owner: BusinessCurrency, { day, zone }: Clock): Promise<Today['oldest']> {
  const rows = await activeInvoices(db, owner)
    .where(hasStatus('unpaid', day))
    .where('due_date', '<', UNDATED)
    .select(['id', 'number', 'customer_name', 'due_date', 'balance_minor'])
    .select(
      sql<Date | null>`(select max(r.sent_at) from reminders r
        where r.business_id = invoices.business_id and r.invoice_id = invoices.id)`.as('reminded_at'),
    )
    .orderBy('due_date')
    .orderBy('id')
    .limit(OLDEST_SHOWN)
    .execute();
  return rows.map((row) => ({
    id: row.id,
    _id: row.id,
    invoiceNumber: row.number,
    customerName: row.customer_name,
    balance: row.balance_minor,
    dueDate: row.due_date,
    daysLate: daysBetween(row.due_date, day),
    remindedAt: row.reminded_at,
    remindedToday: row.reminded_at !== null && dateIn(row.reminded_at, zone) === day,
  }));
}
