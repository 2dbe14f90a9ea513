import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { InvoiceKey } from './dunning-context.ts';

/** So many in one pass; the rest is for the next minute. */
const MOST = 20_000;

/** Invoices whose dunning schedule is due, longest waiting first. */
export async function dueReminders(db: Db | Tx, now: Date): Promise<InvoiceKey[]> {
  const { rows } = await sql<InvoiceKey>`
    select i.business_id as "businessId", i.id as "invoiceId" from invoices i
    where i.deleted_at is null and i.state = 'active' and i.paid_at is null and i.sent_at is not null
      and i.remind_at <= ${now}
    order by i.remind_at, i.business_id, i.id limit ${MOST}`.execute(db);
  return [...rows];
}
