import * as z from 'zod/mini';
import { type Currency, currencies, formatMoney, type Minor, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { allowedSum } from './allowances.ts';
import { accountNumber, businessProfile, creditUses, feeBearers, newBusiness } from './business.ts';
import { endpoint } from './endpoint.ts';
import { amount, currencyAndId, currencyParams, digits, instant, text } from './wire.ts';

const { businessName, industry, description, companySize, email, country, street, state, city, zipCode } =
  newBusiness.shape;

/** A number of the tax office or the registrar; '' takes it away. */
const officialNumber = (pattern: RegExp, message: string, gaps?: RegExp) =>
  z.optional(
    z.nullable(
      text({ min: 0, max: 30 }).check(
        z.overwrite((value) => (gaps ? value.replace(gaps, '') : value)),
        z.refine((value) => value === '' || pattern.test(value), message),
      ),
    ),
  );
/** By its form alone: 13 figures since 2026, before that 8 and 4, or 10 to 12. */
const tin = officialNumber(
  /^(\d{13}|\d{8}-\d{4}|\d{10,12})$/,
  'Enter 13 figures, or an older number such as 12345678-0001',
  /\s/g,
);
const registrationNumber = officialNumber(/^(RC|BN|IT)[ :-]*\d{1,9}$/i, 'Begin with RC, BN or IT');
const vatNumber = officialNumber(/^[A-Z\d][A-Z\d -]{5,}$/i, 'Enter letters and figures');

/** The most (minor units) a business may have forgiven of what a payment leaves: ₦100, and in dollars 10 cents. */
export const mostForgiven = (currency: Currency): Minor => allowedSum(100, currency);

const forgivenRest = (currency: Currency) =>
  z.optional(
    amount.check(
      z.refine(
        (value) => value >= ZERO && value <= mostForgiven(currency),
        `Enter at most ${formatMoney(mostForgiven(currency), currency)}, or 0 for none`,
      ),
    ),
  );

const statementDayWanted = 'Choose a day from 1 to 28';

/** Parts of the business profile an owner may change later; omitted fields stay. */
export const profileUpdate = z.object({
  businessCategory: newBusiness.shape.businessCategory,
  businessName: z.optional(businessName),
  industry,
  description,
  companySize,
  email,
  phone: newBusiness.shape.phone,
  tin,
  registrationNumber,
  vatNumber,
  country,
  street,
  state,
  city,
  zipCode,
  websiteUrl: newBusiness.shape.websiteUrl,
  feeBearer: z.optional(z.enum(feeBearers, 'Choose who pays the fee')),
  ownAccountOnDocuments: z.optional(z.boolean()),
  /** A currency left out stays as it is. */
  forgiveRests: z.optional(z.strictObject(recordOf(currencies, forgivenRest))),
  creditOnSend: z.optional(z.enum(creditUses)),
  remembersCorrections: z.optional(z.boolean()),
  /** Of a month: customers are sent the statement of the month before; null for none. */
  statementDay: z.optional(
    z.nullable(
      z
        .number(statementDayWanted)
        .check(z.int(statementDayWanted), z.gte(1, statementDayWanted), z.lte(28, statementDayWanted)),
    ),
  ),
});

export const payoutAccountUpdate = z.object({
  bankCode: z.string('Choose a bank').check(z.regex(/^[0-9A-Za-z]{3,10}$/, 'Choose a bank')),
  accountNumber,
  bankVerificationNumber: z.optional(z.nullable(digits(11, 'Enter 11-digit BVN'))),
  /** The transaction PIN where one is set, else the password. */
  pin: z.optional(z.string().check(z.regex(/^\d{4}$/, 'Enter your 4-digit PIN'))),
  password: z.optional(z.string().check(z.maxLength(200))),
});

/** Notifications an owner may switch off. Security notifications are always sent. */
export const notificationEvents = [
  'payment_received',
  'payment_refunded',
  'withdrawal_finished',
  'invoice_overdue',
  'quote_answered',
  'message_failed',
  'weekly_summary',
] as const;
/** `push`: of the browsers that were allowed to; `whatsapp`: of the phone that was linked. */
export const notificationChannels = ['email', 'screen', 'push', 'whatsapp'] as const;

const channelChoice = z.object({
  email: z.boolean(),
  screen: z.boolean(),
  push: z.boolean(),
  whatsapp: z.boolean(),
});
const channelChange = z.optional(z.partial(z.strictObject(channelChoice.shape)));
export const notificationPreferences = z.object(recordOf(notificationEvents, () => channelChoice));
export const notificationChanges = z.object(recordOf(notificationEvents, () => channelChange));

const trial = z.object({ endsAt: instant, daysLeft: z.number(), active: z.boolean() });

/** The id or address of an uploaded file of purpose `kyc`. */
const document = z.optional(z.string().check(z.minLength(1), z.maxLength(500)));

const profileAnswer = z.object({ data: businessProfile });

export const settings = {
  updateProfile: endpoint({
    method: 'PATCH',
    path: '/api/:currency/user/update-business-profile/:id',
    summary: 'Change what the business says about itself',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: profileUpdate,
    response: profileAnswer,
  }),
  updatePayoutAccount: endpoint({
    method: 'PATCH',
    path: '/api/:currency/user/update-payout-account/:id',
    summary: "Change the business's own bank account; its holder is asked of the bank",
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: payoutAccountUpdate,
    response: profileAnswer,
  }),
  updateDocuments: endpoint({
    method: 'PATCH',
    path: '/api/:currency/user/update-kyc-documents/:id',
    summary: 'Add verification documents after the business was registered',
    auth: 'business',
    owner: 'business',
    params: currencyAndId,
    body: z.object({ cac: document, validId: document, utilityBill: document, bankStatement: document }),
    response: profileAnswer,
  }),
  notifications: endpoint({
    method: 'GET',
    path: '/api/:currency/user/notification-preferences',
    summary: 'Which news the owner wants, and how',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    response: z.object({ data: notificationPreferences }),
  }),
  updateNotifications: endpoint({
    method: 'PATCH',
    path: '/api/:currency/user/notification-preferences',
    summary: 'Choose the news; events and ways left out stay as they are',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    body: notificationChanges,
    response: z.object({ data: notificationPreferences }),
  }),
  trial: endpoint({
    method: 'GET',
    path: '/api/:currency/user/trial',
    summary: 'The free trial that began at sign-up',
    auth: 'session',
    owner: 'self',
    params: currencyParams,
    response: z.object({ data: trial }),
  }),
};
