import { banks } from '#core/banks.ts';
import { dateIn, daysBetween, plusMs } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import { isReservedName } from '#core/name-check.ts';
import type { BusinessProfileRow } from './table.ts';

type Parts<K extends keyof BusinessProfileRow> = Pick<BusinessProfileRow, K>;

/** Inputs of the profile score: business details, all four documents, and a logo with both colours. */
type ScoreParts = Parts<
  | 'business_name'
  | 'country'
  | 'city'
  | 'kyc_cac'
  | 'kyc_valid_id'
  | 'kyc_utility_bill'
  | 'kyc_bank_statement'
  | 'logo'
  | 'primary_color'
  | 'secondary_color'
>;

/** How complete a profile is, in percent: 60, 75, 90 or 100. */
export function profileScore(profile: ScoreParts): number {
  const details = filled(profile.business_name, profile.country, profile.city);
  const documents = filled(
    profile.kyc_cac,
    profile.kyc_valid_id,
    profile.kyc_utility_bill,
    profile.kyc_bank_statement,
  );
  const branding = filled(profile.logo, profile.primary_color, profile.secondary_color);
  if (branding && documents && details) return 100;
  if (documents && details) return 90;
  return !branding && !documents ? 75 : 60;
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
const DAY_MS = 86_400_000;

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
