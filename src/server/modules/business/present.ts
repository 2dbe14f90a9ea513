import type * as z from 'zod/mini';
import type { businessProfile } from '#contract/business.ts';
import { confirmedHolder, type Profile } from './queries.ts';
import { addressLines, documentsReview, masked, profileScore } from './rules.ts';

/** A profile in the API: secrets by their last digits only. */
export function present(profile: Profile): z.output<typeof businessProfile> {
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
    phone: profile.phone,
    tin: profile.tin,
    registrationNumber: profile.registration_number,
    vatNumber: profile.vat_number,
    bankAccountNumber: masked(profile.account_number_last4),
    bankVerificationNumber: masked(profile.bvn_last4),
    bankName: profile.bank_name,
    bankCode: profile.bank_code,
    accountName: confirmedHolder(profile),
    logoUrl: profile.logo,
    ...branding,
    branding,
    kycDocuments: {
      cac: profile.kyc_cac,
      validId: profile.kyc_valid_id,
      utilityBill: profile.kyc_utility_bill,
      bankStatement: profile.kyc_bank_statement,
    },
    documents: { ...documentsReview(profile), hasBadge: profile.hasBadge },
    feeBearer: profile.fee_bearer,
    ownAccountOnDocuments: profile.own_account_on_documents,
    forgiveRests: { NGN: profile.forgive_ngn_minor, USD: profile.forgive_usd_minor },
    creditOnSend: profile.credit_on_send,
    remembersCorrections: profile.remembers_corrections,
    statementDay: profile.statement_day,
    transactionPin: profile.pinSet ? 'set' : null,
    onboardingCompleted: profile.onboarding_completed,
    profileScore: profileScore(profile),
    createdAt: profile.created_at,
  };
}
