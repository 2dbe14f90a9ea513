import { type Minor, minor } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { Reply } from '../serve.ts';
import {
  type Account,
  appFee,
  type Refund,
  type Transaction,
  type Transfer,
  transferFee,
  wholeFee,
} from './books.ts';

export const done = (message: string, data: unknown, meta?: unknown): Reply => ({
  status: 200,
  body: { status: 'success', message, ...(meta === undefined ? {} : { meta }), data },
});
export const refuse = (message: string, status = 400): Reply => ({
  status,
  body: { status: 'error', message, data: null },
});

/** Minor units of a positive amount in major units with at most two decimals; null for anything else. */
export function amountIn(told: unknown): Minor | null {
  const value = typeof told === 'string' && told.trim() !== '' ? Number(told) : told;
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  const whole = Math.round(value * 100);
  return Number.isSafeInteger(whole) && Math.abs(whole - value * 100) < 1e-3 ? minor(whole) : null;
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

export function transactionOut(told: Transaction) {
  const isPaid = told.status === 'successful';
  return {
    id: told.id,
    tx_ref: told.txRef,
    flw_ref: told.flwRef,
    device_fingerprint: 'N/A',
    amount: major(told.amount),
    currency: told.currency,
    charged_amount: major(told.amount),
    app_fee: isPaid ? thousandths(appFee(told.amount)) : null,
    merchant_fee: 0,
    processor_response: isPaid ? 'Approved Or Completed Successfully' : null,
    auth_model: 'AUTH',
    ip: '127.0.0.1',
    narration: 'CARD Transaction ',
    status: told.status,
    payment_type: paymentTypes[told.method],
    created_at: told.at.toISOString(),
    account_id: 73_362,
  };
}

const settledOf = (told: Transaction): number | null =>
  told.status === 'successful' ? major(minor(told.amount - wholeFee(told))) : null;

export const verifiedOut = (told: Transaction) => ({
  ...transactionOut(told),
  meta: null,
  amount_settled: settledOf(told),
  customer: {
    id: 2_362_222,
    name: told.name,
    phone_number: 'N/A',
    email: told.email,
    created_at: told.at.toISOString(),
  },
});

/** Lists write ids as text. */
export const listedOut = (told: Transaction) => ({
  ...transactionOut(told),
  id: String(told.id),
  amount_settled: settledOf(told),
  customer_name: told.name,
  customer_email: told.email,
  account_id: '73362',
});

const transferStatus = {
  processing: 'NEW',
  completed: 'SUCCESSFUL',
  failed: 'FAILED',
  reversed: 'FAILED',
} as const;

export const transferOut = (told: Transfer, bankName: string) => ({
  id: told.id,
  account_number: told.accountNumber,
  bank_code: told.bankCode,
  full_name: told.fullName,
  created_at: told.at.toISOString(),
  currency: told.currency,
  debit_currency: told.currency,
  amount: major(told.amount),
  fee: transferFee(told.amount).wire,
  // Queued ones show either word, whatever has been done about them.
  status: told.state === 'processing' && told.id % 2 === 0 ? 'PENDING' : transferStatus[told.state],
  reference: told.reference,
  meta: null,
  narration: told.narration,
  approver: null,
  complete_message: told.words,
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
export const refundOut = (told: Refund) => ({
  id: told.id,
  account_id: 73_362,
  tx_id: told.transactionId,
  flw_ref: `URF_${told.id}`,
  wallet_id: 74_639,
  amount_refunded: major(told.amount),
  destination: 'payment_source',
  comments: told.comments,
  settlement_id: 'NEW',
  created_at: told.at.toISOString(),
  ...formOf(told),
});

/** The same as notices have it. */
export const refundNotice = (told: Refund) => ({
  id: told.id,
  AmountRefunded: major(told.amount),
  FlwRef: `URF_${told.id}`,
  destination: 'payment_source',
  comments: told.comments,
  settlement_id: 'NEW',
  createdAt: told.at.toISOString(),
  updatedAt: told.at.toISOString(),
  deletedAt: null,
  walletId: 74_639,
  AccountId: 73_362,
  TransactionId: told.transactionId,
  ...formOf(told),
});

const bare = (at: Date): string => at.toISOString().slice(0, 19).replace('T', ' ');

export const accountOut = (told: Account, index: number) => ({
  response_code: '02',
  response_message: 'Transaction in progress',
  flw_ref: `FLW-${told.orderRef}`,
  order_ref: told.orderRef,
  account_number: told.number,
  frequency: 1,
  bank_name: 'WEMA BANK',
  created_at: bare(told.at),
  expiry_date: index % 2 === 0 ? bare(told.expires) : told.expires.toISOString(),
  note: `Please make a bank transfer to ${told.narration}`,
  amount: index % 2 === 0 ? major(told.amount).toFixed(2) : major(told.amount),
});
