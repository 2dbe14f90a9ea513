import type { Currency } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import type { InvoiceState } from '../table.ts';

/** How many sales of a business await payment. */
export async function countPendingSales(db: Db | Tx, businessId: string): Promise<number> {
  const { count } = await db
    .selectFrom('invoices')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('business_id', '=', businessId)
    .where('state', '=', 'awaiting_payment')
    .executeTakeFirstOrThrow();
  return Number(count);
}

const stillOn: InvoiceState[] = ['active', 'awaiting_payment'];

const salesOf = (db: Db | Tx, businessId: string) =>
  db
    .selectFrom('counter_sales as s')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 's.business_id').onRef('i.id', '=', 's.invoice_id'),
    )
    .where('s.business_id', '=', businessId)
    .where('i.state', 'in', stillOn);

/** The public id of the sale a form has already made; null while it made none, or one that ended without money. */
export async function saleByIdempotencyKey(
  db: Db | Tx,
  businessId: string,
  key: string,
): Promise<string | null> {
  const row = await salesOf(db, businessId)
    .select('i.public_id')
    .where('s.mark', '=', key)
    .executeTakeFirst();
  return row?.public_id ?? null;
}

/** Whether an invoice is a sale at the counter that did not end without money. */
export async function isSale(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  invoiceId: string,
): Promise<boolean> {
  const row = await salesOf(db, businessId)
    .select('i.id')
    .where('i.currency', '=', currency)
    .where('i.id', '=', invoiceId)
    .executeTakeFirst();
  return row !== undefined;
}
