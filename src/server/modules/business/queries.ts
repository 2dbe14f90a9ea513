import { type Selectable, sql } from 'kysely';
import {
  allowances,
  allowedSum,
  ESTABLISHED_MONTHLY_INCOME,
  ESTABLISHED_MONTHS,
  LOST_PER_COMPLAINT,
  nextStep,
  type TrustLevel,
} from '#contract/allowances.ts';
import type { kycDocumentNames } from '#contract/business.ts';
import { DEFAULT_ZONE, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { AppError, notFound } from '#core/errors.ts';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import type { PrintedBusiness } from '#server/kernel/ports/pdf.ts';
import type { Vault } from '#server/kernel/vault.ts';
import { fileIdOf, storageKey } from '#server/modules/files/rules.ts';
import { ownerIsConfirmed } from '#server/modules/identity/queries/accounts.ts';
import { incomeBetween } from '#server/modules/ledger/queries.ts';
import {
  complaintsSince,
  newRecipientsSince,
  wroteTo,
} from '#server/modules/notifications/queries/recipients.ts';
import {
  addressLines,
  type DocumentsReview,
  documentsReview,
  sealingPlaces,
  standingOf,
  taxLines,
} from './rules.ts';
import type { BusinessProfileRow } from './table.ts';

const MONTH_MS = 30 * DAY_MS;

/** A profile with whether the transaction PIN is set, and whether customers see the badge. */
export type Profile = Selectable<BusinessProfileRow> & { pinSet: boolean; hasBadge: boolean };

/** The profile as it is stored; nothing before the business is registered. */
const rowOf = (db: Db, businessId: string) =>
  db.selectFrom('business_profiles').selectAll().where('business_id', '=', businessId).executeTakeFirst();

/** The business's own profile. Throws 404 where there is none yet. */
export async function profileOf(db: Db, businessId: string): Promise<Profile> {
  const row = await db
    .selectFrom('business_profiles as b')
    .leftJoin('transaction_pins as p', 'p.business_id', 'b.business_id')
    .leftJoin('users as u', 'u.business_id', 'b.business_id')
    .selectAll('b')
    .select(['p.set_at', 'u.email_verified_at'])
    .where('b.business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) throw notFound('business profile');
  const { set_at, email_verified_at, ...profile } = row;
  return { ...profile, pinSet: set_at !== null, hasBadge: standingOf(profile, email_verified_at).hasBadge };
}

/** How far a business is trusted, and how it comes further; `raise` is null at the top. */
export type Trust = { level: TrustLevel; raise: string | null };

/** How far a business is trusted now: what it may do in a day goes by it (`contract/allowances.ts`). */
export async function trustOf(db: Db, businessId: string, now: Date): Promise<Trust> {
  const { state } = await reviewOf(db, businessId);
  const level = await levelOf(db, { businessId, accepted: state === 'accepted' }, now);
  return { level, raise: nextStep(level, state) };
}

async function levelOf(
  db: Db,
  { businessId, accepted }: { businessId: string; accepted: boolean },
  now: Date,
): Promise<TrustLevel> {
  if (!(await ownerIsConfirmed(db, businessId))) return 'new';
  if (await hasIncomeEachMonth(db, businessId, now)) return 'established';
  return accepted ? 'documented' : 'confirmed';
}

async function reviewOf(db: Db, businessId: string): Promise<DocumentsReview> {
  const row = await rowOf(db, businessId);
  return row ? documentsReview(row) : { state: 'not_sent', since: null, reason: null };
}

/** Condition of a profile whose documents wait for an operator, as `documentsReview` has it. */
export const waitsForReview = sql<boolean>`(kyc_valid_id is not null
  and documents_accepted_at is null and documents_refused_at is null)`;

/** Fingerprint of what an operator looks at: a verdict is on exactly these papers under this name. */
export const papersSeen = sql<string>`left(encode(sha256(convert_to(row(business_name, registration_number,
  kyc_cac, kyc_valid_id, kyc_utility_bill, kyc_bank_statement)::text, 'UTF8')), 'hex'), 16)`;

const WAITING_SINCE = sql<Date>`coalesce(documents_sent_at, b.created_at)`;
const MOST_LISTED = 500;

/** Businesses whose documents wait for an operator, longest first. */
export const documentsWaiting = (db: Db): Promise<{ businessId: string; name: string; since: Date }[]> =>
  db
    .selectFrom('business_profiles as b')
    .select(['b.business_id as businessId', 'b.business_name as name', WAITING_SINCE.as('since')])
    .where(waitsForReview)
    .orderBy(WAITING_SINCE)
    .orderBy('b.business_id')
    .limit(MOST_LISTED)
    .execute();

/** A business as an operator sees it. `papers`: references to its files; `seen`: the fingerprint of them. */
export type DocumentsToReview = {
  businessId: string;
  name: string;
  owner: { name: string; email: string; confirmed: boolean };
  addressLines: string[];
  /** TIN, RC or BN and VAT number as they are printed, to compare with the papers. */
  taxLines: string[];
  /** Holder of the payout account, by the bank's word or as typed. */
  accountName: string | null;
  papers: Record<(typeof kycDocumentNames)[number], string | null>;
  review: DocumentsReview;
  seen: string;
};

/** The documents of a business for an operator; null where there is no such business. */
export async function documentsToReview(db: Db, businessId: string): Promise<DocumentsToReview | null> {
  const row = await db
    .selectFrom('business_profiles as b')
    .innerJoin('users as u', 'u.business_id', 'b.business_id')
    .selectAll('b')
    .select(['u.first_name', 'u.last_name', 'u.email as owner_email', 'u.email_verified_at'])
    .select(papersSeen.as('seen'))
    .where('b.business_id', '=', businessId)
    .executeTakeFirst();
  if (!row) return null;
  return {
    businessId,
    name: row.business_name,
    owner: {
      name: `${row.first_name} ${row.last_name}`,
      email: row.owner_email,
      confirmed: row.email_verified_at !== null,
    },
    addressLines: addressLines(row),
    taxLines: taxLines(row),
    accountName: row.account_name,
    papers: {
      cac: row.kyc_cac,
      validId: row.kyc_valid_id,
      utilityBill: row.kyc_utility_bill,
      bankStatement: row.kyc_bank_statement,
    },
    review: documentsReview(row),
    seen: row.seen,
  };
}

async function hasIncomeEachMonth(db: Db, businessId: string, now: Date): Promise<boolean> {
  for (let month = 0; month < ESTABLISHED_MONTHS; month++) {
    const span = { after: plusMs(now, -(month + 1) * MONTH_MS), until: plusMs(now, -month * MONTH_MS) };
    const incomes = await incomeBetween(db, businessId, span);
    const isEnough = incomes.some(
      ({ currency, income }) => income >= allowedSum(ESTABLISHED_MONTHLY_INCOME, currency),
    );
    if (!isEnough) return false;
  }
  return true;
}

/** New customers a business may write to today (UTC): what its level allows, less for each complaint of the week. */
export async function recipientAllowance(db: Db, businessId: string, now: Date) {
  const startsAt = plusMs(now, -(now.getTime() % DAY_MS));
  const { level, raise } = await trustOf(db, businessId, now);
  const lost = LOST_PER_COMPLAINT * (await complaintsSince(db, businessId, plusMs(now, -7 * DAY_MS)));
  const most = Math.max(1, allowances[level].recipients - lost);
  const left = Math.max(0, most - (await newRecipientsSince(db, businessId, startsAt)));
  return { most, left, raise, endsAt: plusMs(startsAt, DAY_MS) };
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

/** Whether the own account of a business stands on its documents. */
export const ownAccountIsPrinted = async (db: Db, businessId: string): Promise<boolean> =>
  (await rowOf(db, businessId))?.own_account_on_documents ?? false;

/** Whether a business has its customers bear the payment provider's fee. */
export const customersBearFee = async (db: Db, businessId: string): Promise<boolean> =>
  (await rowOf(db, businessId))?.fee_bearer === 'customer';

/** The most (minor units) a business gives up of what a payment leaves; zero for none. */
export async function forgivenRest(db: Db, businessId: string, currency: Currency): Promise<Minor> {
  const row = await rowOf(db, businessId);
  return (currency === 'NGN' ? row?.forgive_ngn_minor : row?.forgive_usd_minor) ?? ZERO;
}

/** Whether a customer's credit is used for each new invoice of theirs without asking. */
export const usesCreditOnSend = async (db: Db, businessId: string): Promise<boolean> =>
  (await rowOf(db, businessId))?.credit_on_send === 'always';

/** Whether the assistant may learn from a business's corrections and earlier invoices. */
export const remembersCorrections = async (db: Db, businessId: string): Promise<boolean> =>
  (await rowOf(db, businessId))?.remembers_corrections ?? false;

/** The zone in which a business's days begin, also before it is registered. */
export const timeZoneOf = async (db: Db, businessId: string): Promise<string> =>
  (await rowOf(db, businessId))?.time_zone ?? DEFAULT_ZONE;

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
export type BusinessForDocument = Omit<PrintedBusiness, 'logo'> & {
  /** Path under which everybody can see the logo. */
  logo: string | null;
  /** Key of the logo's bytes in the file store. */
  logoKey: string | null;
  printsOwnAccount: boolean;
  timeZone: string;
};

/** Business details for documents and messages. Throws 404 without a profile. */
export async function businessForDocument(db: Db, businessId: string): Promise<BusinessForDocument> {
  const row = await rowOf(db, businessId);
  if (!row) throw notFound('business profile');
  const logoId = row.logo && fileIdOf(row.logo);
  return {
    id: businessId,
    name: row.business_name,
    addressLines: addressLines(row),
    taxLines: taxLines(row),
    email: row.email,
    phone: row.phone,
    primaryColor: row.primary_color,
    secondaryColor: row.secondary_color,
    logo: row.logo,
    logoKey: logoId ? storageKey(businessId, logoId) : null,
    printsOwnAccount: row.own_account_on_documents,
    timeZone: row.time_zone,
  };
}

/** The columns `payoutAccountOf` reads. */
export const accountColumns = [
  'business_id',
  'account_number_sealed',
  'bank_name',
  'account_name',
  'account_name_confirmed_at',
  'bank_code',
] as const;

type AccountParts = Pick<Selectable<BusinessProfileRow>, (typeof accountColumns)[number]>;

/** The account a business's money goes to; without a name where the bank has not given one. */
export type PayoutAccount = Omit<PayToAccount, 'accountName'> & { accountName: string | null };

/** The payout account of a profile; null where it has none. */
export async function payoutAccountOf(row: AccountParts, vault: Vault): Promise<PayoutAccount | null> {
  if (!row.account_number_sealed || !row.bank_name) return null;
  const { business_id: businessId, account_number_sealed: sealed } = row;
  const accountNumber = await vault.open(businessId, sealingPlaces.accountNumber(businessId), sealed);
  return {
    bankName: row.bank_name,
    accountNumber,
    accountName: confirmedHolder(row),
    bankCode: row.bank_code ?? '',
  };
}

/** The name the bank gave for the payout account; null where it has not, whatever an owner once typed. */
export const confirmedHolder = (
  row: Pick<AccountParts, 'account_name' | 'account_name_confirmed_at'>,
): string | null => (row.account_name_confirmed_at ? row.account_name : null);

/** The account customers can pay to by hand; null where the profile has none, or no name for it. */
export async function payToOf(row: AccountParts, vault: Vault): Promise<PayToAccount | null> {
  const account = row.account_name ? await payoutAccountOf(row, vault) : null;
  return account && { ...account, accountName: row.account_name ?? '' };
}

/** The day's allowance, where it keeps a business from writing to a customer never written to before. */
export async function exhaustedRecipients({ tx, now }: SystemCtx, businessId: string, address: string) {
  if (await wroteTo(tx, businessId, address)) return null;
  const allowance = await recipientAllowance(tx, businessId, now);
  return allowance.left > 0 ? null : allowance;
}

/** Refuses a message to one new customer too many. Throws 429. The caller holds the business's lock. */
export async function requireRecipient(ctx: SystemCtx, businessId: string, address: string): Promise<void> {
  const exhausted = await exhaustedRecipients(ctx, businessId, address);
  if (!exhausted) return;
  const { most, raise, endsAt } = exhausted;
  const message = `You have written to ${most} new customers today, the most for one day. Share the link yourself, or wait until tomorrow`;
  throw new AppError('too_many_requests', raise ? `${message}. ${raise}` : message, {
    retryAfterSeconds: Math.max(1, Math.ceil((endsAt.getTime() - ctx.now.getTime()) / 1000)),
  });
}
