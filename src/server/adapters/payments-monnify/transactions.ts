import { z } from 'zod';
import { least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { PaymentMethod, ProviderPayment } from '#server/kernel/ports/index.ts';
import { readInstant } from './dates.ts';
import { naira, shortString } from './wire.ts';

// Received money counts, however it compares with the requested amount.
const statuses: Record<string, ProviderPayment['status']> = {
  PAID: 'completed',
  OVERPAID: 'completed',
  PARTIALLY_PAID: 'completed',
  PENDING: 'pending',
  FAILED: 'failed',
  CANCELLED: 'cancelled',
  EXPIRED: 'cancelled',
  REVERSED: 'refunded',
};
const methods: Record<string, PaymentMethod> = {
  CARD: 'card',
  ACCOUNT_TRANSFER: 'bank_transfer',
  DIRECT_DEBIT: 'bank_transfer',
  USSD: 'ussd',
  PHONE_NUMBER: 'wallet',
  CASH: 'wallet',
};

const currency = z.string().regex(/^[A-Z]{3}$/);
/** A transaction as the single endpoint returns it. */
const single = z.object({
  transactionReference: shortString,
  paymentReference: shortString,
  amountPaid: naira,
  totalPayable: naira.nullish().catch(null),
  settlementAmount: naira.nullish(),
  paidOn: z.string().nullish(),
  paymentStatus: shortString,
  currency,
  paymentMethod: z.string().nullish(),
  product: z.object({ type: z.string(), reference: shortString }).nullish(),
});
/** The same in a list, which has other names for some fields and lacks the product. */
const inList = z.object({
  transactionReference: shortString,
  paymentReference: shortString,
  amountPaid: naira,
  payableAmount: naira.nullish().catch(null),
  fee: naira,
  completedOn: z.string().nullish(),
  paymentStatus: shortString,
  currencyCode: currency,
  paymentMethod: z.string().nullish(),
});

/** A transaction without its refunds. */
export type Transaction = {
  id: string;
  reference: string;
  status: string;
  /** Received amount; of a failed attempt, the amount it was to bring; zero where nobody tried. */
  amount: Minor;
  fee: Minor;
  currency: string;
  method: string;
  paidAt: Date | null;
};

export function readTransaction(body: unknown): Transaction | null {
  const data = single.safeParse(body).data;
  return data && isPlausible(data) ? fromSingle(data) : null;
}

function fromSingle(data: z.infer<typeof single>): Transaction {
  const settled = least(data.settlementAmount ?? data.amountPaid, data.amountPaid);
  return {
    id: data.transactionReference,
    // A transfer to an invoice's account may have a reference of Monnify's; the product is the invoice then.
    reference:
      data.product?.type.toUpperCase() === 'INVOICE' ? data.product.reference : data.paymentReference,
    status: data.paymentStatus,
    amount: amountOf(data, data.totalPayable),
    fee: subtract(data.amountPaid, settled),
    currency: data.currency,
    method: data.paymentMethod ?? '',
    paidAt: readInstant(data.paidOn),
  };
}

/** The same from an item of a list; null where it lacks fields we need. */
export function readListed(item: unknown): Transaction | null {
  const data = inList.safeParse(item).data;
  if (!data || !isPlausible(data) || data.paymentReference.startsWith('MNFY|')) return null;
  return {
    id: data.transactionReference,
    reference: data.paymentReference,
    status: data.paymentStatus,
    amount: amountOf(data, data.payableAmount),
    fee: least(data.fee, data.amountPaid),
    currency: data.currencyCode,
    method: data.paymentMethod ?? '',
    paidAt: readInstant(data.completedOn),
  };
}

type Paid = { amountPaid: Minor; paymentStatus: string; paymentMethod?: string | null };

// Paid, but with nothing: garbled.
const isPlausible = ({ amountPaid, paymentStatus }: Paid): boolean =>
  amountPaid > 0 || !['completed', 'refunded'].includes(statusOf(paymentStatus));

// Each invoice has a transaction from the start, as an offer. It becomes an attempt once there is a way of paying.
const amountOf = ({ amountPaid, paymentMethod }: Paid, payable: Minor | null | undefined): Minor =>
  amountPaid > 0 || !paymentMethod ? amountPaid : (payable ?? ZERO);

export const statusOf = (status: string): ProviderPayment['status'] =>
  (Object.hasOwn(statuses, status) ? statuses[status] : undefined) ?? 'pending';

/** With the refunded amount, which the transaction itself does not contain. */
export function present(transaction: Transaction, refundedAmount: Minor, testMode: boolean): ProviderPayment {
  const status = statusOf(transaction.status);
  const refunded =
    status === 'refunded'
      ? transaction.amount
      : status === 'completed'
        ? least(refundedAmount, transaction.amount)
        : ZERO;
  return {
    transactionId: transaction.id,
    reference: transaction.reference,
    status: status === 'completed' && refunded === transaction.amount ? 'refunded' : status,
    amount: transaction.amount,
    refunded,
    fee: transaction.fee,
    currency: transaction.currency,
    method:
      (Object.hasOwn(methods, transaction.method) ? methods[transaction.method] : undefined) ??
      'bank_transfer',
    // Each mode has an address and keys of its own, and shows nothing of the other.
    testMode,
    paidAt: transaction.paidAt,
  };
}
