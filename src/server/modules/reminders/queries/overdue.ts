import { sql } from 'kysely';
import { addDays, dateIn } from '#core/dates.ts';
import type { Db, Tx } from '#server/kernel/db.ts';

/** After a longer stop of the service old news are left alone. */
const LOOKBACK_DAYS = 7;
/** So many in one pass; the rest is for the next minute. */
const MOST = 20_000;

/** Invoices past their due date, in their business's zone, whose owner was not notified since they went; oldest first. */
export async function newlyOverdue(
  db: Db | Tx,
  now: Date,
): Promise<{ businessId: string; invoiceId: string }[]> {
  const today = dateIn(now, 'UTC');
  // The two dates let the index find them; the zone of each business then decides the day.
  const { rows } = await sql<{ businessId: string; invoiceId: string }>`
    select i.business_id as "businessId", i.id as "invoiceId"
    from invoices i join business_profiles b on b.business_id = i.business_id
    where i.deleted_at is null and i.state = 'active' and i.paid_at is null and i.sent_at is not null
      and i.due_date >= ${addDays(today, -LOOKBACK_DAYS)} and i.due_date <= ${today}
      and i.due_date < (${now}::timestamptz at time zone b.time_zone)::date
      and not exists (select 1 from overdue_notices n where n.business_id = i.business_id and n.invoice_id = i.id
        and n.noticed_at >= i.sent_at and (i.schedule is null or n.noticed_at >= i.due_date))
    order by i.due_date, i.id limit ${MOST}`.execute(db);
  return [...rows];
}
