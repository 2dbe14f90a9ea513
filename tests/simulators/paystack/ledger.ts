import { createHmac } from 'node:crypto';
import { type Minor, minor, ZERO } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { ChargeEnd, SimWebhook } from '../simulator.ts';

/** A transaction as the provider has it from the moment it was opened; `tried` once somebody tried to pay. */
export type Row = {
  id: number;
  reference: string;
  accessCode: string;
  email: string;
  /** The requested amount, and the paid or expected one. */
  requestedAmount: Minor;
  amount: Minor;
  currency: string;
  fee: Minor;
  status: 'abandoned' | 'ongoing' | 'success' | 'failed' | 'reversed';
  domain: 'test' | 'live';
  channel: string;
  method: PaymentMethod;
  callbackUrl: string | null;
  metadata: Record<string, unknown> | null;
  /** The account that waits for a transfer, for those that have one. */
  account: string | null;
  /** The bank's words, where they are not the usual. */
  gatewayResponse?: string;
  tried: boolean;
  createdAt: Date;
  paidAt: Date | null;
};
export type RefundRow = {
  id: number;
  transaction: number;
  amount: Minor;
  status: 'pending' | 'processing' | 'processed' | 'failed' | 'needs-attention';
  merchantNote: string;
  customerNote: string;
  at: Date;
};
export type Recipient = {
  id: number;
  code: string;
  name: string;
  accountNumber: string;
  bankCode: string;
  at: Date;
};
export type TransferRow = {
  id: number;
  code: string;
  reference: string;
  amount: Minor;
  fee: Minor;
  reason: string;
  status: 'pending' | 'received' | 'success' | 'failed' | 'reversed';
  recipient: Recipient;
  at: Date;
};

/** Everything one simulated Paystack knows. */
export type Ledger = {
  now: () => Date;
  key: string;
  url: () => string;
  transactions: Row[];
  refunds: RefundRow[];
  recipients: Recipient[];
  transfers: TransferRow[];
  /** Money that went back by another way than a refund, by transaction id. */
  reversed: Map<number, Minor>;
  balance: Minor;
  payoutsEnd: 'completed' | 'failed' | 'processing';
  refundsEnd: 'completed' | 'failed' | 'processing';
  chargesEnd: ChargeEnd;
  /** Authorizations that were deactivated. */
  revoked: Set<string>;
  /** Counts up: ids, account numbers, and which quirk is whose turn. */
  next: () => number;
  notify: (event: string, data: unknown) => void;
};

export const INTEGRATION = 463_433;

/** A transaction as it begins: nothing known but what was asked for. */
export function newRow(books: Ledger, requestedAmount: Minor, currency: string): Row {
  const id = 4_099_260_000 + books.next();
  return {
    id,
    reference: `T${id}`,
    accessCode: id.toString(36).padStart(15, 'x'),
    email: 'someone@example.com',
    requestedAmount,
    amount: requestedAmount,
    currency,
    fee: ZERO,
    status: 'abandoned',
    domain: modeOf(books.key),
    channel: 'card',
    method: 'card',
    callbackUrl: null,
    metadata: null,
    account: null,
    tried: false,
    createdAt: books.now(),
    paidAt: null,
  };
}

/** A webhook as Paystack signs it: over the bytes, with the secret key. */
export const signed = (key: string, body: string): SimWebhook => ({
  body,
  headers: {
    'content-type': 'application/json',
    'x-paystack-signature': createHmac('sha512', key).update(body).digest('hex'),
  },
});

/** 1.5 % and ₦100, the ₦100 waived below ₦2,500, ₦2,000 at most; dollars 3.9 %. Never more than came. */
export function feeOf(amount: Minor, currency: string, channel: string): Minor {
  if (currency !== 'NGN') return minor(Math.floor(amount * 0.039));
  if (channel === 'dedicated_nuban') return minor(Math.min(Math.floor(amount / 100), 30_000));
  const fee = Math.floor((amount * 15) / 1000) + (amount < 250_000 ? 0 : 10_000);
  return minor(Math.min(fee, 200_000, amount));
}

export function transferFeeOf(amount: Minor): Minor {
  if (amount <= 500_000) return minor(1_000);
  return minor(amount <= 5_000_000 ? 2_500 : 5_000);
}

/** Refunded amount of a transaction, including refunds under way when `alsoPending`. */
export function refundedOf(books: Ledger, row: Row, alsoPending = false): Minor {
  const counted = books.refunds.filter(
    ({ transaction, status }) =>
      transaction === row.id && (status === 'processed' || (alsoPending && status !== 'failed')),
  );
  const refunded = counted.reduce((sum, { amount }) => sum + amount, 0);
  return minor(refunded + (books.reversed.get(row.id) ?? ZERO));
}

const modeOf = (key: string) => (key.startsWith('sk_live_') ? 'live' : 'test');

/** Money of a transaction comes or goes. Payouts draw on naira of the key's own mode; the rest lies elsewhere. */
export function move(books: Ledger, { currency, domain }: Row, amount: number): void {
  if (currency === 'NGN' && domain === modeOf(books.key)) books.balance = minor(books.balance + amount);
}

/** Money came in with a transaction. */
export function complete(books: Ledger, row: Row): void {
  row.status = 'success';
  row.tried = true;
  row.paidAt = books.now();
  row.fee = feeOf(row.amount, row.currency, row.channel);
  move(books, row, row.amount - row.fee);
}

/** A refund comes to its end; a processed one is money gone. */
export function settleRefund(books: Ledger, refund: RefundRow, status: 'processed' | 'failed'): void {
  refund.status = status;
  const row = books.transactions.find(({ id }) => id === refund.transaction);
  if (!row || status === 'failed') return;
  move(books, row, -refund.amount);
  if (refundedOf(books, row) >= row.amount) row.status = 'reversed';
}

/** A transfer comes to its end, or is turned over after it; what did not arrive is back, and so is its fee. */
export function settleTransfer(
  books: Ledger,
  transfer: TransferRow,
  status: 'success' | 'failed' | 'reversed',
): void {
  if (transfer.status === 'failed' || transfer.status === 'reversed')
    throw new Error(`the transfer ${transfer.reference} has ended`);
  transfer.status = status;
  if (status === 'success') return;
  books.balance = minor(books.balance + transfer.amount + transfer.fee);
  transfer.fee = ZERO;
}
