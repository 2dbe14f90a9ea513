import type * as z from 'zod/mini';
import {
  type brandingUpdate,
  DEFAULT_PRIMARY,
  DEFAULT_SECONDARY,
  type newBusiness,
} from '#contract/business.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { fileOfReference } from '#server/modules/files/queries.ts';
import { fileIdOf, fileUrl } from '#server/modules/files/rules.ts';
import { notify } from '#server/modules/notifications/commands/notify.ts';
import { type Profile, profileOf } from '../queries.ts';
import { bankCodeOf, onboardingCompleted, payoutsOpenAt, requireOwnName, sealingPlaces } from '../rules.ts';

type NewBusiness = z.output<typeof newBusiness>;

/**
 * Registers the actor's business; `holder` is the bank's name for its account, null where it gave none. A profile
 * pending owner verification is overwritten, and its payout account waits like a changed one. Throws 409 when there is
 * a profile already, 422 for files of another business.
 */
export async function createProfile(ctx: Ctx, input: NewBusiness, holder: string | null): Promise<Profile> {
  const { businessId, userId } = ctx.actor;
  requireOwnName(input.businessName);
  const details = {
    ...detailsOf(ctx, input),
    ...(await bankDetailsOf(ctx, input, holder)),
    ...(await documentsOf(ctx, input)),
  };
  const brand = input.brandCustomization ?? {};
  const profile = {
    ...details,
    logo: await ownLogo(ctx, brand.logo, 'brandCustomization.logo'),
    primary_color: brand.primaryColor ?? DEFAULT_PRIMARY,
    secondary_color: brand.secondaryColor ?? DEFAULT_SECONDARY,
    onboarding_completed: onboardingCompleted(details),
    updated_at: ctx.now,
  };
  const inserted = await ctx.tx
    .insertInto('business_profiles')
    .values({ business_id: businessId, user_id: userId, ...profile, created_at: ctx.now })
    .onConflict((conflict) =>
      conflict
        .column('business_id')
        .doUpdateSet({ ...profile, payout_changed_at: ctx.now, pending_owner_verification: false })
        .where('business_profiles.pending_owner_verification', '=', true),
    )
    .returning('payout_changed_at')
    .executeTakeFirst();
  if (!inserted) throw new AppError('already_exists', 'Your business is already registered');
  recordActivity(ctx, businessId, {
    type: 'business_registered',
    description: `${input.businessName} was registered`,
  });
  if (details.bank_name && details.account_number_last4) {
    await notifyPayoutAccountChange(
      ctx,
      details.bank_name,
      details.account_number_last4,
      inserted.payout_changed_at,
    );
  }
  return profileOf(ctx.tx, businessId);
}

function detailsOf(ctx: Ctx, input: NewBusiness) {
  return {
    business_category: input.businessCategory || null,
    business_name: input.businessName,
    industry: input.industry || null,
    description: input.description || null,
    company_size: input.companySize || null,
    email: input.email || ctx.actor.email,
    country: input.country || null,
    state: input.state || null,
    city: input.city || null,
    street: input.street || null,
    zip_code: input.zipCode || null,
    website_url: input.websiteUrl || null,
    phone: input.phone || null,
    // Filled in later, in the settings.
    tin: null,
    registration_number: null,
    vat_number: null,
  };
}

async function bankDetailsOf(ctx: Ctx, input: NewBusiness, holder: string | null) {
  const { businessId } = ctx.actor;
  const [account, bvn] = [input.bankAccountNumber || null, input.bankVerificationNumber || null];
  return {
    bank_name: input.bankName || null,
    bank_code: bankCodeOf(input),
    account_name: holder,
    account_name_confirmed_at: holder === null ? null : ctx.now,
    account_number_sealed:
      account && (await ctx.vault.seal(businessId, sealingPlaces.accountNumber(businessId), account)),
    account_number_last4: account && account.slice(-4),
    bvn_sealed: bvn && (await ctx.vault.seal(businessId, sealingPlaces.bvn(businessId), bvn)),
    bvn_last4: bvn && bvn.slice(-4),
  };
}

async function documentsOf(ctx: Ctx, { kycDocuments }: NewBusiness) {
  const documents = kycDocuments ?? {};
  return {
    kyc_cac: await ownDocument(ctx, documents.cac, 'cac'),
    kyc_valid_id: await ownDocument(ctx, documents.validId, 'validId'),
    kyc_utility_bill: await ownDocument(ctx, documents.utilityBill, 'utilityBill'),
    kyc_bank_statement: await ownDocument(ctx, documents.bankStatement, 'bankStatement'),
    documents_sent_at: ctx.now,
  };
}

// A reference must be to a file of the business. A plain name refers to no file and is stored unchanged.
async function ownDocument(
  ctx: Ctx,
  reference: string | null | undefined,
  name: string,
): Promise<string | null> {
  if (!reference?.trim()) return null;
  if (!fileIdOf(reference)) return reference.trim();
  const file = await fileOfReference(ctx.tx, ctx.actor.businessId, reference);
  if (!file || file.purpose === 'logo')
    throw fieldError(`kycDocuments.${name}`, 'We could not find that document. Please upload it again');
  return fileUrl(file.id);
}

async function ownLogo(ctx: Ctx, reference: string | null | undefined, path: string): Promise<string | null> {
  if (!reference?.trim()) return null;
  const file = await fileOfReference(ctx.tx, ctx.actor.businessId, reference);
  if (file?.purpose !== 'logo') throw fieldError(path, 'We could not find that logo. Please upload it again');
  return fileUrl(file.id);
}

/** Records a payout account change and notifies the owner, in case somebody else made it. */
export async function notifyPayoutAccountChange(
  ctx: Ctx,
  bankName: string,
  last4: string,
  changedAt: Date | null,
): Promise<void> {
  const { actor } = ctx;
  await recordActorEvent(ctx, 'payout_account_changed', `${bankName}, ends ${last4}`);
  await notify(ctx, {
    key: `payout-account:${actor.businessId}:${ctx.now.getTime()}`,
    to: actor.email,
    template: 'payoutAccountSet',
    facts: {
      firstName: actor.firstName,
      bankName,
      last4,
      opensAt: payoutsOpenAt(changedAt, ctx.now)?.toISOString() ?? null,
    },
  });
}

/** Changes logo and colours; what is left out stays. Throws 404 for any business but the actor's registered one. */
export async function updateBranding(
  ctx: Ctx,
  id: string,
  input: z.output<typeof brandingUpdate>,
): Promise<Profile> {
  const { businessId } = ctx.actor;
  if (id !== businessId) throw notFound('business profile');
  if (input.businessId !== undefined && input.businessId !== businessId)
    throw fieldError('businessId', 'This is another business than the one of the address');
  const changed = await ctx.tx
    .updateTable('business_profiles')
    .set({
      ...(input.logo === undefined ? {} : { logo: await ownLogo(ctx, input.logo, 'logo') }),
      ...(input.primaryColor ? { primary_color: input.primaryColor } : {}),
      ...(input.secondaryColor ? { secondary_color: input.secondaryColor } : {}),
      updated_at: ctx.now,
    })
    .where('business_id', '=', businessId)
    .where('pending_owner_verification', '=', false)
    .returning('business_id')
    .executeTakeFirst();
  if (!changed) throw notFound('business profile');
  recordActivity(ctx, businessId, {
    type: 'branding_updated',
    description: 'Logo and colours were changed',
  });
  return profileOf(ctx.tx, businessId);
}
