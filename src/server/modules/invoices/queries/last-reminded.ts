import { type CalendarDate, dateIn } from '#core/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import type { StoredInvoice } from '../table.ts';

/** The last day an invoice's customer was reminded of it, or opened their own page, which lists it, while that is open; null for none. */
export async function lastRemindedOn(
  db: Db,
  { business_id: businessId, id, customer_id: customerId }: StoredInvoice,
  { now, zone }: { now: Date; zone: string },
): Promise<CalendarDate | null> {
  const { at } = await db
    .selectFrom('reminders')
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow();
  const opened = await db
    .selectFrom('portal_sessions')
    .select('created_at as at')
    .where('business_id', '=', businessId)
    .where('customer_id', '=', customerId)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  const days = [at, opened?.at].flatMap((each) => (each ? dateIn(each, zone) : []));
  return days.sort().at(-1) ?? null;
}
