import { sql } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';

const BATCH_SIZE = 500;
/** Days on which what an outage kept back still goes. */
const CATCH_UP_DAYS = 2;

/** A customer whose statement is to go by itself, with the first and the last day of its month. */
export type DueStatement = {
  businessId: string;
  customerId: string;
  currency: Currency;
  from: CalendarDate;
  to: CalendarDate;
};

/**
 * Customers without the statement of last month, from 8:00 on the day their business chose: those who owe something, or who were
 * sent an invoice or paid in that month. None goes to whom writes no email, or wants no reminders.
 */
export async function dueStatements(db: Db, now: Date): Promise<DueStatement[]> {
  const { rows } = await sql<DueStatement>`
    select b.business_id as "businessId", c.id as "customerId", f.currency, month.start as "from", month.last as "to"
    from business_profiles b
      join users u on u.business_id = b.business_id and u.deletion_due_at is null
      cross join lateral (select ${now}::timestamptz at time zone b.time_zone as at) clock
      cross join lateral (select (date_trunc('month', clock.at) - interval '1 month')::date as start,
        (date_trunc('month', clock.at) - interval '1 day')::date as last) month
      join customer_figures f on f.business_id = b.business_id
      join customers c on c.business_id = f.business_id and c.id = f.customer_id
    where extract(day from clock.at) between b.statement_day and b.statement_day + ${sql.lit(CATCH_UP_DAYS)}
      and extract(hour from clock.at) between 8 and 19
      and c.is_active and c.email <> '' and not c.reminders_off
      and (f.owed_minor > 0 or (f.last_paid_at at time zone b.time_zone)::date >= month.start
        or exists (select 1 from invoices i where i.business_id = c.business_id and i.customer_id = c.id and i.currency = f.currency
          and i.deleted_at is null and i.sent_at is not null and i.issue_date between month.start and month.last))
      and not exists (select 1 from message_stops s
        where s.business_id in ('', b.business_id) and s.channel = 'email' and s.address = c.email)
      and not exists (select 1 from messages m where m.key = 'statement:' || c.id || ':' || f.currency || ':monthly:' || month.start)
    order by b.business_id, c.id limit ${sql.lit(BATCH_SIZE)}`.execute(db);
  return [...rows];
}
