import { minor } from '#core/money.ts';
import type { ActualPayment, ActualPayout, Simulator } from '../simulator.ts';
import { type Ledger, refundedOf, totalFee, type Transaction, type Transfer } from './ledger.ts';

const paymentStatus = { pending: 'pending', successful: 'completed', failed: 'failed' } as const;

function actualPayment(books: Ledger, transaction: Transaction): ActualPayment {
  const refunded = refundedOf(books, transaction.id);
  const isPaid = transaction.status === 'successful';
  return {
    transactionId: String(transaction.id),
    reference: transaction.txRef,
    amount: transaction.amount,
    fee: isPaid ? totalFee(transaction) : minor(0),
    refunded,
    currency: transaction.currency,
    method: transaction.method,
    status: isPaid && refunded === transaction.amount ? 'refunded' : paymentStatus[transaction.status],
    at: transaction.at,
  };
}

/** A payout with its retries: the last attempt tells how it stands. */
function actualPayout(attempts: readonly Transfer[], first: Transfer): ActualPayout {
  const { root, amount, currency, bankCode, accountNumber, at } = first;
  return {
    reference: root,
    amount,
    currency,
    bankCode,
    accountNumber,
    at,
    state: attempts.at(-1)?.state ?? first.state,
    sent: attempts.filter(({ state }) => state !== 'failed').length,
  };
}

/** The ledger as every simulator shows it, always current. */
export const ledgerOf = (books: Ledger): Simulator['ledger'] => ({
  get payments() {
    return books.transactions.map((each) => actualPayment(books, each));
  },
  get payouts() {
    return books.transfers
      .filter(({ reference, root }) => reference === root)
      .map((first) =>
        actualPayout(
          books.transfers.filter(({ root }) => root === first.root),
          first,
        ),
      );
  },
  get refunds() {
    return books.refunds.map(({ transactionId, amount, state, at }) => ({
      transactionId: String(transactionId),
      amount,
      state,
      at,
    }));
  },
  get balance() {
    return books.balance;
  },
});
