import type { Db, Tx } from '#server/kernel/db.ts';
import type { InvoiceKey } from './dunning-context.ts';

/** How a step went, or is about to. */
export type Sending = { channel: 'email' | 'whatsapp'; sender: 'hand' | 'tap' | 'ladder'; address: string };

/** How a step of the dunning schedule was sent; null when it was not. */
export async function sendingOf(db: Db | Tx, key: InvoiceKey & { step: string }): Promise<Sending | null> {
  const row = await db
    .selectFrom('reminders')
    .select(['channel', 'sender', 'address'])
    .where('business_id', '=', key.businessId)
    .where('invoice_id', '=', key.invoiceId)
    .where('step', '=', key.step)
    .executeTakeFirst();
  return row ?? null;
}
