import type { Minor } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { FaultPlan } from './faults.ts';

/** Actual state at the provider, in minor units: the ground truth every test compares our ledger with. */
export type ActualPayment = {
  transactionId: string;
  reference: string;
  amount: Minor;
  fee: Minor;
  refunded: Minor;
  currency: string;
  method: PaymentMethod;
  status: 'pending' | 'completed' | 'failed' | 'cancelled' | 'refunded';
  at: Date;
};
export type ActualPayout = {
  reference: string;
  amount: Minor;
  currency: string;
  bankCode: string;
  accountNumber: string;
  state: 'processing' | 'completed' | 'failed' | 'reversed';
  /** How many transfers really left the provider under the reference: more than one is the worst that can happen. */
  sent: number;
  at: Date;
};
export type ActualRefund = {
  transactionId: string;
  amount: Minor;
  state: 'processing' | 'completed' | 'failed' | 'needs_attention';
  at: Date;
};

/** How charges of saved cards end: paid, still under way, or refused for a reason of their bank's. */
export type ChargeEnd = 'completed' | 'processing' | 'funds' | 'declined' | 'card' | 'holder';

/** The words a bank refuses with. */
export const bankWords: Record<Exclude<ChargeEnd, 'completed' | 'processing'>, string> = {
  funds: 'Insufficient Funds',
  declined: 'Do not honour',
  card: 'Stolen card, pick up',
  holder: 'Authentication required',
};

/** A webhook as it would be posted: the exact body and its signed headers. */
export type SimWebhook = { body: string; headers: Record<string, string> };

/** How a customer pays. The amount and currency default to what the checkout asks for. */
export type Pay = {
  amount?: Minor;
  currency?: string;
  method?: PaymentMethod;
  /** Pays with the other mode's money: test money in live mode, and the reverse. */
  otherMode?: boolean;
  /** `pending` stays so until paid with the same call and `transactionId`. */
  status?: 'completed' | 'failed' | 'pending';
  transactionId?: string;
};

/** A provider of our own making that speaks another company's wire format over loopback HTTP. */
export type Simulator = {
  /** As the adapter's `name`. */
  name: string;
  url: string;
  /** The settings (environment variables) with which the service uses it, for both collecting and paying out. */
  settings: Record<string, string>;
  /** The currency it is used with here. */
  currency: 'NGN' | 'USD';
  setFaults(plan: FaultPlan | null): void;
  /**
   * A customer pays a checkout, by our reference; gives the transaction's id. Queues the provider's webhook.
   */
  pay(reference: string, how?: Pay): string;
  /** Money with a reference nobody asked for. */
  payUnknownReference(amount: Minor): string;
  /** A refund, reversal or chargeback we did not request; the full rest by default. Queues a webhook. */
  refundByProvider(transactionId: string, amount?: Minor): void;
  /** The end of payouts sent from now on: at once, or `processing` until decided. */
  payoutsEnd(as: 'completed' | 'failed' | 'processing'): void;
  /** Ends a payout, or reverses a completed one. Queues a webhook. */
  decidePayout(reference: string, as: 'completed' | 'failed' | 'reversed'): void;
  refundsEnd(as: 'completed' | 'failed' | 'processing'): void;
  /** Ends every refund of the transaction that is still under way. Queues a webhook. */
  decideRefunds(transactionId: string, as: 'completed' | 'failed'): void;
  /** The end of charges of saved cards from now on; a charge under way is ended by `decideCharge`. */
  chargesEnd(as: ChargeEnd): void;
  decideCharge(reference: string, as: 'completed' | 'failed'): void;
  /** Adds to the balance payouts draw on; completed payments add to it, net of their fee. */
  fund(amount: Minor): void;
  ledger: { payments: ActualPayment[]; payouts: ActualPayout[]; refunds: ActualRefund[]; balance: Minor };
  /** Takes the webhooks queued so far, in order; posting them (or not) is the caller's choice. */
  takeWebhooks(): SimWebhook[];
  /** A webhook with a valid signature over any body: only the provider can make one. */
  sign(body: string): SimWebhook;
  /** Where it posts webhooks by itself, at once; null (the default) keeps them for `takeWebhooks`. */
  postTo(webhookUrl: string | null): void;
  close(): Promise<void>;
};

/** Starts one. `now` is the clock of its records. */
export type StartSimulator = (now: () => Date) => Promise<Simulator>;
