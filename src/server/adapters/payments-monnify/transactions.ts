import { z } from 'zod';
import { least, type Minor, subtract, ZERO } from '#core/money.ts';
import type { PaymentMethod, ProviderPayment } from '#server/kernel/ports/index.ts';
import { readInstant } from './dates.ts';
import { naira, word } from './wire.ts';

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
  transactionReference: word,
  paymentReference: word,
  amountPaid: naira,
  totalPayable: naira.nullish().catch(null),
  settlementAmount: naira.nullish(),
  paidOn: z.string().nullish(),
  paymentStatus: word,
  currency,
  paymentMethod: z.string().nullish(),
  product: z.object({ type: z.string(), reference: word }).nullish(),
});
/** The same in a list, which has other names for some fields and lacks the product. */
const inList = z.object({
  transactionReference: word,
  paymentReference: word,
  amountPaid: naira,
  payableAmount: naira.nullish().catch(null),
  fee: naira,
  completedOn: z.string().nullish(),
  paymentStatus: word,
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
  const told = single.safeParse(body).data;
  return told && isSensible(told) ? fromSingle(told) : null;
}

function fromSingle(told: z.infer<typeof single>): Transaction {
  const settled = least(told.settlementAmount ?? told.amountPaid, told.amountPaid);
  return {
    id: told.transactionReference,
    // A transfer to an invoice's account may have a reference of Monnify's; the product is the invoice then.
    reference:
      told.product?.type.toUpperCase() === 'INVOICE' ? told.product.reference : told.paymentReference,
    status: told.paymentStatus,
    amount: amountOf(told, told.totalPayable),
    fee: subtract(told.amountPaid, settled),
    currency: told.currency,
    method: told.paymentMethod ?? '',
    paidAt: readInstant(told.paidOn),
  };
}

/** The same from an item of a list; null where it lacks fields we need. */
export function readListed(item: unknown): Transaction | null {
  const told = inList.safeParse(item).data;
  if (!told || !isSensible(told) || told.paymentReference.startsWith('MNFY|')) return null;
  return {
    id: told.transactionReference,
    reference: told.paymentReference,
    status: told.paymentStatus,
    amount: amountOf(told, told.payableAmount),
    fee: least(told.fee, told.amountPaid),
    currency: told.currencyCode,
    method: told.paymentMethod ?? '',
    paidAt: readInstant(told.completedOn),
  };
}

type Paid = { amountPaid: Minor; paymentStatus: string; paymentMethod?: string | null };

// Paid, but with nothing: garbled.
const isSensible = ({ amountPaid, paymentStatus }: Paid): boolean =>
  amountPaid > 0 || !['completed', 'refunded'].includes(statusOf(paymentStatus));

// Each invoice has a transaction from the start, as an offer. It becomes an attempt once there is a way of paying.
const amountOf = ({ amountPaid, paymentMethod }: Paid, payable: Minor | null | undefined): Minor =>
  amountPaid > 0 || !paymentMethod ? amountPaid : (payable ?? ZERO);

export const statusOf = (told: string): ProviderPayment['status'] =>
  (Object.hasOwn(statuses, told) ? statuses[told] : undefined) ?? 'pending';

/** With the refunded amount, which the transaction itself does not contain. */
export function present(told: Transaction, givenBack: Minor, testMode: boolean): ProviderPayment {
  const status = statusOf(told.status);
  const refunded =
    status === 'refunded' ? told.amount : status === 'completed' ? least(givenBack, told.amount) : ZERO;
  return {
    transactionId: told.id,
    reference: told.reference,
    status: status === 'completed' && refunded === told.amount ? 'refunded' : status,
    amount: told.amount,
    refunded,
    fee: told.fee,
    currency: told.currency,
    method: (Object.hasOwn(methods, told.method) ? methods[told.method] : undefined) ?? 'bank_transfer',
    // Each mode has an address and keys of its own, and shows nothing of the other.
    testMode,
    paidAt: told.paidAt,
  };
}
