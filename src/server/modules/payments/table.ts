import type { ColumnType, Generated, Selectable } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { PaymentMethod as ProviderMethod } from '#server/kernel/ports/index.ts';

/** Every way money comes in, through a provider or not. */
export type PaymentMethod = ProviderMethod | 'cash' | 'pos' | 'cheque' | 'other';

export type PaymentStatus = 'pending' | 'completed' | 'failed' | 'cancelled' | 'refunded';

/** A transfer account as stored; the expiry is an ISO time. */
type StoredAccount = {
  bankName: string;
  accountNumber: string;
  accountName: string;
  expiresAt: string | null;
};

type CheckoutTable = {
  business_id: string;
  reference: string;
  /** Null where it is for several, which `checkout_invoices` has. */
  invoice_id: string | null;
  provider: string;
  currency: Currency;
  amount_minor: Minor;
  /** Asked of the payer on top, for the provider's fee. */
  surcharge_minor: ColumnType<Minor, Minor | undefined, Minor>;
  checkout_url: string | null;
  account: ColumnType<StoredAccount | null, string | null, string | null>;
  ussd_code: string | null;
  poll_count: Generated<number>;
  next_poll_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  /** A saved card is charged under it; it has no page. */
  charges_card: Generated<boolean>;
  /** When its payer last came back from the provider, and since when a return waits for the first word of it. */
  returned_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  unanswered_since: ColumnType<Date | null, Date | null | undefined, Date | null>;
  created_at: Date;
};

/** An invoice of a checkout for several, and the part of its sum that was asked for it. */
type CheckoutInvoiceTable = {
  business_id: string;
  reference: string;
  invoice_id: string;
  amount_minor: Minor;
};

type PaymentTable = {
  business_id: string;
  id: string;
  provider: string;
  transaction_id: string;
  reference: string;
  invoice_id: string | null;
  customer_id: string | null;
  currency: Currency;
  amount_minor: Minor;
  fee_minor: Minor;
  /** The part a customer paid for the provider's fee: neither on an invoice nor credit. */
  surcharge_minor: ColumnType<Minor, Minor | undefined, Minor>;
  applied_minor: ColumnType<Minor, Minor | undefined, Minor>;
  refunded_minor: ColumnType<Minor, Minor | undefined, Minor>;
  /** Given back by hand, not through a provider. */
  given_back_minor: ColumnType<Minor, Minor | undefined, Minor>;
  /** The day money that came without a provider was last handed back, and why. */
  given_back_on: ColumnType<CalendarDate | null, CalendarDate | null | undefined, CalendarDate | null>;
  given_back_reason: ColumnType<string | null, string | null | undefined, string | null>;
  settles_on: ColumnType<CalendarDate | null, CalendarDate | null | undefined, CalendarDate | null>;
  method: PaymentMethod;
  status: PaymentStatus;
  test_mode: boolean;
  day: CalendarDate;
  created_at: Date;
  completed_at: Date | null;
  status_changed_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  evidence: ColumnType<Evidence, Evidence | undefined, Evidence>;
  /** The user; null where a provider reported it. */
  recorded_by: ColumnType<string | null, string | null | undefined, string | null>;
  note: ColumnType<string | null, string | null | undefined, string | null>;
  cancelled_reason: ColumnType<string | null, string | null | undefined, string | null>;
  /** The line of the bank's statement it was seen in. */
  statement_line_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** The photo of a slip, of money recorded by hand. */
  slip_file_id: ColumnType<string | null, string | null | undefined, string | null>;
};

/** A provider confirmed it, it was seen in the bank's statement, or somebody typed it. */
export type Evidence = 'provider' | 'statement' | 'hand';

/** An alert or a screenshot that nobody has found in the bank yet. */
type ClaimTable = {
  business_id: string;
  id: string;
  invoice_id: string;
  amount_minor: Minor;
  day: CalendarDate;
  reference: string;
  note: string;
  said_by: string;
  state: 'open' | 'confirmed' | 'dismissed';
  payment_id: string | null;
  slip_file_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: Date;
  settled_at: Date | null;
};

type AllocationRow = {
  business_id: string;
  id: string;
  payment_id: string;
  invoice_id: string;
  amount_minor: Minor;
  /** When its money came or left, which may be before it was booked; null in rows of the version before. */
  moved_at: ColumnType<Date | null, Date | undefined, never>;
  created_at: Date;
};

export type UnmatchedReason = 'unknown_reference' | 'other_currency' | 'test_money';

type UnmatchedPaymentTable = {
  provider: string;
  transaction_id: string;
  business_id: string | null;
  invoice_id: string | null;
  reference: string;
  currency: string;
  amount_minor: number;
  reason: UnmatchedReason;
  received_at: Date;
  settled_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
};

export type RefundStatus = 'pending' | 'processing' | 'needs_attention' | 'completed' | 'failed';

type RefundTable = {
  business_id: string;
  id: string;
  reference: string;
  payment_id: string | null;
  provider: string;
  transaction_id: string;
  payment_reference: string;
  origin: 'owner' | 'provider';
  currency: Currency;
  amount_minor: Minor;
  reason: string;
  status: RefundStatus;
  note: string | null;
  provider_id: string | null;
  tries: Generated<number>;
  next_poll_at: Date | null;
  sent_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

/** The receipt of a payment that came; its number counts in its business. */
type ReceiptTable = {
  business_id: string;
  payment_id: string;
  number: number;
  public_id: string;
  verification_code: Generated<string>;
  issued_at: Date;
};

export type PaymentTables = {
  receipts: ReceiptTable;
  checkouts: CheckoutTable;
  checkout_invoices: CheckoutInvoiceTable;
  payments: PaymentTable;
  payment_claims: ClaimTable;
  allocations: AllocationRow;
  unmatched_payments: UnmatchedPaymentTable;
  refunds: RefundTable;
};

declare module '#server/kernel/db.ts' {
  interface Database extends PaymentTables {}
}

export type CheckoutRow = Selectable<CheckoutTable>;
export type PaymentRow = Selectable<PaymentTable>;
export type ReceiptRow = Selectable<ReceiptTable>;
export type ClaimRow = Selectable<ClaimTable>;
export type RefundRow = Selectable<RefundTable>;
export type UnmatchedPaymentRow = Selectable<UnmatchedPaymentTable>;
