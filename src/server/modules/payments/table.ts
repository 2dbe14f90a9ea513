import type { ColumnType, Selectable } from 'kysely';
import type { CalendarDate } from '#core/dates.ts';
import type { Currency, Minor } from '#core/money.ts';
import type { PaymentMethod } from '#server/ports.ts';

export type PaymentStatus = 'pending' | 'completed' | 'failed' | 'cancelled' | 'refunded';

/** A transfer account as stored; the expiry is an ISO time. */
export type StoredAccount = {
  bankName: string;
  accountNumber: string;
  accountName: string;
  expiresAt: string | null;
};

export type CheckoutTable = {
  business_id: string;
  reference: string;
  invoice_id: string;
  provider: string;
  currency: Currency;
  amount_minor: Minor;
  checkout_url: string | null;
  account: ColumnType<StoredAccount | null, string | null, string | null>;
  ussd_code: string | null;
  created_at: Date;
};

export type PaymentTable = {
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
  applied_minor: ColumnType<Minor, Minor | undefined, Minor>;
  method: PaymentMethod;
  status: PaymentStatus;
  test_mode: boolean;
  day: CalendarDate;
  created_at: Date;
  completed_at: Date | null;
};

export type AllocationRow = {
  business_id: string;
  id: string;
  payment_id: string;
  invoice_id: string;
  amount_minor: Minor;
  created_at: Date;
};

export type UnmatchedPaymentRow = {
  provider: string;
  transaction_id: string;
  business_id: string | null;
  invoice_id: string | null;
  reference: string;
  currency: string;
  amount_minor: number;
  reason: 'unknown_reference' | 'other_currency' | 'test_money';
  received_at: Date;
};

export type PaymentTables = {
  checkouts: CheckoutTable;
  payments: PaymentTable;
  allocations: AllocationRow;
  unmatched_payments: UnmatchedPaymentRow;
};

export type CheckoutRow = Selectable<CheckoutTable>;
export type PaymentRow = Selectable<PaymentTable>;
