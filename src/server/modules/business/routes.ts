import type * as z from 'zod/mini';
import type { business, businessProfile } from '#contract/business.ts';
import { notFound } from '#core/errors.ts';
import type { Handlers } from '#server/http.ts';
import { createProfile, updateBranding } from './commands.ts';
import { checkPin, setPin } from './flows.ts';
import { type Profile, profileOf } from './queries.ts';
import { addressLines, masked, profileScore } from './rules.ts';

export const routes: Handlers<typeof business> = {
  getProfile: async (scope, { params }) => {
    if (params.userId !== scope.actor.userId) throw notFound('business profile');
    return { data: present(await profileOf(scope.db, scope.actor.businessId)) };
  },
  createProfile: (scope, { body }) =>
    scope.answerOnce(
      (ctx) => createProfile(ctx, body),
      (profile) => ({ message: 'Business registered', data: present(profile) }),
    ),
  updateBranding: async (scope, { params, body }) => ({
    message: 'Invoice customization saved successfully!',
    data: present(await scope.transact((ctx) => updateBranding(ctx, params.id, body))),
  }),
  createPin: async (scope, { body }) => {
    await setPin(scope, body);
    return { message: 'Transaction PIN set successfully', data: null };
  },
  verifyPin: async (scope, { body }) => {
    await checkPin(scope, body.pin);
    return { message: 'PIN verified', data: null };
  },
};

function present(profile: Profile): z.output<typeof businessProfile> {
  const branding = {
    logo: profile.logo,
    primaryColor: profile.primary_color,
    secondaryColor: profile.secondary_color,
  };
  return {
    id: profile.business_id,
    _id: profile.business_id,
    user: profile.user_id,
    businessCategory: profile.business_category,
    businessName: profile.business_name,
    industry: profile.industry,
    description: profile.description,
    companySize: profile.company_size,
    email: profile.email,
    country: profile.country,
    state: profile.state,
    city: profile.city,
    street: profile.street,
    zipCode: profile.zip_code,
    address: addressLines(profile).join(', ') || null,
    websiteUrl: profile.website_url,
    bankAccountNumber: masked(profile.account_number_last4),
    bankVerificationNumber: masked(profile.bvn_last4),
    bankName: profile.bank_name,
    bankCode: profile.bank_code,
    accountName: profile.account_name,
    logoUrl: profile.logo,
    ...branding,
    branding,
    kycDocuments: {
      cac: profile.kyc_cac,
      validId: profile.kyc_valid_id,
      utilityBill: profile.kyc_utility_bill,
      bankStatement: profile.kyc_bank_statement,
    },
    transactionPin: profile.pinSet ? 'set' : null,
    onboardingCompleted: profile.onboarding_completed,
    profileScore: profileScore(profile),
    createdAt: profile.created_at,
  };
}
