import { sql } from 'kysely';
import type { AccountOwner, SystemCtx } from '#server/kernel/scope.ts';

/** Keeps invoices with the name of the customer, for a tax office; unpaid ones can no longer be paid. */
export async function eraseInvoices(
  { tx, now }: SystemCtx,
  { business_id: businessId }: AccountOwner,
): Promise<void> {
  await sql`update invoices set state = 'cancelled' where business_id = ${businessId} and state = 'awaiting_payment'`.execute(
    tx,
  );
  await sql`update invoices set deleted_at = ${now}
    where business_id = ${businessId} and deleted_at is null and state = 'active' and paid_at is null`.execute(
    tx,
  );
  await sql`update invoices set customer_email = customer_id || '@erased.invalid', pay_to = null where business_id = ${businessId}`.execute(
    tx,
  );
  await sql`update reminders set address = '' where business_id = ${businessId}`.execute(tx);
}
