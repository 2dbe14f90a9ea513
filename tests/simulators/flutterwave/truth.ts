import { minor } from '#core/money.ts';
import type { Simulator, TruePayment, TruePayout } from '../simulator.ts';
import { type Books, refundedOf, type Transaction, type Transfer, wholeFee } from './books.ts';

const paymentStatus = { pending: 'pending', successful: 'completed', failed: 'failed' } as const;

function truePayment(books: Books, told: Transaction): TruePayment {
  const refunded = refundedOf(books, told.id);
  const isPaid = told.status === 'successful';
  return {
    transactionId: String(told.id),
    reference: told.txRef,
    amount: told.amount,
    fee: isPaid ? wholeFee(told) : minor(0),
    refunded,
    currency: told.currency,
    method: told.method,
    status: isPaid && refunded === told.amount ? 'refunded' : paymentStatus[told.status],
    at: told.at,
  };
}

/** A payout with its retries: the last attempt tells how it stands. */
function truePayout(attempts: readonly Transfer[], first: Transfer): TruePayout {
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

/** The books as every simulator shows them, always as they are now. */
export const truth = (books: Books): Simulator['books'] => ({
  get payments() {
    return books.transactions.map((each) => truePayment(books, each));
  },
  get payouts() {
    return books.transfers
      .filter(({ reference, root }) => reference === root)
      .map((first) =>
        truePayout(
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
