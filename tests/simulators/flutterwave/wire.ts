import { type Minor, minor } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { Reply } from '../serve.ts';
import {
  type Account,
  appFee,
  type Refund,
  totalFee,
  type Transaction,
  type Transfer,
  transferFee,
} from './ledger.ts';

export const done = (message: string, data: unknown, meta?: unknown): Reply => ({
  status: 200,
  body: { status: 'success', message, ...(meta === undefined ? {} : { meta }), data },
});
export const refuse = (message: string, status = 400): Reply => ({
  status,
  body: { status: 'error', message, data: null },
});

/** Minor units of a positive amount in major units with at most two decimals; null for anything else. */
export function amountIn(input: unknown): Minor | null {
  const value = typeof input === 'string' && input.trim() !== '' ? Number(input) : input;
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  const rounded = Math.round(value * 100);
  return Number.isSafeInteger(rounded) && Math.abs(rounded - value * 100) < 1e-3 ? minor(rounded) : null;
}

export const major = (amount: Minor): number => amount / 100;

const paymentTypes: Record<PaymentMethod, string> = {
  card: 'card',
  bank_transfer: 'bank_transfer',
  ussd: 'ussd',
  qr_code: 'qr',
  wallet: 'opay',
};

const thousandths = (value: number): number => Number((value / 100).toFixed(5));

export function transactionOut(transaction: Transaction) {
  const isPaid = transaction.status === 'successful';
  return {
    id: transaction.id,
    tx_ref: transaction.txRef,
    flw_ref: transaction.flwRef,
    device_fingerprint: 'N/A',
    amount: major(transaction.amount),
    currency: transaction.currency,
    charged_amount: major(transaction.amount),
    app_fee: isPaid ? thousandths(appFee(transaction.amount)) : null,
    merchant_fee: 0,
    processor_response: isPaid ? 'Approved Or Completed Successfully' : (transaction.words ?? null),
    auth_model: 'AUTH',
    ip: '127.0.0.1',
    narration: 'CARD Transaction ',
    status: transaction.status,
    payment_type: paymentTypes[transaction.method],
    created_at: transaction.at.toISOString(),
    account_id: 73_362,
  };
}

const settledOf = (transaction: Transaction): number | null =>
  transaction.status === 'successful' ? major(minor(transaction.amount - totalFee(transaction))) : null;

/** The token a card payment leaves. */
export const tokenOf = ({ id }: Transaction): string => `flw-t1nf-${id}-m03k`;

const cardOut = (transaction: Transaction) => ({
  first_6digits: '553188',
  last_4digits: '2950',
  issuer: 'MASTERCARD  CREDIT',
  country: 'NIGERIA NG',
  type: 'MASTERCARD',
  token: tokenOf(transaction),
  expiry: '09/32',
});

export const verifiedOut = (transaction: Transaction) => ({
  ...transactionOut(transaction),
  meta: null,
  amount_settled: settledOf(transaction),
  ...(transaction.method === 'card' ? { card: cardOut(transaction) } : {}),
  customer: {
    id: 2_362_222,
    name: transaction.name,
    phone_number: 'N/A',
    email: transaction.email,
    created_at: transaction.at.toISOString(),
  },
});

/** Lists write ids as text. */
export const listedOut = (transaction: Transaction) => ({
  ...transactionOut(transaction),
  id: String(transaction.id),
  amount_settled: settledOf(transaction),
  customer_name: transaction.name,
  customer_email: transaction.email,
  account_id: '73362',
});

const transferStatus = {
  processing: 'NEW',
  completed: 'SUCCESSFUL',
  failed: 'FAILED',
  reversed: 'FAILED',
} as const;

export const transferOut = (transfer: Transfer, bankName: string) => ({
  id: transfer.id,
  account_number: transfer.accountNumber,
  bank_code: transfer.bankCode,
  full_name: transfer.fullName,
  created_at: transfer.at.toISOString(),
  currency: transfer.currency,
  debit_currency: transfer.currency,
  amount: major(transfer.amount),
  fee: transferFee(transfer.amount).wire,
  // Queued ones show either word, whatever has been done about them.
  status:
    transfer.state === 'processing' && transfer.id % 2 === 0 ? 'PENDING' : transferStatus[transfer.state],
  reference: transfer.reference,
  meta: null,
  narration: transfer.narration,
  approver: null,
  complete_message: transfer.message,
  requires_approval: 0,
  is_approved: 1,
  bank_name: bankName,
});

const refundForms = {
  completed: [
    { status: 'completed-bank-transfer', meta: { source: 'availablebalance' } },
    {
      status: 'completed',
      meta: JSON.stringify({ source: 'availablebalance', disburse_status: 'successful' }),
    },
    { status: 'completed-mpgs', meta: '{}' },
  ],
  processing: [
    { status: 'completed', meta: { source: 'availablebalance' } },
    { status: 'processing', meta: JSON.stringify({ source: 'ledgerbalance' }) },
    { status: 'pending-momo', meta: null },
  ],
  failed: [
    { status: 'failed', meta: null },
    { status: 'completed', meta: JSON.stringify({ disburse_status: 'failed' }) },
    { status: 'failed', meta: { source: 'availablebalance' } },
  ],
} as const;

const formOf = ({ id, state }: Refund) => refundForms[state][id % 3] ?? refundForms[state][0];

/** A refund as answers have it. */
export const refundOut = (refund: Refund) => ({
  id: refund.id,
  account_id: 73_362,
  tx_id: refund.transactionId,
  flw_ref: `URF_${refund.id}`,
  wallet_id: 74_639,
  amount_refunded: major(refund.amount),
  destination: 'payment_source',
  comments: refund.comments,
  settlement_id: 'NEW',
  created_at: refund.at.toISOString(),
  ...formOf(refund),
});

/** The same as in webhooks. */
export const refundWebhook = (refund: Refund) => ({
  id: refund.id,
  AmountRefunded: major(refund.amount),
  FlwRef: `URF_${refund.id}`,
  destination: 'payment_source',
  comments: refund.comments,
  settlement_id: 'NEW',
  createdAt: refund.at.toISOString(),
  updatedAt: refund.at.toISOString(),
  deletedAt: null,
  walletId: 74_639,
  AccountId: 73_362,
  TransactionId: refund.transactionId,
  ...formOf(refund),
});

const bare = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

export const accountOut = (account: Account, index: number) => ({
  response_code: '02',
  response_message: 'Transaction in progress',
  flw_ref: `FLW-${account.orderRef}`,
  order_ref: account.orderRef,
  account_number: account.number,
  frequency: 1,
  bank_name: 'WEMA BANK',
  created_at: bare(account.at),
  expiry_date: index % 2 === 0 ? bare(account.expires) : account.expires.toISOString(),
  note: `Please make a bank transfer to ${account.narration}`,
  amount: index % 2 === 0 ? major(account.amount).toFixed(2) : major(account.amount),
});
