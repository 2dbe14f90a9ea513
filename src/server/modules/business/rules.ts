import type { Selectable } from 'kysely';
import type { documentsStates } from '#contract/business.ts';
import { banks } from '#core/banks.ts';
import { dateIn, daysBetween, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { fieldError } from '#core/errors.ts';
import { isReservedName } from '#core/name-check.ts';
import type { BusinessProfileRow } from './table.ts';

type Parts<K extends keyof BusinessProfileRow> = Pick<Selectable<BusinessProfileRow>, K>;

/** Inputs of the profile score: business details, all four documents, and a logo with both colours. Refused documents count as missing. */
type ScoreParts = Parts<
  | 'business_name'
  | 'country'
  | 'city'
  | 'kyc_cac'
  | 'kyc_valid_id'
  | 'kyc_utility_bill'
  | 'kyc_bank_statement'
  | 'documents_refused_at'
  | 'logo'
  | 'primary_color'
  | 'secondary_color'
>;

/** How complete a profile is, in percent: 60, 75, 90 or 100. */
export function profileScore(profile: ScoreParts): number {
  const details = filled(profile.business_name, profile.country, profile.city);
  const { kyc_cac, kyc_valid_id, kyc_utility_bill, kyc_bank_statement } = profile;
  const documents =
    profile.documents_refused_at === null &&
    filled(kyc_cac, kyc_valid_id, kyc_utility_bill, kyc_bank_statement);
  const branding = filled(profile.logo, profile.primary_color, profile.secondary_color);
  if (branding && documents && details) return 100;
  if (documents && details) return 90;
  return !branding && !documents ? 75 : 60;
}

/** State of a business's documents; `since` is when they came, or were decided about. `reason`: why they were refused. */
export type DocumentsReview = {
  state: (typeof documentsStates)[number];
  since: Date | null;
  reason: string | null;
};

type ReviewParts = Parts<
  | 'kyc_valid_id'
  | 'documents_sent_at'
  | 'documents_accepted_at'
  | 'documents_refused_at'
  | 'documents_refusal'
  | 'created_at'
>;

/** The review of a business's documents: the one definition for its owner, customers, operators and allowances. */
export function documentsReview(profile: ReviewParts): DocumentsReview {
  const { documents_accepted_at: accepted, documents_refused_at: refused } = profile;
  if (accepted) return { state: 'accepted', since: accepted, reason: null };
  if (refused) return { state: 'refused', since: refused, reason: profile.documents_refusal };
  if (profile.kyc_valid_id === null) return { state: 'not_sent', since: null, reason: null };
  return { state: 'waiting', since: profile.documents_sent_at ?? profile.created_at, reason: null };
}

type StandingParts = ReviewParts & Parts<'onboarding_completed' | 'pending_owner_verification'>;

/**
 * Standing before customers: `verified` once the owner completed the profile and confirmed the email address, the badge
 * "Registered with Duewell" once the documents are accepted as well.
 */
export function standingOf(profile: StandingParts, emailConfirmedAt: Date | null) {
  const { onboarding_completed: completed, pending_owner_verification: pending } = profile;
  const verified = completed && !pending && emailConfirmedAt !== null;
  return { verified, hasBadge: verified && documentsReview(profile).state === 'accepted' };
}

/** Fields onboarding requires; state and web address are optional. */
type OnboardingParts = Parts<
  | 'business_category'
  | 'business_name'
  | 'industry'
  | 'description'
  | 'company_size'
  | 'email'
  | 'country'
  | 'street'
  | 'city'
  | 'zip_code'
  | 'account_number_sealed'
  | 'bank_name'
  | 'bvn_sealed'
>;

/** Whether everything onboarding asks for is there. The account's name is the bank's to give, and no owner waits for it. */
export function onboardingCompleted(profile: OnboardingParts): boolean {
  return filled(
    profile.business_category,
    profile.business_name,
    profile.industry,
    profile.description,
    profile.company_size,
    profile.email,
    profile.country,
    profile.street,
    profile.city,
    profile.zip_code,
    profile.account_number_sealed,
    profile.bank_name,
    profile.bvn_sealed,
  );
}

/** The code of the bank an account is at, by its name where that is all there is; null where it is not one we know. */
export function bankCodeOf({ bankCode, bankName }: NamedBank): string | null {
  if (bankCode) return bankCode;
  const name = (bankName ?? '').trim().toLowerCase();
  const bank = banks.find((known) => known.name.toLowerCase() === name || known.aliases.includes(name));
  return bank?.code ?? null;
}

type NamedBank = { bankCode?: string | null | undefined; bankName?: string | null | undefined };

/** Refuses a business by the name of an institution: its messages would pass for the institution's. */
export function requireOwnName(name: string): void {
  if (isReservedName(name))
    throw fieldError(
      'businessName',
      'Choose another name: this is the name of a bank, an authority or a payment service',
    );
}

const filled = (...values: (string | null)[]) => values.every((value) => value !== null && value !== '');

/** The address as it is printed: street, city with postal code, country by its name. State codes are omitted. */
export function addressLines({
  street,
  city,
  zip_code,
  state,
  country,
}: Parts<'street' | 'city' | 'zip_code' | 'state' | 'country'>): string[] {
  const stateName = state && !/^[A-Z0-9]{1,3}$/.test(state) ? state : null;
  const lines = [
    street,
    [city, zip_code].filter(Boolean).join(' '),
    [stateName, countryName(country)].filter(Boolean).join(', '),
  ];
  return lines.filter((line): line is string => Boolean(line));
}

/** The tax identity as it is printed, in the words of the forms it comes from. */
export const taxLines = ({
  tin,
  registration_number,
  vat_number,
}: Parts<'tin' | 'registration_number' | 'vat_number'>): string[] => [
  ...(tin ? [`TIN ${tin}`] : []),
  // It begins with RC or BN by itself.
  ...(registration_number ? [registration_number] : []),
  ...(vat_number ? [`VAT ${vat_number}`] : []),
];

const countryNames = new Intl.DisplayNames(['en'], { type: 'region' });

function countryName(country: string | null): string | null {
  return country && /^[A-Z]{2}$/.test(country) ? (countryNames.of(country) ?? country) : country;
}

/** The only shown form of an account number or BVN. */
export const masked = (last4: string | null): string | null => last4 && `••••••${last4}`;

/** Where the secrets of a business are sealed to. */
export const sealingPlaces = {
  accountNumber: (businessId: string) => `business_profiles.account_number:${businessId}`,
  bvn: (businessId: string) => `business_profiles.bvn:${businessId}`,
  pinHash: (businessId: string) => `transaction_pins.pin_hash:${businessId}`,
};

const TRIAL_DAYS = 14;

/** The free trial of somebody who signed up at an instant; days are counted in the business's zone. */
export function trialOf(signedUp: Date, now: Date, zone: string) {
  const endsAt = plusMs(signedUp, TRIAL_DAYS * DAY_MS);
  const daysLeft = Math.max(0, daysBetween(dateIn(now, zone), dateIn(endsAt, zone)));
  return { endsAt, daysLeft, active: now < endsAt };
}

export const PIN_TRIES = 5;
export const PIN_LOCK_MINUTES = 15;
/** Beyond this many doublings a lock grows no longer: ten days are enough. */
export const PIN_LOCK_MAX_DOUBLINGS = 10;
/** So many locks within so many days last until the PIN is set anew, or the first of them is so old. */
export const PIN_LOCKS = 3;
export const PIN_LOCKS_DAYS = 30;

const NEW_ACCOUNT_WAIT_MS = 24 * 3_600_000;

/** Until when nothing is paid to a business's own account after it was changed; null where that is over or never was. */
export function payoutsOpenAt(changedAt: Date | null, now: Date): Date | null {
  if (!changedAt) return null;
  const opensAt = plusMs(changedAt, NEW_ACCOUNT_WAIT_MS);
  return opensAt > now ? opensAt : null;
}

/** A number of the tax office or the registrar as it is kept: capitals, single spaces, a space after RC or BN; null for ''. */
export function officialNumber(typed: string): string | null {
  const plain = typed.toUpperCase().replace(/\s+/g, ' ').trim();
  return plain.replace(/^(RC|BN|IT)[ :-]*(?=\d)/, '$1 ') || null;
}
