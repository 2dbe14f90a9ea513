import type { Db } from '#server/kernel/db.ts';
import { openCondition } from '#server/modules/invoices/queries/status-filter.ts';
import { type AskedInvoice, askedForEach } from '#server/modules/invoices/queries/withholding.ts';
import type { StoredInvoice } from '#server/modules/invoices/rules/invoice.ts';
import { sql } from 'kysely';
import type { CustomerOf } from './links.ts';

export type Payable = AskedInvoice<StoredInvoice>;

/** Those of a customer's invoices, by their pay pages, that something is asked for at an instant, the one due first before the others. */
export async function payableOf(
  db: Db,
  { businessId, customerId }: CustomerOf,
  publicIds: readonly string[],
  at: Date,
): Promise<Payable[]> {
  if (publicIds.length === 0) return [];
  const invoices = await db
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('customer_id', '=', customerId)
    .where('public_id', 'in', publicIds)
    .where('state', '=', 'active')
    .where('deleted_at', 'is', null)
    .where(sql<boolean>`${openCondition}`)
    .orderBy('due_date')
    .orderBy('number')
    .execute();
  return (await askedForEach(db, invoices, at)).filter(({ amount }) => amount > 0);
}
