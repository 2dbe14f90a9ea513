import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Currency, Minor } from '#core/money.ts';

export type WithdrawalStatus = 'pending' | 'processing' | 'completed' | 'failed' | 'reversed';

type WithdrawalTable = {
  business_id: string;
  id: string;
  reference: string;
  type: 'self-withdraw' | 'disburse';
  currency: Currency;
  amount_minor: Minor;
  fee_minor: Minor;
  bank_code: string;
  bank_name: string;
  account_name: string | null;
  account_number_sealed: string;
  account_number_last4: string;
  staff_name: string | null;
  staff_email: string | null;
  staff_phone: string | null;
  description: string | null;
  provider: string;
  status: WithdrawalStatus;
  reason: string | null;
  /** Whether its account was not known yet, neither the business's own nor paid the day before. */
  to_new_account: Generated<boolean>;
  batch_id: ColumnType<string | null, string | null | undefined, string | null>;
  /** The attempt that did not go through, in whose place this one is. */
  retry_of: ColumnType<string | null, string | null | undefined, never>;
  tries: Generated<number>;
  next_poll_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  alerted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  needs_review_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
  sent_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

type StaffTable = {
  business_id: string;
  id: string;
  name: string;
  email: string;
  phone: string | null;
  bank_code: string;
  bank_name: string;
  /** Empty where the bank has not given it. */
  account_name: string;
  account_number_sealed: string;
  account_number_last4: string;
  usual_amount_minor: Minor | null;
  currency: Currency;
  archived_at: Date | null;
  created_at: Date;
  updated_at: Date;
};

export type WithdrawalTables = { withdrawals: WithdrawalTable; staff: StaffTable };

declare module '#server/kernel/db.ts' {
  interface Database extends WithdrawalTables {}
}

export type WithdrawalRow = Selectable<WithdrawalTable>;
export type StaffRow = Selectable<StaffTable>;
