import { sql } from 'kysely';
import type { AccountOwner, SystemCtx } from '#server/kernel/scope.ts';

/**
 * Erases addresses and names on a business's messages. They are keyed by the record they are about, so other
 * businesses' messages to the same people stay. Queued ones are not sent; the job with its copy of the address is
 * deleted as well.
 */
export async function eraseMessages(
  { tx, now }: SystemCtx,
  { business_id: id, id: userId, email }: AccountOwner,
): Promise<void> {
  const about = sql`split_part(key, ':', 2) in (
    select id from invoices where business_id = ${id} union all select id from payments where business_id = ${id}
    union all select id from withdrawals where business_id = ${id} union all values (${id}), (${userId}))`;
  const addressedToOwner = sql`(to_address in (${email}, (select email from business_profiles where business_id = ${id})) or ${about})`;
  await sql`delete from pgboss.job where data->>'key' in (select key from messages where business_id = ${id} or ${addressedToOwner})`.execute(
    tx,
  );
  // A mail server's reason names the address it refused.
  await sql`update messages set to_address = '', reason = null, customer_name = case when customer_name is null then null else '' end,
      settled_at = case when state in ('queued', 'sending') then ${now} else settled_at end,
      state = case when state in ('queued', 'sending') then 'failed' else state end
    where business_id = ${id} or ${addressedToOwner}`.execute(tx);
  await sql`delete from whatsapp_contacts where contact in
    (select contact from whatsapp_owners where business_id = ${id})`.execute(tx);
  await sql`delete from kept_mails where ${addressedToOwner}`.execute(tx);
}
