import { randomBytes } from 'node:crypto';
import { add, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import type { ActualPayment, ActualRefund, ChargeEnd } from '../simulator.ts';

export type Session = {
  id: string;
  status: 'open' | 'complete' | 'expired';
  amount: Minor;
  currency: string;
  reference: string | null;
  metadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  productName: string;
  merchant: string;
  email: string | null;
  successUrl: string;
  cancelUrl: string | null;
  createdAt: Date;
  expiresAt: Date;
  intentId: string | null;
  /** Its card is kept, with a customer. */
  keepsCard: boolean;
};
export type Intent = {
  id: string;
  chargeId: string;
  metadata: Record<string, string>;
  livemode: boolean;
  methodType: string;
  customer: string | null;
  method: string | null;
  keepsCard: boolean;
  /** The bank's words of a refused one. */
  error: { code: string; decline_code?: string; message: string } | null;
  createdAt: Date;
  truth: ActualPayment;
};
export type Refund = {
  id: string;
  intent: Intent;
  status: 'pending' | 'requires_action' | 'succeeded' | 'failed' | 'canceled';
  metadata: Record<string, string>;
  reason: string | null;
  createdAt: Date;
  truth: ActualRefund;
};
export type Dispute = { id: string; intent: Intent; amount: Minor; status: 'lost'; createdAt: Date };
type StoredReply = { at: Date; fingerprint: string; reply: { status: number; body: unknown } };

/** All that Stripe knows. Lists are in order of creation. */
export type Ledger = {
  now: () => Date;
  sessions: Session[];
  intents: Intent[];
  refunds: Refund[];
  disputes: Dispute[];
  keys: Map<string, StoredReply>;
  balance: Minor;
  refundsEnd: Refund['status'];
  chargesEnd: ChargeEnd;
  /** Payment methods that were detached. */
  detached: Set<string>;
};

export const emptyLedger = (now: () => Date): Ledger => ({
  now,
  sessions: [],
  intents: [],
  refunds: [],
  disputes: [],
  keys: new Map(),
  balance: ZERO,
  refundsEnd: 'succeeded',
  chargesEnd: 'completed',
  detached: new Set(),
});

export const newId = (prefix: string): string => `${prefix}_${randomBytes(12).toString('hex')}`;

/** US cards: 2.9 percent and 30 cents. */
export const feeOf = (amount: Minor): Minor => minor(Math.round((amount * 29) / 1000) + 30);

const sum = (all: { amount: Minor }[]): Minor => add(ZERO, ...all.map(({ amount }) => amount));

/** Refunded amount of a charge, including refunds under way. */
export const refundedOf = (books: Ledger, intent: Intent): Minor =>
  sum(
    books.refunds
      .filter((refund) => refund.intent === intent && !['failed', 'canceled'].includes(refund.status))
      .map(({ truth }) => truth),
  );
export const disputedOf = (books: Ledger, intent: Intent): Minor =>
  sum(books.disputes.filter((dispute) => dispute.intent === intent));

/** Enters a payment that has come to an end, good or bad. */
export function endIntent(books: Ledger, intent: Intent, as: 'completed' | 'failed'): void {
  const { truth } = intent;
  truth.status = as;
  truth.at = books.now();
  if (as === 'failed') return;
  truth.fee = feeOf(truth.amount);
  if (isInBalance(intent)) books.balance = add(books.balance, subtract(truth.amount, truth.fee));
}

/** Enters money that has gone back for good. */
function reverseFunds(books: Ledger, intent: Intent, amount: Minor): void {
  const { truth } = intent;
  truth.refunded = add(truth.refunded, amount);
  if (truth.refunded >= truth.amount) truth.status = 'refunded';
  if (isInBalance(intent)) books.balance = subtract(books.balance, amount);
}

/** The balance is that of the key's mode, in dollars. */
const isInBalance = ({ livemode, truth }: Intent): boolean => !livemode && truth.currency === 'USD';

export function openRefund(
  books: Ledger,
  intent: Intent,
  input: Pick<Refund, 'metadata' | 'reason'> & { amount: Minor; status: Refund['status'] },
): Refund {
  const { amount, status, ...rest } = input;
  const createdAt = books.now();
  const truth: ActualRefund = {
    transactionId: intent.id,
    amount,
    state: 'processing',
    at: createdAt,
  };
  const refund: Refund = { id: newId('re'), intent, status: 'pending', createdAt, truth, ...rest };
  books.refunds.push(refund);
  endRefund(books, refund, status);
  return refund;
}

const states = {
  pending: 'processing',
  requires_action: 'needs_attention',
  succeeded: 'completed',
  failed: 'failed',
  canceled: 'failed',
} as const;

export function endRefund(books: Ledger, refund: Refund, as: Refund['status']): void {
  refund.status = as;
  refund.truth.state = states[as];
  if (as === 'succeeded') reverseFunds(books, refund.intent, refund.truth.amount);
}

export function openDispute(books: Ledger, intent: Intent, amount: Minor): Dispute {
  const dispute: Dispute = { id: newId('du'), intent, amount, status: 'lost', createdAt: books.now() };
  books.disputes.push(dispute);
  reverseFunds(books, intent, amount);
  return dispute;
}
