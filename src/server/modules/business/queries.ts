import type { Selectable } from 'kysely';
import { DEFAULT_ZONE } from '#core/dates.ts';
import { notFound } from '#core/errors.ts';
import type { Db } from '#server/kernel/db.ts';
import type { Vault } from '#server/kernel/vault.ts';
import { fileIdOf, storageKey } from '#server/modules/files/rules.ts';
import { addressLines, sealingPlaces } from './rules.ts';
import type { BusinessProfileRow } from './table.ts';

/** A profile with whether the transaction PIN is set. */
export type Profile = Selectable<BusinessProfileRow> & { pinSet: boolean };

/** The business's own profile. Throws 404 where there is none yet. */
export async function profileOf(db: Db, businessId: string): Promise<Profile> {
  const row = await db
    .selectFrom('business_profiles as b')
    .leftJoin('transaction_pins as p', 'p.business_id', 'b.business_id')
    .selectAll('b')
    .select('p.set_at')
    .where('b.business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) throw notFound('business profile');
  const { set_at, ...profile } = row;
  return { ...profile, pinSet: set_at !== null };
}

/** When the PIN was chosen by somebody who did not know the one before it; null where it never was. */
export async function pinResetAt(db: Db, businessId: string): Promise<Date | null> {
  const row = await db
    .selectFrom('transaction_pins')
    .select('reset_at')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  return row?.reset_at ?? null;
}

/** When the verified owner took over an account somebody else created, and whether payouts are on hold. */
export type Takeover = { at: Date | null; payoutsOnHold: boolean };

/** Takeover state of an account whose verified owner did not create it. */
export async function takeoverOf(db: Db, businessId: string): Promise<Takeover> {
  const row = await db
    .selectFrom('business_profiles')
    .select(['taken_over_at as at', 'payouts_on_hold as payoutsOnHold'])
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  return row ?? { at: null, payoutsOnHold: false };
}

/** Businesses whose payouts are on hold for an operator, longest first. */
export const businessesOnHold = (db: Db): Promise<{ id: string; since: Date | null }[]> =>
  db
    .selectFrom('business_profiles')
    .select(['business_id as id', 'taken_over_at as since'])
    .where('payouts_on_hold', '=', true)
    .orderBy('taken_over_at')
    .execute();

/** The zone in which a business's days begin, also before it is registered. */
export async function timeZoneOf(db: Db, businessId: string): Promise<string> {
  const row = await db
    .selectFrom('business_profiles')
    .select('time_zone')
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  return row?.time_zone ?? DEFAULT_ZONE;
}

/** Name and time zone for generated files. Throws 404 without a profile. */
export async function nameAndZone(db: Db, businessId: string): Promise<{ name: string; timeZone: string }> {
  const row = await db
    .selectFrom('business_profiles')
    .select(['business_name as name', 'time_zone as timeZone'])
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) throw notFound('business profile');
  return row;
}

/** An account customers can pay to by hand. `bankCode` is empty where the bank is not one we know. */
export type PayToAccount = { bankName: string; accountNumber: string; accountName: string; bankCode: string };

/** Business details shown in documents and messages. */
export type BusinessForDocument = {
  id: string;
  name: string;
  addressLines: string[];
  email: string;
  phone: string | null;
  primaryColor: string;
  secondaryColor: string;
  /** Path under which everybody can see the logo. */
  logo: string | null;
  /** Key of the logo's bytes in the file store. */
  logoKey: string | null;
  timeZone: string;
};

/** Business details for documents and messages. Throws 404 without a profile. */
export async function businessForDocument(db: Db, businessId: string): Promise<BusinessForDocument> {
  const row = await db
    .selectFrom('business_profiles')
    .selectAll()
    .where('business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) throw notFound('business profile');
  const logoId = row.logo && fileIdOf(row.logo);
  return {
    id: businessId,
    name: row.business_name,
    addressLines: addressLines(row),
    email: row.email,
    phone: row.phone,
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
    logo: row.logo,
    logoKey: logoId ? storageKey(businessId, logoId) : null,
    timeZone: row.time_zone,
  };
}

/** The columns `payToOf` reads. */
export const accountColumns = [
  'business_id',
  'account_number_sealed',
  'bank_name',
  'account_name',
  'bank_code',
] as const;

type AccountParts = Pick<BusinessProfileRow, (typeof accountColumns)[number]>;

/** The account customers can pay to by hand; null where the profile has none. */
export async function payToOf(row: AccountParts, vault: Vault): Promise<PayToAccount | null> {
  if (!row.account_number_sealed || !row.bank_name || !row.account_name) return null;
  const { business_id: businessId, account_number_sealed: sealed } = row;
  const accountNumber = await vault.open(businessId, sealingPlaces.accountNumber(businessId), sealed);
  return {
    bankName: row.bank_name,
    accountNumber,
    accountName: row.account_name,
    bankCode: row.bank_code ?? '',
  };
}
