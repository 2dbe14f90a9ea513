import type { Db, Tx } from '#server/kernel/db.ts';
import type { Which } from './situation.ts';

/** How a step went, or is about to. */
export type Sending = { channel: 'email' | 'whatsapp'; sender: 'hand' | 'tap' | 'ladder'; address: string };

/** How a step of the dunning schedule was sent; null when it was not. */
export async function sendingOf(db: Db | Tx, which: Which & { step: string }): Promise<Sending | null> {
  const row = await db
    .selectFrom('reminders')
    .select(['channel', 'sender', 'address'])
    .where('business_id', '=', which.businessId)
    .where('invoice_id', '=', which.invoiceId)
    .where('step', '=', which.step)
    .executeTakeFirst();
  return row ?? null;
}
