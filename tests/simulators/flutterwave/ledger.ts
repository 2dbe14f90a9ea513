import { randomBytes, randomInt } from 'node:crypto';
import { type Minor, minor } from '#core/money.ts';
import type { ChargeEnd } from '../simulator.ts';
import type { PaymentMethod } from '#server/kernel/ports/index.ts';

/** The request of a hosted page. Amounts are in minor units everywhere in the ledger. */
export type Checkout = {
  token: string;
  txRef: string;
  amount: Minor;
  currency: string;
  title: string;
  email: string;
  name: string;
  redirectUrl: string | null;
};
export type Account = {
  txRef: string;
  amount: Minor;
  number: string;
  orderRef: string;
  narration: string;
  at: Date;
  expires: Date;
};
export type Transaction = {
  id: number;
  txRef: string;
  flwRef: string;
  amount: Minor;
  currency: string;
  method: PaymentMethod;
  status: 'pending' | 'successful' | 'failed';
  /** The bank's words of a refused one. */
  words?: string;
  email: string;
  name: string;
  at: Date;
};
export type Transfer = {
  id: number;
  reference: string;
  /** The first attempt's reference, the same for its retries. */
  root: string;
  amount: Minor;
  fee: Minor;
  currency: string;
  bankCode: string;
  accountNumber: string;
  fullName: string;
  narration: string;
  state: 'processing' | 'completed' | 'failed' | 'reversed';
  message: string;
  at: Date;
};
export type Refund = {
  id: number;
  transactionId: number;
  amount: Minor;
  state: 'processing' | 'completed' | 'failed';
  comments: string | null;
  at: Date;
};

export type Chargeback = { id: number; flwRef: string; transactionId: number; amount: Minor; at: Date };

export type Ledger = {
  now: () => Date;
  newId: () => number;
  checkouts: Checkout[];
  accounts: Account[];
  transactions: Transaction[];
  /** Those of the other mode, which this mode's key never sees. */
  elsewhere: Transaction[];
  transfers: Transfer[];
  refunds: Refund[];
  chargebacks: Chargeback[];
  balance: Minor;
  payoutsEnd: 'completed' | 'failed' | 'processing';
  refundsEnd: 'completed' | 'failed' | 'processing';
  chargesEnd: ChargeEnd;
  /** How refunds are listed, which nobody promises. */
  oldestFirst: boolean;
};

export function createLedger(now: () => Date): Ledger {
  // Begins anywhere, so that no two simulators of one test run give the same ids.
  let last = randomInt(1_000_000, 4_000_000_000) * 10;
  return {
    now,
    newId: () => (last += 1),
    checkouts: [],
    accounts: [],
    transactions: [],
    elsewhere: [],
    transfers: [],
    refunds: [],
    chargebacks: [],
    balance: minor(0),
    payoutsEnd: 'completed',
    refundsEnd: 'completed',
    chargesEnd: 'completed',
    oldestFirst: false,
  };
}

export const hex = (bytes: number): string => randomBytes(bytes).toString('hex');

const FEE_BASIS_POINTS = 140;
const HIGHEST_FEE = 200_000;
const STAMP_DUTY = 5_000;
const STAMPED_FROM = 1_000_000;

/** 1.4 %, at most 2,000 naira, without VAT and duty; may have parts of a minor unit. */
export const appFee = (amount: Minor): number => Math.min((amount * FEE_BASIS_POINTS) / 10_000, HIGHEST_FEE);

/** Total fee of a payment: the fee with VAT of 7.5 %, and the stamp duty on naira. */
export function totalFee({ amount, currency }: Transaction): Minor {
  if (currency !== 'NGN') return minor(Math.round(appFee(amount)));
  const duty = amount >= STAMPED_FROM ? STAMP_DUTY : 0;
  return minor(Math.min(amount, Math.round(appFee(amount) * 1.075) + duty));
}

/** Thousandths of a naira, as the wire has it, and the same in whole kobo. */
export const transferFee = (amount: number): { wire: number; minor: Minor } => {
  const wire = amount <= 500_000 ? 10.75 : amount <= 5_000_000 ? 26.875 : 53.75;
  return { wire, minor: minor(Math.round(wire * 100)) };
};

