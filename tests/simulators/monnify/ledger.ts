import { add, least, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';
import type { ChargeEnd, Pay } from '../simulator.ts';
import type { Webhooks } from './webhooks.ts';
import { writtenTime } from './wire.ts';

export type Invoice = {
  reference: string;
  amount: Minor;
  customerName: string;
  customerEmail: string;
  description: string;
  redirectUrl: string | null;
  createdOn: Date;
  expires: Date;
  isCancelled: boolean;
  accountNumber: string;
  /** The transaction it began with; more come as its account is paid into again. */
  transaction: string;
};
export type Transaction = {
  id: string;
  paymentReference: string;
  product: { type: 'INVOICE' | 'RESERVED_ACCOUNT' | 'API_CARD_TOKEN'; reference: string };
  requestedAmount: Minor;
  paid: Minor;
  fee: Minor;
  currency: string;
  method: string | null;
  status: 'PENDING' | 'PAID' | 'OVERPAID' | 'PARTIALLY_PAID' | 'FAILED';
  description: string;
  customer: { name: string; email: string };
  createdOn: Date;
  paidOn: Date | null;
  /** The bank's words of a refused one. */
  words?: string;
  isTaken: boolean;
  /** Of the other mode, which these keys do not show. */
  isForeign: boolean;
};
export type Transfer = {
  id: string;
  reference: string;
  amount: Minor;
  fee: Minor;
  bankCode: string;
  accountNumber: string;
  accountName: string;
  narration: string;
  status: string;
  description: string;
  sent: number;
  createdOn: Date;
};
export type Refund = {
  reference: string;
  transaction: string;
  amount: Minor;
  reason: string;
  note: string;
  status: 'IN_PROGRESS' | 'COMPLETED' | 'FAILED';
  createdOn: Date;
  completedOn: Date | null;
};

export type Ledger = {
  now: () => Date;
  webhooks: Webhooks;
  invoices: Map<string, Invoice>;
  transactions: Map<string, Transaction>;
  transfers: Map<string, Transfer>;
  refunds: Map<string, Refund>;
  balance: Minor;
  payoutsEnd: 'completed' | 'failed' | 'processing';
  refundsEnd: 'completed' | 'failed' | 'processing';
  chargesEnd: ChargeEnd;
  /** How refunds are listed, which nobody promises. */
  oldestFirst: boolean;
  count: number;
};

export function createLedger(now: () => Date, webhooks: Webhooks): Ledger {
  return {
    now,
    webhooks,
    invoices: new Map(),
    transactions: new Map(),
    transfers: new Map(),
    refunds: new Map(),
    balance: ZERO,
    payoutsEnd: 'completed',
    refundsEnd: 'completed',
    chargesEnd: 'completed',
    oldestFirst: false,
    count: 0,
  };
}

const FEE_CAP = minor(200_000);
const wireMethods: Record<PaymentMethod, string> = {
  card: 'CARD',
  bank_transfer: 'ACCOUNT_TRANSFER',
  qr_code: 'ACCOUNT_TRANSFER',
  ussd: 'USSD',
  wallet: 'PHONE_NUMBER',
};

/** `MNFY|42|20261121170502|000007`, with the mark in front it is made with. */
export function nextId(books: Ledger, prefix = 'MNFY'): string {
  books.count += 1;
  const digits = writtenTime(books.now()).slice(0, 19).replaceAll(/\D/g, '');
  const count = String(books.count).padStart(6, '0');
  return prefix === 'MNFY'
    ? `MNFY|${String(books.count % 100).padStart(2, '0')}|${digits}|${count}`
    : `${prefix}${digits}${count}`;
}

type Begin = Pick<Transaction, 'product' | 'requestedAmount' | 'description' | 'customer'> & {
  paymentReference?: string;
};

export function beginTransaction(books: Ledger, begin: Begin): Transaction {
  const id = nextId(books);
  const transaction: Transaction = {
    paymentReference: id,
    ...begin,
    id,
    paid: ZERO,
    fee: ZERO,
    currency: 'NGN',
    method: null,
    status: 'PENDING',
    createdOn: books.now(),
    paidOn: null,
    isTaken: false,
    isForeign: false,
  };
  books.transactions.set(id, transaction);
  return transaction;
}

/** A customer pays an invoice, by its page or into its account. */
export function payInvoice(books: Ledger, reference: string, how: Pay): string {
  const invoice = books.invoices.get(reference);
  if (!invoice) throw new Error(`Nobody asked for ${reference}`);
  const transaction = how.transactionId
    ? must(books.transactions.get(how.transactionId), how.transactionId)
    : transactionFor(books, invoice);
  transaction.isTaken = true;
  transaction.isForeign ||= how.otherMode ?? false;
  transaction.currency = how.currency ?? transaction.currency;
  transaction.requestedAmount = how.amount ?? transaction.requestedAmount;
  if (how.method || !transaction.method) transaction.method = wireMethods[how.method ?? 'bank_transfer'];
  if (how.status === 'pending') return transaction.id;
  if (how.status === 'failed') fail(books, transaction, invoice);
  else complete(books, transaction, statusAfter(books, invoice, transaction.requestedAmount));
  return transaction.id;
}

function transactionFor(books: Ledger, invoice: Invoice): Transaction {
  const first = must(books.transactions.get(invoice.transaction), invoice.transaction);
  if (!first.isTaken) return first;
  return beginTransaction(books, {
    paymentReference: invoice.reference,
    product: first.product,
    requestedAmount: invoice.amount,
    description: first.description,
    customer: first.customer,
  });
}

export const paidOf = (books: Ledger, reference: string): Minor =>
  add(
    ...[...books.transactions.values()]
      .filter(({ product, isForeign }) => product.reference === reference && !isForeign)
      .map(({ paid }) => paid),
  );

function statusAfter(books: Ledger, invoice: Invoice, amount: Minor): Transaction['status'] {
  const total = add(paidOf(books, invoice.reference), amount);
  if (total === invoice.amount) return 'PAID';
  return total > invoice.amount ? 'OVERPAID' : 'PARTIALLY_PAID';
}

export function complete(books: Ledger, transaction: Transaction, status: Transaction['status']): void {
  if (transaction.paid > 0) return;
  transaction.status = status;
  transaction.paid = transaction.requestedAmount;
  transaction.fee = least(FEE_CAP, minor(Math.round(transaction.requestedAmount * 0.015)));
  transaction.paidOn = books.now();
  if (transaction.currency === 'NGN' && !transaction.isForeign)
    books.balance = add(books.balance, subtract(transaction.paid, transaction.fee));
  books.webhooks.paid(transaction);
}

function fail(books: Ledger, transaction: Transaction, invoice: Invoice): void {
  transaction.status = 'FAILED';
  books.webhooks.rejected(transaction, invoice);
}

export function must<T>(found: T | undefined, name: string): T {
  if (found === undefined) throw new Error(`There is no ${name}`);
  return found;
}

export const refundsOf = (books: Ledger, id: string): Refund[] =>
  [...books.refunds.values()].filter(({ transaction }) => transaction === id);

export const refundedAmount = (books: Ledger, id: string): Minor =>
  add(
    ...refundsOf(books, id)
      .filter(({ status }) => status === 'COMPLETED')
      .map(({ amount }) => amount),
  );

/** Refundable rest: all but what was refunded or is on its way. */
export const leftOf = (books: Ledger, { id, paid }: Transaction): Minor =>
  subtract(
    paid,
    add(
      ...refundsOf(books, id)
        .filter(({ status }) => status !== 'FAILED')
        .map(({ amount }) => amount),
    ),
  );

export function endRefund(books: Ledger, refund: Refund, as: 'completed' | 'failed'): void {
  refund.status = as === 'completed' ? 'COMPLETED' : 'FAILED';
  refund.completedOn = books.now();
  if (as === 'failed') books.balance = add(books.balance, refund.amount);
  books.webhooks.refunded(refund);
}

export function endTransfer(
  books: Ledger,
  transfer: Transfer,
  as: 'completed' | 'failed' | 'reversed',
): void {
  const isEnded = ['SUCCESS', 'FAILED', 'REVERSED'].includes(transfer.status);
  if (as === 'reversed' ? transfer.status !== 'SUCCESS' : isEnded)
    throw new Error(`${transfer.reference} is ${transfer.status} and cannot be ${as}`);
  if (as === 'completed') transfer.sent += 1;
  else books.balance = add(books.balance, transfer.amount, transfer.fee);
  const ends = { completed: 'SUCCESS', failed: 'FAILED', reversed: 'REVERSED' };
  transfer.status = ends[as];
  transfer.description = as === 'completed' ? 'Approved or completed successfully' : `Transfer ${as}`;
  books.webhooks.transferred(transfer);
}
