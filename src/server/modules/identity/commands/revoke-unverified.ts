import { sql } from 'kysely';
import { lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { recordSecurityEvent } from '#server/modules/audit/commands.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import type { Account } from '../queries/accounts.ts';
import { subjectOf } from '../rules/tokens.ts';
import { deleteBrowsers } from './browsers.ts';
import { deletePasskeys } from './passkeys.ts';
import { phoneOwner, unlinkOwnerPhone } from './phone.ts';
import { endSessions } from './sessions.ts';
import { deleteTwoFactor } from './two-factor.ts';

/**
 * Revokes every sign-in method but the password of an account with an unverified address, when its owner
 * verifies it: the creator may be an attacker waiting for them (account pre-hijacking). Resets the prepared
 * business as well.
 */
export async function revokeUnverifiedAccess(ctx: SystemCtx, account: Account): Promise<void> {
  await lockBusiness(ctx.tx, account.business_id);
  await endSessions(ctx, account.id);
  await unlinkOwnerPhone(ctx, phoneOwner(account));
  await deleteTwoFactor(ctx, account.id);
  await deletePasskeys(ctx, account.id);
  await deleteBrowsers(ctx, account.id);
  await ctx.tx.deleteFrom('email_tokens').where('user_id', '=', account.id).execute();
  // Without a password nobody has been in it: an operator brought it here from elsewhere.
  if (account.password_hash !== null) await resetBusiness(ctx, account);
}

/**
 * Removes payout destinations: the payout account, the PIN and the staff list. The profile counts as
 * unregistered until its owner registers the business; invoices, customers and money stay, as they may be the
 * same person's. After earlier trade payouts are on hold for an operator: somebody may have mistyped their
 * own address.
 */
async function resetBusiness(ctx: SystemCtx, account: Account): Promise<void> {
  const { business_id: businessId } = account;
  const payoutsOnHold = await hasTraded(ctx, businessId);
  const updated = await ctx.tx
    .updateTable('business_profiles')
    .set({
      ...CLEARED_PAYOUT_ACCOUNT,
      ...CLEARED_KYC_DOCUMENTS,
      onboarding_completed: false,
      pending_owner_verification: true,
      payouts_on_hold: payoutsOnHold,
      // Covers a payout requested concurrently, by a request that began after this one.
      taken_over_at: sql<Date>`greatest(${ctx.now}::timestamptz,
        (select max(created_at) from withdrawals where business_id = ${businessId}))`,
      updated_at: ctx.now,
    })
    .where('business_id', '=', businessId)
    .returning('business_id')
    .executeTakeFirst();
  if (!updated) return;
  await ctx.tx.deleteFrom('transaction_pins').where('business_id', '=', businessId).execute();
  await ctx.tx
    .updateTable('staff')
    .set({ archived_at: ctx.now, updated_at: ctx.now })
    .where('business_id', '=', businessId)
    .where('archived_at', 'is', null)
    .execute();
  const detail = payoutsOnHold ? 'There had been trade: no money leaves before we have looked' : '';
  await recordSecurityEvent(ctx, subjectOf(account), 'business_taken_over', detail);
  await notify(ctx, {
    key: `taken-over:${account.id}:${ctx.now.getTime()}`,
    to: account.email,
    template: 'businessTakenOver',
    facts: { firstName: account.first_name, held: payoutsOnHold },
  });
}

/** A profile's columns without the account its payouts go to and the person behind it. */
export const CLEARED_PAYOUT_ACCOUNT = {
  bank_name: null,
  bank_code: null,
  account_name: null,
  account_name_confirmed_at: null,
  account_number_sealed: null,
  account_number_last4: null,
  bvn_sealed: null,
  bvn_last4: null,
};
/** Profile columns without KYC documents; the scheduled clean-up deletes unreferenced files. */
export const CLEARED_KYC_DOCUMENTS = {
  kyc_cac: null,
  kyc_valid_id: null,
  kyc_utility_bill: null,
  kyc_bank_statement: null,
  documents_sent_at: null,
  documents_accepted_at: null,
  documents_refused_at: null,
  documents_refusal: null,
};

async function hasTraded({ tx }: SystemCtx, businessId: string): Promise<boolean> {
  const { rows } = await sql`select 1 where exists (select 1 from invoices where business_id = ${businessId})
    or exists (select 1 from ledger_accounts where business_id = ${businessId})`.execute(tx);
  return rows.length > 0;
}
