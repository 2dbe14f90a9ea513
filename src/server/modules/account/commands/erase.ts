import { sql } from 'kysely';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { eraseAuditTrail } from '#server/modules/audit/commands.ts';
import { eraseConsents } from '#server/modules/consents/commands.ts';
import {
  CLEARED_KYC_DOCUMENTS,
  CLEARED_PAYOUT_ACCOUNT,
} from '#server/modules/identity/commands/revoke-unverified.ts';
import type { Account } from '#server/modules/identity/queries/accounts.ts';

type Owner = Pick<Account, 'id' | 'business_id' | 'email'>;

const erasedEmail = (id: string) => `${id}@erased.invalid`;

/** Anonymizes the owner: the account keeps no personal data and cannot be opened. */
export async function erasePerson(ctx: SystemCtx, owner: Owner): Promise<void> {
  const { tx } = ctx;
  await eraseAuditTrail(ctx, { userId: owner.id, businessId: owner.business_id });
  for (const table of [
    'extension_codes',
    'sessions',
    'email_tokens',
    'external_identities',
    'sign_in_codes',
    'two_factor',
    'recovery_codes',
    'passkeys',
    'passkey_challenges',
    'step_up_codes',
    'known_browsers',
  ] as const)
    await tx.deleteFrom(table).where('user_id', '=', owner.id).execute();
  await tx.deleteFrom('waitlist_entries').where('email', '=', owner.email).execute();
  await eraseConsents(ctx, '', owner.email);
  await deleteRateCounters(ctx, owner);
  await sql`delete from pgboss.job where data->>'email' = ${owner.email}`.execute(tx);
  await tx
    .updateTable('users')
    .set({
      email: erasedEmail(owner.id),
      password_hash: null,
      first_name: 'Deleted',
      last_name: 'account',
      image: null,
      referral_code: null,
      email_verified_at: null,
      erased_at: ctx.now,
    })
    .where('id', '=', owner.id)
    .execute();
}

// Rate counters keyed by the address, the account, or the address in a browser.
async function deleteRateCounters({ tx }: SystemCtx, { id, email }: Owner): Promise<void> {
  await sql`delete from rate_counters where subject in (${email}, ${id}) or starts_with(subject, ${`${email} `})`.execute(
    tx,
  );
}

/**
 * Erases the business but for what a tax office may ask for: name and address of the business, invoices with the name of
 * the customer, payments, payouts and the ledger. What was not paid can no longer be paid.
 */
export async function eraseBusinessData(ctx: SystemCtx, owner: Owner): Promise<void> {
  await eraseMessages(ctx, owner);
  await eraseConsents(ctx, owner.business_id);
  await eraseCustomers(ctx, owner.business_id);
  await erasePayees(ctx, owner.business_id);
  await eraseBusiness(ctx, owner.business_id);
}

// Messages are keyed by the record they are about, so other businesses' messages to the same people stay.
// Queued messages are not sent; the job with its copy of the address is deleted as well.
async function eraseMessages(ctx: SystemCtx, { business_id: id, id: userId, email }: Owner): Promise<void> {
  const about = sql`split_part(key, ':', 2) in (
    select id from invoices where business_id = ${id} union all select id from payments where business_id = ${id}
    union all select id from withdrawals where business_id = ${id} union all values (${id}), (${userId}))`;
  const addressedToOwner = sql`(to_address in (${email}, (select email from business_profiles where business_id = ${id})) or ${about})`;
  await sql`delete from pgboss.job where data->>'key' in (select key from messages where business_id = ${id} or ${addressedToOwner})`.execute(
    ctx.tx,
  );
  // A mail server's reason names the address it refused.
  await sql`update messages set to_address = '', reason = null, customer_name = case when customer_name is null then null else '' end,
      settled_at = case when state in ('queued', 'sending') then ${ctx.now} else settled_at end,
      state = case when state in ('queued', 'sending') then 'failed' else state end
    where business_id = ${id} or ${addressedToOwner}`.execute(ctx.tx);
  await sql`delete from message_stops where business_id = ${id}`.execute(ctx.tx);
  const phone = sql`(select contact from whatsapp_owners where business_id = ${id})`;
  await sql`delete from whatsapp_notices where contact in ${phone}`.execute(ctx.tx);
  await sql`delete from whatsapp_contacts where contact in ${phone}`.execute(ctx.tx);
  await sql`delete from whatsapp_owners where business_id = ${id}`.execute(ctx.tx);
  await sql`delete from whatsapp_codes where business_id = ${id}`.execute(ctx.tx);
  await sql`delete from kept_mails where ${addressedToOwner}`.execute(ctx.tx);
}

async function eraseCustomers({ tx, now }: SystemCtx, businessId: string): Promise<void> {
  await sql`update invoices set state = 'cancelled' where business_id = ${businessId} and state = 'awaiting_payment'`.execute(
    tx,
  );
  await sql`update invoices set deleted_at = ${now}
    where business_id = ${businessId} and deleted_at is null and state = 'active' and paid_at is null`.execute(
    tx,
  );
  for (const table of ['counter_sales', 'counter_codes', 'counters'] as const)
    await tx.deleteFrom(table).where('business_id', '=', businessId).execute();
  await sql`update invoices set customer_email = customer_id || '@erased.invalid', pay_to = null where business_id = ${businessId}`.execute(
    tx,
  );
  await sql`update checkouts set checkout_url = null, account = null, ussd_code = null where business_id = ${businessId}`.execute(
    tx,
  );
  await sql`update payment_notices set raw = '' where state <> 'received' and subject = 'payment'
    and subject_id in (select transaction_id from payments where business_id = ${businessId})`.execute(tx);
  await sql`update reminders set address = '' where business_id = ${businessId}`.execute(tx);
  await sql`update promises set note = '' where business_id = ${businessId}`.execute(tx);
  await sql`delete from reminder_settings where business_id = ${businessId}`.execute(tx);
  await sql`delete from customers c where business_id = ${businessId}
    and not exists (select 1 from invoices i where i.business_id = c.business_id and i.customer_id = c.id)
    and not exists (select 1 from payments p where p.business_id = c.business_id and p.customer_id = c.id)`.execute(
    tx,
  );
  await sql`update customers set email = id || '@erased.invalid', phone = null, is_active = false where business_id = ${businessId}`.execute(
    tx,
  );
}

async function erasePayees({ tx }: SystemCtx, businessId: string): Promise<void> {
  await tx
    .updateTable('withdrawals')
    .set({ staff_email: null, staff_phone: null, account_number_sealed: '' })
    .where('business_id', '=', businessId)
    .execute();
  await tx.deleteFrom('staff').where('business_id', '=', businessId).execute();
}

async function eraseBusiness({ tx }: SystemCtx, businessId: string): Promise<void> {
  for (const table of [
    'transaction_pins',
    'notification_preferences',
    'assistant_proposals',
    'assistant_usage',
    'thread_messages',
    'threads',
    'activities',
  ] as const)
    await tx.deleteFrom(table).where('business_id', '=', businessId).execute();
  await tx.deleteFrom('idempotency_keys').where('actor', '=', businessId).execute();
  await tx
    .updateTable('business_profiles')
    .set({
      email: erasedEmail(businessId),
      description: null,
      website_url: null,
      phone: null,
      ...CLEARED_PAYOUT_ACCOUNT,
      logo: null,
      ...CLEARED_KYC_DOCUMENTS,
    })
    .where('business_id', '=', businessId)
    .execute();
}
