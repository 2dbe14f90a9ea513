import type { Db, Tx } from '#server/kernel/db.ts';
import type { Invoice } from '../table.ts';

/** An invoice as a payer sees it: a pending POS sale is open, although marked as deleted. */
export async function asPayable<I extends Invoice>(db: Db | Tx, invoice: I): Promise<I> {
  if (!invoice.deleted_at) return invoice;
  const waiting = await db
    .selectFrom('counter_sales')
    .select('invoice_id')
    .where('business_id', '=', invoice.business_id)
    .where('invoice_id', '=', invoice.id)
    .where('waits_until', 'is not', null)
    .executeTakeFirst();
  return waiting ? { ...invoice, deleted_at: null } : invoice;
}

/** How many sales of a business wait for their money. */
export async function countPendingSales(db: Db | Tx, businessId: string): Promise<number> {
  const { count } = await db
    .selectFrom('counter_sales')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .where('waits_until', 'is not', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Public id of the sale already created with this idempotency key, or null. */
export async function saleByIdempotencyKey(
  db: Db | Tx,
  businessId: string,
  key: string,
): Promise<string | null> {
  const row = await db
    .selectFrom('counter_sales as s')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 's.business_id').onRef('i.id', '=', 's.invoice_id'),
    )
    .select('i.public_id')
    .where('s.business_id', '=', businessId)
    .where('s.mark', '=', key)
    .executeTakeFirst();
  return row?.public_id ?? null;
}
