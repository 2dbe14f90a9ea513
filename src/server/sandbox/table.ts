import type { Generated, Kysely } from 'kysely';
import type { Currency, Minor } from '#core/money.ts';
import type { PaymentMethod, ProviderPayment } from '#server/kernel/ports/index.ts';

type PaymentStatus = ProviderPayment['status'];

/** Planned outcome of a payout; `lost` is never stored. */
export const payoutPlans = [
  'completed',
  'failed',
  'reversed',
  'unknown',
  'processing',
  'lost',
  'refused',
] as const;
export type PayoutPlan = (typeof payoutPlans)[number];

/** Planned outcome of a requested refund; of a `lost` one only the answer is lost. */
export const refundOutcomes = [
  'completed',
  'failed',
  'needs_attention',
  'processing',
  'lost',
  'refused',
] as const;
export type RefundOutcome = (typeof refundOutcomes)[number];

type SettingsRow = {
  id: Generated<number>;
  webhook_delay_ms: Generated<number>;
  webhook_copies: Generated<number>;
  webhook_drop: Generated<boolean>;
  webhook_reorder: Generated<boolean>;
  provider_down: Generated<boolean>;
  payout_outcome: Generated<PayoutPlan | 'by_account'>;
  refund_outcome: Generated<RefundOutcome>;
};

export type CheckoutRow = {
  token: string;
  reference: string;
  amount_minor: Minor;
  currency: Currency;
  customer_name: string;
  customer_email: string;
  description: string;
  business_name: string;
  return_url: string;
  account_number: string | null;
  created_at: Date;
};

export type PaymentRow = {
  transaction_id: string;
  reference: string;
  status: PaymentStatus;
  amount_minor: Minor;
  fee_minor: Minor;
  /** Refunded and pending refund amounts; together never more than the amount. */
  refunded_minor: Minor;
  returning_minor: Minor;
  currency: Currency;
  method: PaymentMethod;
  /** Why it failed, or what is odd about it; for the pages only. */
  note: string;
  card_last4: string | null;
  /** Since when its card may not be charged again. */
  card_revoked_at: Date | null;
  /** One per rendered form, so that a form sent twice charges once. */
  attempt: string | null;
  otp_tries: number | null;
  /** Copies of each of its webhooks; null follows the settings. */
  notice_copies: number | null;
  /** The status it takes by itself at `next_at`. */
  plan: Exclude<PaymentStatus, 'pending'> | null;
  next_at: Date | null;
  created_at: Date;
  paid_at: Date | null;
};

export type PayoutRow = {
  reference: string;
  amount_minor: Minor;
  fee_minor: Minor;
  currency: Currency;
  bank_code: string;
  account_number: string;
  account_name: string;
  narration: string;
  plan: Exclude<PayoutPlan, 'lost'>;
  state: 'processing' | 'completed' | 'failed' | 'reversed';
  reason: string | null;
  next_at: Date | null;
  created_at: Date;
  settled_at: Date | null;
};

export type RefundRow = {
  refund_id: string;
  /** Null for an unrequested one. */
  reference: string | null;
  transaction_id: string;
  amount_minor: Minor;
  state: 'processing' | 'completed' | 'failed' | 'needs_attention';
  /** Reason of the request. */
  reason: string;
  /** Reason of the failure, or the required action. */
  problem: string | null;
  /** The state it takes by itself at `next_at`. */
  plan: 'completed' | 'failed' | 'needs_attention' | null;
  next_at: Date | null;
  created_at: Date;
  settled_at: Date | null;
};

export type WebhookRow = {
  event_id: string;
  sequence: Generated<number>;
  type: string;
  about: string;
  body: string;
  state: 'waiting' | 'delivered' | 'dropped' | 'given_up';
  copies_left: number;
  failures: Generated<number>;
  created_at: Date;
  next_at: Date | null;
};

export type AttemptRow = {
  id: Generated<number>;
  event_id: string;
  attempted_at: Date;
  response_code: number | null;
  problem: string | null;
};

/** The provider's own tables, in the schema "sandbox". */
export type SandboxTables = {
  'sandbox.settings': SettingsRow;
  'sandbox.checkouts': CheckoutRow;
  'sandbox.payments': PaymentRow;
  'sandbox.payouts': PayoutRow;
  'sandbox.refunds': RefundRow;
  'sandbox.notices': WebhookRow;
  'sandbox.notice_attempts': AttemptRow;
};

export type SandboxDb = Kysely<SandboxTables>;
