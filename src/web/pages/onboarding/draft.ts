import * as z from 'zod/mini';
import {
  DEFAULT_PRIMARY,
  DEFAULT_SECONDARY,
  kycDocumentNames,
  type newBusiness,
} from '#contract/business.ts';
import { draft as drafts } from '#web/lib/forms/draft.ts';

const textField = z._default(z.string(), '');
const uploaded = z.object({ name: z.string(), url: z.string() });

const draftSchema = z.object({
  businessType: textField,
  businessName: textField,
  industry: textField,
  description: textField,
  companySize: textField,
  email: textField,
  country: z._default(z.string(), 'NG'),
  state: textField,
  city: textField,
  street: textField,
  zipCode: textField,
  websiteUrl: textField,
  bankCode: textField,
  bankName: textField,
  bankAccountNumber: textField,
  bankVerificationNumber: textField,
  documents: z._default(z.partialRecord(z.enum(kycDocumentNames), uploaded), {}),
  invoiceLogoUrl: textField,
  invoicePrimaryColor: z._default(z.string(), DEFAULT_PRIMARY),
  invoiceSecondaryColor: z._default(z.string(), DEFAULT_SECONDARY),
});

export type OnboardingDraft = z.output<typeof draftSchema>;

export const draftName = (userId: string) => `onboarding:${userId}`;

/** The draft of an earlier visit, or an empty one. */
export function readDraft(userId: string, email: string): OnboardingDraft {
  const stored = draftSchema.safeParse(drafts.read(draftName(userId)));
  const draft = stored.success ? stored.data : draftSchema.parse({});
  return { ...draft, email: draft.email || email };
}

/** Values that may be stored in the browser: never the account number nor the BVN. */
export function withoutSecrets(
  draft: OnboardingDraft,
): Omit<OnboardingDraft, 'bankAccountNumber' | 'bankVerificationNumber'> {
  const { bankAccountNumber: _number, bankVerificationNumber: _bvn, ...rest } = draft;
  return rest;
}

type NewBusiness = z.output<typeof newBusiness>;

/** The business profile as it is sent. */
export function toBusiness(draft: OnboardingDraft, withDocuments: boolean): NewBusiness {
  const { businessType, documents, invoiceLogoUrl, invoicePrimaryColor, invoiceSecondaryColor, ...rest } =
    draft;
  return {
    ...rest,
    businessCategory: businessType,
    kycDocuments: withDocuments
      ? {
          cac: documents.cac?.url,
          validId: documents.validId?.url,
          utilityBill: documents.utilityBill?.url,
          bankStatement: documents.bankStatement?.url,
        }
      : null,
    brandCustomization: {
      logo: invoiceLogoUrl || null,
      primaryColor: invoicePrimaryColor,
      secondaryColor: invoiceSecondaryColor,
    },
    onboardingCompleted: isComplete(draft),
  };
}

/** Whether everything is there that its owner can give; the account's name comes from the bank. */
export function isComplete(draft: OnboardingDraft): boolean {
  return [
    draft.businessType,
    draft.businessName,
    draft.industry,
    draft.description,
    draft.companySize,
    draft.email,
    draft.country,
    draft.street,
    draft.city,
    draft.zipCode,
    draft.bankAccountNumber,
    draft.bankName,
    draft.bankVerificationNumber,
  ].every((value) => value.trim() !== '');
}
