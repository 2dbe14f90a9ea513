import * as z from 'zod/mini';
import { currencies } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { printedPhone } from './contact.ts';
import { endpoint } from './endpoint.ts';
import {
  amount,
  currencyAndId,
  currencyParams,
  digits,
  email,
  empty,
  hexColor,
  instant,
  optionalText,
  recordId,
  text,
  webAddress,
} from './wire.ts';

export const businessTypes = ['Freelancer', 'Agency', 'E-commerce', 'Service Provider'] as const;
/** By the alphabet, so that an owner finds theirs. */
export const industries = [
  'Beauty',
  'Consulting',
  'Design & Creative',
  'Education',
  'Events',
  'Fashion',
  'Finance',
  'Food & Drinks',
  'Healthcare',
  'Hospitality',
  'Logistics',
  'Manufacturing',
  'Marketing',
  'Real Estate',
  'Repairs',
  'Retail',
  'Technology',
  'Other',
] as const;
export const companySizes = [
  'Just me',
  '2-10 employees',
  '11-50 employees',
  '51-200 employees',
  '201-500 employees',
  '500+ employees',
] as const;
export const kycDocumentNames = ['cac', 'validId', 'utilityBill', 'bankStatement'] as const;
/** States of a business's documents: sent once the valid ID is there, then looked through by an operator. */
export const documentsStates = ['not_sent', 'waiting', 'accepted', 'refused'] as const;
export const feeBearers = ['owner', 'customer'] as const;
/** The use of a customer's credit when a new invoice goes to them: its owner is asked, or it is always used. */
export const creditUses = ['ask', 'always'] as const;
export const DEFAULT_PRIMARY = '#3b82f6';
export const DEFAULT_SECONDARY = '#64748b';

const optionalFileRef = z.optional(z.nullable(z.string().check(z.maxLength(500))));
export const accountNumber = digits(10, 'Enter 10-digit account number');
const optionalAccount = z.optional(z.nullable(z.union([z.literal(''), accountNumber])));
const optionalBvn = z.optional(z.nullable(z.union([z.literal(''), digits(11, 'Enter 11-digit BVN')])));

const kycDocuments = z.object({
  cac: optionalFileRef,
  validId: optionalFileRef,
  utilityBill: optionalFileRef,
  bankStatement: optionalFileRef,
});
const brandCustomization = z.object({
  logo: optionalFileRef,
  primaryColor: z.optional(hexColor),
  secondaryColor: z.optional(hexColor),
});

export const newBusiness = z.object({
  businessCategory: optionalText(60),
  businessName: text({ max: 120, required: 'Business name is required' }),
  industry: optionalText(60),
  description: optionalText(1000, true),
  companySize: optionalText(40),
  email: z.optional(z.nullable(z.union([z.literal(''), email]))),
  country: optionalText(60),
  street: optionalText(200),
  state: optionalText(80),
  city: optionalText(80),
  zipCode: optionalText(20),
  websiteUrl: z.optional(z.nullable(webAddress)),
  phone: printedPhone,
  bankAccountNumber: optionalAccount,
  bankName: optionalText(80),
  bankCode: optionalText(10),
  /** Not stored: the bank is asked. */
  accountName: optionalText(120),
  bankVerificationNumber: optionalBvn,
  kycDocuments: z.optional(z.nullable(kycDocuments)),
  brandCustomization: z.optional(z.nullable(brandCustomization)),
  onboardingCompleted: z.optional(z.boolean()),
});

export const brandingUpdate = z.object({
  businessId: z.optional(z.string()),
  logo: optionalFileRef,
  primaryColor: z.optional(hexColor),
  secondaryColor: z.optional(hexColor),
  onboardingCompleted: z.optional(z.boolean()),
});

const nullableText = z.nullable(z.string());

/** New customers a business may write to today. */
const recipients = z.object({
  most: z.number(),
  left: z.number(),
  /** How to come to more; null where there is no more. */
  raise: z.nullable(z.string()),
});

/** The review of the documents. `since`: when they came, or were decided about; null before any came. */
const documentsReview = z.object({
  state: z.enum(documentsStates),
  since: z.nullable(instant),
  /** Why they were refused. */
  reason: z.nullable(z.string()),
  /** Whether customers see "Registered with Duewell": the documents are accepted and the owner's address is confirmed. */
  hasBadge: z.boolean(),
});

