import { sql } from 'kysely';
import type { AccountOwner, SystemCtx } from '#server/kernel/scope.ts';

/** Keeps accepted quotes with the name of the customer, as their invoices; what only waited is withdrawn. */
export async function eraseQuotes(
  { tx }: SystemCtx,
  { business_id: businessId }: AccountOwner,
): Promise<void> {
  await sql`update quotes set state = 'withdrawn' where business_id = ${businessId} and state in ('draft', 'sent')`.execute(
    tx,
  );
  await sql`update quotes set customer_email = customer_id || '@erased.invalid' where business_id = ${businessId}`.execute(
    tx,
  );
  await sql`update quote_acceptances set address = '', browser = '' where business_id = ${businessId}`.execute(
    tx,
  );
}