export const move = (books: Ledger, amount: number): void => {
  books.balance = minor(books.balance + amount);
};

const total = (of: readonly { amount: Minor }[]): number => of.reduce((sum, { amount }) => sum + amount, 0);
const ofTransaction = <T extends { transactionId: number }>(all: readonly T[], id: number): T[] =>
  all.filter(({ transactionId }) => transactionId === id);

/** Refundable rest of a transaction, with refunds under way counted as gone. */
export function leftOf(books: Ledger, { id, amount }: Transaction): Minor {
  const refunds = ofTransaction(books.refunds, id).filter(({ state }) => state !== 'failed');
  return minor(amount - total(refunds) - total(ofTransaction(books.chargebacks, id)));
}

export function refundedOf(books: Ledger, id: number): Minor {
  const refunds = ofTransaction(books.refunds, id).filter(({ state }) => state === 'completed');
  return minor(total(refunds) + total(ofTransaction(books.chargebacks, id)));
}

/** A dispute the bank has won. No webhook is sent. */
export function addChargeback(books: Ledger, { id, flwRef, currency }: Transaction, amount: Minor): void {
  books.chargebacks.push({ id: books.newId(), flwRef, transactionId: id, amount, at: books.now() });
  if (currency === 'NGN') move(books, -amount);
}

/** Ends a payment; money that came in goes to the balance, net of its fee. */
export function settle(books: Ledger, transaction: Transaction, status: Transaction['status']): void {
  const isNew = transaction.status !== 'successful' && status === 'successful';
  transaction.status = status;
  if (isNew && transaction.currency === 'NGN') move(books, transaction.amount - totalFee(transaction));
}

export function addRefund(
  books: Ledger,
  transaction: Transaction,
  input: Pick<Refund, 'amount' | 'state' | 'comments'>,
): Refund {
  const refund = { ...input, id: books.newId(), transactionId: transaction.id, at: books.now() };
  books.refunds.push(refund);
  if (refund.state !== 'failed' && transaction.currency === 'NGN') move(books, -refund.amount);
  return refund;
}

/** Completed refunds of payments nobody here knows, one each second from an instant on. */
export function addManyRefunds(books: Ledger, count: number, from: Date): void {
  for (let i = 0; i < count; i += 1) {
    const at = new Date(from.getTime() + i * 1000);
    const chargebackRefund = {
      amount: minor(10_000),
      state: 'completed',
      comments: 'Of another shop',
    } as const;
    books.refunds.push({ ...chargebackRefund, id: books.newId(), transactionId: books.newId(), at });
  }
}

export function endRefund(books: Ledger, refund: Refund, as: 'completed' | 'failed'): void {
  const of = books.transactions.find(({ id }) => id === refund.transactionId);
  refund.state = as;
  if (as === 'failed' && of?.currency === 'NGN') move(books, refund.amount);
}

type NewTransfer = Pick<
  Transfer,
  'reference' | 'root' | 'amount' | 'currency' | 'bankCode' | 'accountNumber' | 'fullName' | 'narration'
>;

/** Takes a transfer on; it is NEW until `endTransfer`. */
export function addTransfer(books: Ledger, input: NewTransfer): Transfer {
  const transfer: Transfer = {
    ...input,
    id: books.newId(),
    fee: transferFee(input.amount).minor,
    state: 'processing',
    message: '',
    at: books.now(),
  };
  books.transfers.push(transfer);
  move(books, -(transfer.amount + transfer.fee));
  return transfer;
}

const endings = {
  completed: 'Transaction was successful',
  failed: 'DISBURSE FAILED: The receiving bank refused the transfer',
  reversed: 'Transfer was reversed by the receiving bank',
};

export function endTransfer(
  books: Ledger,
  transfer: Transfer,
  as: 'completed' | 'failed' | 'reversed',
): void {
  transfer.state = as;
  transfer.message = endings[as];
  if (as !== 'completed') move(books, transfer.amount + transfer.fee);
}
