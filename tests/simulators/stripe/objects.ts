import { Refusal } from './form.ts';
import {
  type Dispute,
  disputedOf,
  type Intent,
  type Ledger,
  type Refund,
  refundedOf,
  type Session,
} from './ledger.ts';

const seconds = (date: Date): number => Math.floor(date.getTime() / 1000);

const intentStatuses = {
  pending: 'processing',
  failed: 'requires_payment_method',
  cancelled: 'canceled',
  completed: 'succeeded',
  refunded: 'succeeded',
} as const;

const isPaid = ({ truth }: Intent): boolean => truth.status === 'completed' || truth.status === 'refunded';

export function sessionObject(session: Session, url: string, intent: Intent | null) {
  const { status, currency } = session;
  return {
    id: session.id,
    object: 'checkout.session',
    amount_subtotal: session.amount,
    amount_total: session.amount,
    cancel_url: session.cancelUrl,
    client_reference_id: session.reference,
    created: seconds(session.createdAt),
    currency,
    customer_details: session.email ? { email: session.email, name: null, phone: null } : null,
    customer_email: session.email,
    expires_at: seconds(session.expiresAt),
    livemode: intent?.livemode ?? false,
    metadata: session.metadata,
    mode: 'payment',
    // There is none until the customer begins to pay.
    payment_intent: session.intentId,
    payment_status: intent && isPaid(intent) ? 'paid' : 'unpaid',
    status,
    success_url: session.successUrl,
    url: status === 'open' ? `${url}/c/pay/${session.id}` : null,
  };
}

const expandable = ['latest_charge', 'latest_charge.balance_transaction'];

/** Refuses what cannot be expanded; gives which of the two levels of a payment intent are asked for. */
export function readExpand(paths: string[], prefix = ''): number {
  const levels = paths.map((path) => {
    const level = expandable.indexOf(path.startsWith(prefix) ? path.slice(prefix.length) : '?') + 1;
    if (level === 0) throw new Refusal(`This property cannot be expanded (${path}).`, { param: 'expand' });
    return level;
  });
  return Math.max(0, ...levels);
}

export function intentObject(books: Ledger, intent: Intent, expanded: number) {
  const { truth, id, livemode, metadata } = intent;
  const failed = truth.status === 'failed';
  return {
    id,
    object: 'payment_intent',
    amount: truth.amount,
    amount_capturable: 0,
    amount_received: isPaid(intent) ? truth.amount : 0,
    capture_method: 'automatic',
    created: seconds(intent.createdAt),
    currency: truth.currency.toLowerCase(),
    last_payment_error: failed
      ? { type: 'card_error', code: 'card_declined', message: 'Your card was declined.', ...intent.error }
      : null,
    customer: intent.customer,
    payment_method: intent.method,
    setup_future_usage: intent.keepsCard ? 'off_session' : null,
    latest_charge: expanded === 0 ? intent.chargeId : chargeObject(books, intent, expanded > 1),
    livemode,
    metadata,
    status: intentStatuses[truth.status],
  };
}

const cardDetails = { brand: 'visa', last4: '4242', exp_month: 8, exp_year: 2031 };

export function chargeObject(books: Ledger, intent: Intent, withBalance: boolean) {
  const { truth, chargeId, livemode, metadata, methodType } = intent;
  const refunded = refundedOf(books, intent);
  const words = { pending: 'pending', failed: 'failed', cancelled: 'failed' } as const;
  return {
    id: chargeId,
    object: 'charge',
    amount: truth.amount,
    amount_captured: isPaid(intent) ? truth.amount : 0,
    amount_refunded: refunded,
    balance_transaction: balanceTransaction(intent, withBalance),
    captured: isPaid(intent),
    created: seconds(truth.at),
    currency: truth.currency.toLowerCase(),
    disputed: disputedOf(books, intent) > 0,
    livemode,
    metadata,
    paid: isPaid(intent),
    payment_intent: intent.id,
    payment_method_details: { type: methodType, [methodType]: methodType === 'card' ? cardDetails : {} },
    refunded: refunded === truth.amount,
    status: truth.status in words ? words[truth.status as keyof typeof words] : 'succeeded',
  };
}

function balanceTransaction(intent: Intent, expanded: boolean) {
  const { truth, chargeId } = intent;
  if (!isPaid(intent)) return null;
  const id = chargeId.replace(/^ch_/, 'txn_');
  if (!expanded) return id;
  return {
    id,
    object: 'balance_transaction',
    amount: truth.amount,
    currency: truth.currency.toLowerCase(),
    exchange_rate: null,
    fee: truth.fee,
    net: truth.amount - truth.fee,
    source: chargeId,
    type: 'charge',
  };
}

export function refundObject(refund: Refund) {
  const { id, intent, status, metadata, reason, truth } = refund;
  return {
    id,
    object: 'refund',
    amount: truth.amount,
    charge: intent.chargeId,
    created: seconds(refund.createdAt),
    currency: intent.truth.currency.toLowerCase(),
    ...(status === 'failed' ? { failure_reason: 'declined' } : {}),
    metadata,
    payment_intent: intent.id,
    ...(status === 'pending' ? { pending_reason: 'processing' } : {}),
    reason,
    status,
  };
}

export const disputeObject = ({ id, intent, amount, status, createdAt }: Dispute) => ({
  id,
  object: 'dispute',
  amount,
  charge: intent.chargeId,
  created: seconds(createdAt),
  currency: intent.truth.currency.toLowerCase(),
  is_charge_refundable: false,
  livemode: intent.livemode,
  metadata: {},
  payment_intent: intent.id,
  reason: 'fraudulent',
  status,
});
