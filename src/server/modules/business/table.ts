import type { ColumnType, Generated } from 'kysely';
import type { creditUses } from '#contract/business.ts';
import type { Minor } from '#core/money.ts';

type NullableDate = ColumnType<Date | null, Date | null | undefined, Date | null>;

export type BusinessProfileRow = {
  business_id: string;
  user_id: string;
  business_category: string | null;
  business_name: string;
  industry: string | null;
  description: string | null;
  company_size: string | null;
  email: string;
  country: string | null;
  state: string | null;
  city: string | null;
  street: string | null;
  zip_code: string | null;
  website_url: string | null;
  phone: string | null;
  /** The numbers by which the tax office and the registrar know it. */
  tin: ColumnType<string | null, string | null | undefined, string | null>;
  registration_number: ColumnType<string | null, string | null | undefined, string | null>;
  vat_number: ColumnType<string | null, string | null | undefined, string | null>;
  bank_name: string | null;
  bank_code: string | null;
  account_name: string | null;
  /** When the bank gave that name; null for a name typed before banks were asked, and where the bank did not answer. */
  account_name_confirmed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  account_number_sealed: string | null;
  account_number_last4: string | null;
  /** When another account took the place of one there was; the first one is no change. */
  payout_changed_at: NullableDate;
  bvn_sealed: string | null;
  bvn_last4: string | null;
  logo: string | null;
  primary_color: string;
  secondary_color: string;
  kyc_cac: string | null;
  kyc_valid_id: string | null;
  kyc_utility_bill: string | null;
  kyc_bank_statement: string | null;
  /** Since when the documents wait for their review; null for those of before there was one. */
  documents_sent_at: NullableDate;
  /** When an operator had looked through the documents and accepted them. */
  documents_accepted_at: NullableDate;
  documents_refused_at: NullableDate;
  /** Why, as the owner was told. */
  documents_refusal: ColumnType<string | null, string | null | undefined, string | null>;
  /** The bearer of the payment provider's fee. */
  fee_bearer: Generated<'owner' | 'customer'>;
  /** Whether the own account, confirmed by hand, stands on documents. */
  own_account_on_documents: Generated<boolean>;
  /** The most that is given up of what a payment leaves. */
  forgive_ngn_minor: Generated<Minor>;
  forgive_usd_minor: Generated<Minor>;
  /** Whether credit is used for a new invoice by itself. */
  credit_on_send: Generated<(typeof creditUses)[number]>;
  /** Whether the assistant learns from corrections and earlier invoices. */
  remembers_corrections: Generated<boolean>;
  /** Of a month: customers are sent the statement of the month before. */
  statement_day: ColumnType<number | null, number | null | undefined, number | null>;
  time_zone: Generated<string>;
  onboarding_completed: boolean;
  next_invoice_number: Generated<number>;
  /** When the verified owner took the account over from an unverified creator. */
  taken_over_at: NullableDate;
  /** Counts as not registered until that owner registers the business. */
  pending_owner_verification: Generated<boolean>;
  /** Blocks payouts after a takeover with earlier trade until an operator has checked whose the money is. */
  payouts_on_hold: Generated<boolean>;
  created_at: Date;
  updated_at: Date;
};

type TransactionPinRow = {
  business_id: string;
  pin_hash: string;
  failed_tries: Generated<number>;
  locks: Generated<number>;
  locked_until: Date | null;
  /** Until when at most somebody's PIN is being compared, and by whom. */
  checking_until: ColumnType<Date | null, never, Date | null>;
  checking_token: ColumnType<string | null, never, string | null>;
  /** Locks of the last thirty days. */
  recent_locks: Generated<Date[]>;
  set_at: Date;
  /** When it was chosen by somebody who did not know the one before it. */
  reset_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type BusinessTables = { business_profiles: BusinessProfileRow; transaction_pins: TransactionPinRow };

declare module '#server/kernel/db.ts' {
  interface Database extends BusinessTables {}
}
