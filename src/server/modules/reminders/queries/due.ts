import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { InvoiceKey } from './dunning-context.ts';

const BATCH_SIZE = 500;

/** Keyset position of an invoice due for its schedule. */
export type DueReminder = InvoiceKey & { remindAt: string };

/** Invoices whose dunning schedule is due, longest waiting first, after a position. */
export async function dueReminders(
  db: Db | Tx,
  now: Date,
  after: DueReminder | null,
): Promise<DueReminder[]> {
  const onwards = after
    ? sql`and (i.remind_at, i.business_id, i.id) > (${after.remindAt}::timestamptz, ${after.businessId}, ${after.invoiceId})`
    : sql``;
  // As text: a `Date` would lose what the database keeps below a millisecond.
  const { rows } = await sql<DueReminder>`
    select i.business_id as "businessId", i.id as "invoiceId", i.remind_at::text as "remindAt" from invoices i
    where i.deleted_at is null and i.state = 'active' and i.paid_at is null and i.sent_at is not null
      and i.remind_at <= ${now} ${onwards}
    order by i.remind_at, i.business_id, i.id limit ${BATCH_SIZE}`.execute(db);
  return [...rows];
}
