import { type CalendarDate, dateIn } from '#core/dates.ts';
import type { Db } from '#server/kernel/db.ts';
import type { StoredInvoice } from '../table.ts';

/** The last day an invoice's customer was reminded of it; null for none. */
export async function lastRemindedOn(
  db: Db,
  { business_id: businessId, id }: Pick<StoredInvoice, 'business_id' | 'id'>,
  zone: string,
): Promise<CalendarDate | null> {
  const { at } = await db
    .selectFrom('reminders')
    .select(({ fn }) => fn.max('sent_at').as('at'))
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow();
  return at && dateIn(at, zone);
}