export const businessProfile = z.object({
  ...recordId,
  user: z.string(),
  businessCategory: nullableText,
  businessName: z.string(),
  industry: nullableText,
  description: nullableText,
  companySize: nullableText,
  email: z.string(),
  country: nullableText,
  state: nullableText,
  city: nullableText,
  street: nullableText,
  zipCode: nullableText,
  address: nullableText,
  websiteUrl: nullableText,
  phone: nullableText,
  tin: nullableText,
  /** With the letters of its register: RC, BN or IT. */
  registrationNumber: nullableText,
  vatNumber: nullableText,
  /** Masked: only the last four digits are ever returned. */
  bankAccountNumber: nullableText,
  bankVerificationNumber: nullableText,
  bankName: nullableText,
  bankCode: nullableText,
  /** The name the bank gave for the account; null where it has not, so that the account is not confirmed. */
  accountName: nullableText,
  logo: nullableText,
  logoUrl: nullableText,
  primaryColor: z.string(),
  secondaryColor: z.string(),
  branding: z.object({ logo: nullableText, primaryColor: z.string(), secondaryColor: z.string() }),
  kycDocuments: z.object({
    cac: nullableText,
    validId: nullableText,
    utilityBill: nullableText,
    bankStatement: nullableText,
  }),
  documents: documentsReview,
  /** The bearer of the payment provider's fee, where its rules let a customer be it. */
  feeBearer: z.enum(feeBearers),
  /** Whether the own account stands on documents, to be confirmed by hand. */
  ownAccountOnDocuments: z.boolean(),
  /** The most that is given up of what a payment leaves, in each currency; 0 gives up nothing. */
  forgiveRests: z.object(recordOf(currencies, () => amount)),
  creditOnSend: z.enum(creditUses),
  /** Whether the assistant learns from what its owner corrects, and from earlier invoices. */
  remembersCorrections: z.boolean(),
  /** The day of a month on which customers are sent their statement; null where none goes by itself. */
  statementDay: z.nullable(z.number()),
  /** `set` or null: the PIN itself never leaves the server. */
  transactionPin: z.nullable(z.literal('set')),
  onboardingCompleted: z.boolean(),
  profileScore: z.number(),
  /** Told when the profile is read. */
  recipients: z.optional(recipients),
  createdAt: instant,
});

const profileAnswer = z.object({ data: businessProfile });
const pin = z.string('Enter your 4-digit PIN').check(z.regex(/^\d{4}$/, 'Enter your 4-digit PIN'));

export const business = {
  getProfile: endpoint({
    method: 'GET',
    path: '/api/user/get-business-profile/:userId',
    summary: "The signed-in owner's business profile",
    auth: 'session',
    owner: 'self',
    params: z.object({ userId: z.string() }),
    response: profileAnswer,
  }),
  createProfile: endpoint({
    method: 'POST',
    path: '/api/:currency/user/create-business-profile',
    summary: 'Register the business',
    auth: 'session',
    owner: 'self',
    params: currencyParams,
    body: newBusiness,
    response: profileAnswer,
    status: 201,
    idempotent: true,
  }),
  updateBranding: endpoint({
    method: 'PATCH',
    path: '/api/:currency/user/update-business-branding/:id',
    summary: 'Change logo and colours',
    auth: 'session',
    owner: 'business',
    params: currencyAndId,
    body: brandingUpdate,
    response: profileAnswer,
  }),
  createPin: endpoint({
    method: 'POST',
    path: '/api/:currency/user/transaction-pin/create',
    summary: 'Set the transaction PIN; changing it needs the password',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({
      pin,
      password: z.optional(z.string().check(z.maxLength(200))),
      /** The one in use: without it withdrawals go to known accounts only for a day. */
      currentPin: z.optional(pin),
      /** The code mailed when a PIN that was locked three times in thirty days is set anew. */
      code: z.optional(z.string().check(z.trim(), z.maxLength(20))),
    }),
    response: empty,
    status: 201,
  }),
  verifyPin: endpoint({
    method: 'POST',
    path: '/api/:currency/user/transaction-pin/verify',
    summary: 'Check the transaction PIN',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: z.object({ pin }),
    response: empty,
  }),
};
