import { notFound } from '#core/errors.ts';
import { type Ctx, lockBusiness } from '#server/kernel/scope.ts';
import { isKeyError } from '#server/kernel/vault.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { payoutAccountOf, pinResetAt, type Profile, profileOf, takeoverOf } from '../queries.ts';
import { onboardingCompleted, payoutsOpenAt, sealingPlaces } from '../rules.ts';
import { notifyPayoutAccountChange } from './create.ts';
import { completeOnboarding } from './update.ts';

/** A bank account with the holder's name the bank gave, null where it did not. Without a `bvn` the stored one stays. */
type NewAccount = {
  bankCode: string;
  bankName: string;
  accountNumber: string;
  accountName: string | null;
  bvn: string | null;
};

/**
 * Replaces the business's payout account and notifies the owner. The change time is stored so that
 * withdrawals to it can wait. The first account is no change, unless the PIN was just reset or the account
 * just taken over; re-entering the same account is none either.
 */
export async function savePayoutAccount(ctx: Ctx, account: NewAccount): Promise<Profile> {
  const { businessId } = ctx.actor;
  const last4 = account.accountNumber.slice(-4);
  await lockBusiness(ctx.tx, businessId);
  const isDifferent = await isDifferentAccount(ctx, account);
  const changed = await ctx.tx
    .updateTable('business_profiles')
    .set({
      bank_code: account.bankCode,
      bank_name: account.bankName,
      account_name: account.accountName,
      account_name_confirmed_at: account.accountName === null ? null : ctx.now,
      account_number_sealed: await ctx.vault.seal(
        businessId,
        sealingPlaces.accountNumber(businessId),
        account.accountNumber,
      ),
      account_number_last4: last4,
      ...(account.bvn
        ? {
            bvn_sealed: await ctx.vault.seal(businessId, sealingPlaces.bvn(businessId), account.bvn),
            bvn_last4: account.bvn.slice(-4),
          }
        : {}),
      ...(isDifferent ? { payout_changed_at: ctx.now } : {}),
      updated_at: ctx.now,
    })
    .where('business_id', '=', businessId)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw notFound('business profile');
  if (!changed.onboarding_completed && onboardingCompleted(changed)) await completeOnboarding(ctx);
  recordActivity(ctx, businessId, {
    type: 'payout_account_changed',
    description: `Payouts now go to ${account.bankName}, account ending ${last4}`,
  });
  await notifyPayoutAccountChange(ctx, account.bankName, last4, changed.payout_changed_at);
  return profileOf(ctx.tx, businessId);
}

// An account number that can no longer be decrypted counts as different.
async function isDifferentAccount(ctx: Ctx, account: NewAccount): Promise<boolean> {
  const profile = await profileOf(ctx.tx, ctx.actor.businessId);
  try {
    const before = await payoutAccountOf(profile, ctx.vault);
    if (!before) return await payoutWaitApplies(ctx);
    return before.accountNumber !== account.accountNumber || before.bankCode !== account.bankCode;
  } catch (error) {
    if (isKeyError(error)) return true;
    throw error;
  }
}

/**
 * Keeps the name the bank gives for the payout account, once its owner has agreed to it. `sealed` is the number it was
 * asked about, as stored: an account changed meanwhile stays as it is.
 */
export async function keepHolder(ctx: Ctx, sealed: string, accountName: string): Promise<void> {
  await ctx.tx
    .updateTable('business_profiles')
    .set({ account_name: accountName, account_name_confirmed_at: ctx.now, updated_at: ctx.now })
    .where('business_id', '=', ctx.actor.businessId)
    .where('account_number_sealed', '=', sealed)
    .execute();
}

async function payoutWaitApplies({ tx, now, actor: { businessId } }: Ctx): Promise<boolean> {
  const since = [await pinResetAt(tx, businessId), (await takeoverOf(tx, businessId)).at];
  return since.some((at) => payoutsOpenAt(at, now) !== null);
}
