import { type Minor, minor, ZERO } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { ActualPayment, ActualPayout, ActualRefund, Pay, Simulator } from '../simulator.ts';
import {
  complete,
  type Ledger,
  move,
  newRow,
  refundedOf,
  type Row,
  settleRefund,
  settleTransfer,
  type TransferRow,
} from './ledger.ts';
import { addRefund } from './refunds.ts';
import { sendChargeWebhook, sendDisputeWebhook, sendRefundWebhook, sendTransferWebhook } from './webhooks.ts';

const channels: Record<PaymentMethod, string> = {
  card: 'card',
  bank_transfer: 'bank_transfer',
  ussd: 'ussd',
  qr_code: 'qr',
  wallet: 'mobile_money',
};

const isPaid = ({ status }: Row): boolean => status === 'success' || status === 'reversed';

// Two transactions may stand behind a reference of ours: the page's and the account's. The account takes just the
// amount it was opened for, by transfer; everything else goes through the page.
export function pay(books: Ledger, reference: string, how: Pay): string {
  const mine = books.transactions.filter(({ metadata }) => metadata?.reference === reference);
  const open = mine.filter((row) => !isPaid(row));
  const page = open.find((row) => row.account === null);
  const account = open.find((row) => row.account !== null);
  const plain = !how.status || how.status === 'completed';
  const usual = how.method === 'bank_transfer' && plain && how.amount === undefined ? account : undefined;
  const again = mine.find((row) => row.reference === how.transactionId);
  const row = again ?? usual ?? page ?? account;
  if (!row) throw new Error(`nothing is open for ${reference}`);
  finish(books, row, how);
  return row.reference;
}

export function finish(books: Ledger, row: Row, how: Pay): void {
  row.tried = true;
  row.amount = how.amount ?? row.amount;
  row.currency = how.currency ?? row.currency;
  if (how.method || row.account) {
    row.method = row.account ? 'bank_transfer' : (how.method ?? row.method);
    row.channel = channels[row.method];
  }
  if (how.otherMode) row.domain = row.domain === 'test' ? 'live' : 'test';
  if (how.status === 'failed') row.status = 'failed';
  else if (how.status === 'pending') row.status = 'ongoing';
  else {
    complete(books, row);
    // Only success is reported.
    sendChargeWebhook(books, row);
  }
}

export function payUnknownReference(books: Ledger, amount: Minor): string {
  const row = newRow(books, amount, 'NGN');
  row.reference = `100004${String(row.id).padStart(20, '0')}`;
  row.channel = 'dedicated_nuban';
  row.method = 'bank_transfer';
  books.transactions.push(row);
  complete(books, row);
  sendChargeWebhook(books, row);
  return row.reference;
}

function rowOf(books: Ledger, transactionId: string): Row {
  const row = books.transactions.find(({ reference }) => reference === transactionId);
  if (!row) throw new Error(`no transaction ${transactionId}`);
  return row;
}

// All of it goes now by refund, now by a chargeback, which has no refund; a part always by refund.
export function refundByProvider(books: Ledger, transactionId: string, amount?: Minor): void {
  const row = rowOf(books, transactionId);
  const untouched = refundedOf(books, row, true) === 0;
  const back = amount ?? minor(row.amount - refundedOf(books, row, true));
  if (back === row.amount && untouched && books.next() % 2) {
    books.reversed.set(row.id, back);
    row.status = 'reversed';
    move(books, row, -back);
    return sendDisputeWebhook(books, row, back);
  }
  const refund = addRefund(books, row, back, { merchant: 'Refund by owner@example.com', customer: '' });
  settleRefund(books, refund, 'processed');
  sendRefundWebhook(books, refund, row);
}

export function decidePayout(
  books: Ledger,
  reference: string,
  as: 'completed' | 'failed' | 'reversed',
): void {
  const transfer = books.transfers.find((known) => known.reference === reference);
  if (!transfer) throw new Error(`no transfer ${reference}`);
  settleTransfer(books, transfer, as === 'completed' ? 'success' : as);
  sendTransferWebhook(books, transfer);
}

export function decideRefunds(books: Ledger, transactionId: string, as: 'completed' | 'failed'): void {
  const row = rowOf(books, transactionId);
  const open = books.refunds.filter(
    ({ transaction, status }) => transaction === row.id && (status === 'pending' || status === 'processing'),
  );
  for (const refund of open) {
    settleRefund(books, refund, as === 'completed' ? 'processed' : 'failed');
    sendRefundWebhook(books, refund, row);
  }
}

export function ledgerOf(books: Ledger): Simulator['ledger'] {
  return {
    payments: books.transactions.filter(({ tried }) => tried).map((row) => actualPayment(books, row)),
    payouts: books.transfers.map((transfer) => actualPayout(books, transfer)),
    refunds: books.refunds.map((refund) => actualRefund(books, refund)),
    balance: books.balance,
  };
}

function actualPayment(books: Ledger, row: Row): ActualPayment {
  const refunded = refundedOf(books, row);
  const ours = row.metadata?.reference;
  const states = { abandoned: 'cancelled', ongoing: 'pending', failed: 'failed' } as const;
  const status = row.status === 'success' || row.status === 'reversed' ? 'completed' : states[row.status];
  return {
    transactionId: row.reference,
    reference: typeof ours === 'string' ? ours : row.reference,
    amount: row.amount,
    fee: row.paidAt ? row.fee : ZERO,
    refunded,
    currency: row.currency,
    method: row.method,
    status: status === 'completed' && refunded === row.amount ? 'refunded' : status,
    at: row.createdAt,
  };
}

const payoutStates = {
  pending: 'processing',
  received: 'processing',
  success: 'completed',
  failed: 'failed',
  reversed: 'reversed',
} as const;

const actualPayout = (books: Ledger, transfer: TransferRow): ActualPayout => ({
  reference: transfer.reference,
  amount: transfer.amount,
  currency: 'NGN',
  bankCode: transfer.recipient.bankCode,
  accountNumber: transfer.recipient.accountNumber,
  state: payoutStates[transfer.status],
  sent: books.transfers.filter(({ reference }) => reference === transfer.reference).length,
  at: transfer.at,
});

const refundStates = {
  pending: 'processing',
  processing: 'processing',
  processed: 'completed',
  failed: 'failed',
  'needs-attention': 'needs_attention',
} as const;

const actualRefund = (books: Ledger, refund: Ledger['refunds'][number]): ActualRefund => ({
  transactionId: books.transactions.find(({ id }) => id === refund.transaction)?.reference ?? '',
  amount: refund.amount,
  state: refundStates[refund.status],
  at: refund.at,
});
