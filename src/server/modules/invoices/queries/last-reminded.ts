import { type CalendarDate, dateIn } from '#core/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import type { StoredInvoice } from '../table.ts';

/** The last day an invoice's customer was reminded of it, or opened their own page, which lists it, while that is open; null for none. */
export async function lastRemindedOn(
  db: Db,
  { business_id: businessId, id, customer_id: customerId }: StoredInvoice,
  { now, zone }: { now: Date; zone: string },
): Promise<CalendarDate | null> {
  const { reminded, opened } = await db
    .selectNoFrom(({ selectFrom }) => [
      selectFrom('reminders')
        .select(({ fn }) => fn.max('sent_at').as('at'))
        .where('business_id', '=', businessId)
        .where('invoice_id', '=', id)
        .as('reminded'),
      selectFrom('portal_sessions')
        .select(({ fn }) => fn.max('created_at').as('at'))
        .where('business_id', '=', businessId)
        .where('customer_id', '=', customerId)
        .where('expires_at', '>', now)
        .as('opened'),
    ])
    .executeTakeFirstOrThrow();
  const days = [reminded, opened].flatMap((at) => (at ? dateIn(at, zone) : []));
  return days.sort().at(-1) ?? null;
}
