import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import { type Currency, type Minor, minor } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { overdueSum } from '#server/modules/invoices/queries/owed-by-day.ts';
import { askedNow } from '#server/modules/invoices/rules/schedule.ts';
import type { Owed, Week } from '../rules/weekly-summary.ts';

const BATCH_SIZE = 200;
const ACTIVE_DAYS = 60;
const MAX_OPEN_INVOICES = 100;

/** A business whose summary is due, with the Monday it is named after. */
export type DueSummary = { businessId: string; monday: CalendarDate };

/**
 * Businesses without this week's summary: from 7:00 on Monday in the business's time zone, and all of Tuesday
 * to catch up after an outage. Only owners who want the email, were there in that week, and had a recent invoice.
 */
export async function dueSummaries(db: Db, now: Date): Promise<DueSummary[]> {
  const { rows } = await sql<DueSummary>`
    select b.business_id as "businessId", local.monday
    from business_profiles b
      join users u on u.business_id = b.business_id
      cross join lateral (select ${now}::timestamptz at time zone b.time_zone as at) clock
      cross join lateral (select date_trunc('week', clock.at)::date as monday) local
    where (extract(isodow from clock.at) = 1 and extract(hour from clock.at) >= 7 or extract(isodow from clock.at) = 2)
      and b.created_at < local.monday::timestamp at time zone b.time_zone
      and u.deletion_due_at is null
      and not exists (select 1 from notification_preferences p
        where p.business_id = b.business_id and p.event = 'weekly_summary' and not p.email)
      and not exists (select 1 from messages m
        where m.key = 'weekly:' || b.business_id || ':' || to_char(local.monday, 'YYYY-MM-DD'))
      and exists (select 1 from invoices i where i.business_id = b.business_id and i.deleted_at is null
        and i.state = 'active' and i.issue_date >= clock.at::date - ${sql.lit(ACTIVE_DAYS)})
    order by b.business_id limit ${sql.lit(BATCH_SIZE)}`.execute(db);
  return [...rows];
}

/** The currencies a business has invoices or payments in, the owner's own first. */
export async function currenciesOf(db: Db, businessId: string): Promise<Currency[]> {
  const { rows } = await sql<{ currency: Currency }>`
    select f.currency from (select currency from invoice_figures where business_id = ${businessId} and invoices > 0
      union select currency from payment_days where business_id = ${businessId} and payments > 0) f
    order by f.currency <> (select u.currency from users u where u.business_id = ${businessId}), f.currency`.execute(
    db,
  );
  return rows.map(({ currency }) => currency);
}

type BusinessCurrency = { businessId: string; currency: Currency };

/** Revenue of a week, open amounts today, and the top customer. */
export async function weekFigures(db: Db, owner: BusinessCurrency, week: Week, today: CalendarDate) {
  const { businessId, currency } = owner;
  const { rows: paymentTotals } = await sql<{ received: Minor; typedIn: Minor; payments: number }>`
    select coalesce(sum(amount_minor), 0)::bigint as received, coalesce(sum(payments), 0)::bigint as payments,
      coalesce(sum(amount_minor) filter (where method like 'hand:%'), 0)::bigint as "typedIn"
    from payment_days where business_id = ${businessId} and currency = ${currency} and status = 'completed'
      and day between ${week.from} and ${week.to}`.execute(db);
  const { rows: openTotals } = await sql<Record<'open' | 'openCount' | 'overdueCount', number>>`
    select coalesce(sum(balance_minor), 0)::bigint as open, coalesce(sum(invoices), 0)::bigint as "openCount",
      coalesce(sum(invoices) filter (where due_date < ${today}), 0)::bigint as "overdueCount"
    from invoice_figures where business_id = ${businessId} and currency = ${currency} and state = 'open'`.execute(
    db,
  );
  const { open = 0, openCount = 0, overdueCount = 0 } = openTotals[0] ?? {};
  return {
    currency,
    received: minor(paymentTotals[0]?.received ?? 0),
    typedIn: minor(paymentTotals[0]?.typedIn ?? 0),
    payments: paymentTotals[0]?.payments ?? 0,
    open: minor(open),
    openCount,
    overdue: await overdueSum(db, owner, today),
    overdueCount,
    best: await bestCustomer(db, owner, week),
  };
}

async function bestCustomer(db: Db, { businessId, currency }: BusinessCurrency, week: Week) {
  const { rows } = await sql<{ customerName: string; amount: Minor }>`
    select c.name as "customerName", sum(received_of(p))::bigint as amount
    from payments p join customers c on c.business_id = p.business_id and c.id = p.customer_id
    where p.business_id = ${businessId} and p.currency = ${currency} and p.status = 'completed'
      and p.day between ${week.from} and ${week.to}
    group by c.id, c.name having sum(received_of(p)) > 0
    order by 2 desc, c.id limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Open invoices due until a day, each with what is asked for now, in every currency; of very many the largest. */
export async function owedUntil(db: Db, businessId: string, until: CalendarDate): Promise<Owed[]> {
  const { rows } = await sql<Omit<Owed, 'balance'> & Parameters<typeof askedNow>[0]>`
    select customer_name as "customerName", number, currency, due_date as due, balance_minor, total_minor, schedule
    from invoices where business_id = ${businessId} and deleted_at is null and state = 'active'
      and paid_at is null and sent_at is not null and due_date <= ${until} order by balance_minor desc, id limit ${sql.lit(MAX_OPEN_INVOICES)}`.execute(
    db,
  );
  return rows.map(({ schedule, total_minor, balance_minor, ...row }) => ({
    ...row,
    balance: askedNow({ schedule, total_minor, balance_minor }, balance_minor),
  }));
}
