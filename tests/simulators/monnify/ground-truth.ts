import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { ActualPayment, ActualPayout, ActualRefund } from '../simulator.ts';
import { type Ledger, type Refund, refundedAmount, type Transaction, type Transfer } from './ledger.ts';

const ourMethods: Record<string, PaymentMethod> = {
  CARD: 'card',
  ACCOUNT_TRANSFER: 'bank_transfer',
  USSD: 'ussd',
  PHONE_NUMBER: 'wallet',
};

export const actualPayment = (books: Ledger, one: Transaction): ActualPayment => {
  const refunded = refundedAmount(books, one.id);
  const ends = { PENDING: 'pending', FAILED: 'failed' } as const;
  const ended = one.status in ends ? ends[one.status as keyof typeof ends] : null;
  return {
    transactionId: one.id,
    reference: one.product.type === 'INVOICE' ? one.product.reference : one.paymentReference,
    amount: one.requestedAmount,
    fee: one.fee,
    refunded,
    currency: one.currency,
    method: ourMethods[one.method ?? ''] ?? 'bank_transfer',
    status: ended ?? (refunded === one.paid ? 'refunded' : 'completed'),
    at: one.paidOn ?? one.createdOn,
  };
};

const payoutStates: Record<string, ActualPayout['state']> = {
  SUCCESS: 'completed',
  FAILED: 'failed',
  REVERSED: 'reversed',
};
export const actualPayout = (one: Transfer): ActualPayout => ({
  reference: one.reference,
  amount: one.amount,
  currency: 'NGN',
  bankCode: one.bankCode,
  accountNumber: one.accountNumber,
  state: payoutStates[one.status] ?? 'processing',
  sent: one.sent,
  at: one.createdOn,
});

const refundStates = { IN_PROGRESS: 'processing', COMPLETED: 'completed', FAILED: 'failed' } as const;
export const actualRefund = (one: Refund): ActualRefund => ({
  transactionId: one.transaction,
  amount: one.amount,
  state: refundStates[one.status],
  at: one.createdOn,
});
