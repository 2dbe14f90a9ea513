import { sql } from 'kysely';
import type { AccountOwner, SystemCtx } from '#server/kernel/scope.ts';

/** Erases a business's customers; of those on invoices and payments the name stays. */
export async function eraseCustomers(
  { tx }: SystemCtx,
  { business_id: businessId }: AccountOwner,
): Promise<void> {
  await sql`delete from customers c where business_id = ${businessId}
    and not exists (select 1 from invoices i where i.business_id = c.business_id and i.customer_id = c.id)
    and not exists (select 1 from payments p where p.business_id = c.business_id and p.customer_id = c.id)`.execute(
    tx,
  );
  await sql`update customers set email = id || '@erased.invalid', phone = null, notes = '', is_active = false where business_id = ${businessId}`.execute(
    tx,
  );
}
