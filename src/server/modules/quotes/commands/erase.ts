import { sql } from 'kysely';
import type { AccountOwner, SystemCtx } from '#server/kernel/scope.ts';

/** Keeps accepted quotes with the name of the customer, as their invoices; what only waited is withdrawn. */
export async function eraseQuotes(
  { tx }: SystemCtx,
  { business_id: businessId }: AccountOwner,
): Promise<void> {
  await sql`update quotes set customer_email = customer_id || '@erased.invalid',
    state = case when state in ('draft', 'sent') then 'withdrawn' else state end where business_id = ${businessId}`.execute(
    tx,
  );
  await sql`update quote_revisions r set content = r.content || jsonb_build_object('customer_email', q.customer_email)
    from quotes q where q.business_id = ${businessId} and r.business_id = q.business_id and r.quote_id = q.id`.execute(
    tx,
  );
  await sql`update quote_acceptances set signature = null, address = '', browser = '' where business_id = ${businessId}`.execute(
    tx,
  );
}
