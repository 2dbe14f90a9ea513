import { assert } from '#core/assert.ts';
import { type Minor, minor } from '#core/money.ts';
import { bankWords, type Pay, type Simulator } from '../simulator.ts';
import {
  addChargeback,
  addManyRefunds,
  addRefund,
  endRefund,
  endTransfer,
  hex,
  type Ledger,
  leftOf,
  settle,
  type Transaction,
} from './ledger.ts';
import { bankNameOf } from './payout.ts';
import type { Webhooks } from './webhooks.ts';

export type Controls = Pick<
  Simulator,
  | 'pay'
  | 'payUnknownReference'
  | 'refundByProvider'
  | 'payoutsEnd'
  | 'decidePayout'
  | 'refundsEnd'
  | 'decideRefunds'
  | 'chargesEnd'
  | 'decideCharge'
> & {
  /** A dispute the customer's bank wins; the full rest by default. No webhook is sent. */
  chargeBack(transactionId: string, amount?: Minor): void;
  /** Adds completed refunds of payments that are none of ours, one each second from an instant on. */
  crowdRefunds(count: number, from: Date): void;
  /** Lists refunds the other way round. */
  listOldestFirst(isSo: boolean): void;
};

const statuses = { completed: 'successful', failed: 'failed', pending: 'pending' } as const;

/** Controls: what customers, banks and people at the dashboard do. */
export function createControls(books: Ledger, webhooks: Webhooks): Controls {
  const find = (id: string): Transaction => {
    const found = books.transactions.find((each) => String(each.id) === id);
    assert(found, `no transaction ${id}`);
    return found;
  };
  return {
    pay: (reference, how = {}) => pay(books, webhooks, reference, how, find),
    payUnknownReference: (amount) => {
      const transaction = newTransaction(books, { txRef: `Links-${books.newId()}`, amount, currency: 'NGN' });
      books.transactions.push(transaction);
      settle(books, transaction, 'successful');
      webhooks.about.payment(transaction);
      return String(transaction.id);
    },
    refundByProvider: (transactionId, amount) => {
      const transaction = find(transactionId);
      const left = leftOf(books, transaction);
      const paid = amount ?? left;
      assert(paid > 0 && paid <= left, 'more than is left of the payment');
      const comments = 'Asked for by the customer';
      webhooks.about.refund(addRefund(books, transaction, { amount: paid, state: 'completed', comments }));
    },
    chargeBack: (transactionId, amount) => {
      const transaction = find(transactionId);
      addChargeback(books, transaction, amount ?? leftOf(books, transaction));
    },
    crowdRefunds: (count, from) => addManyRefunds(books, count, from),
    listOldestFirst: (isSo) => {
      books.oldestFirst = isSo;
    },
    payoutsEnd: (as) => {
      books.payoutsEnd = as;
    },
    decidePayout: (reference, as) => {
      const transfer = books.transfers.findLast(({ root }) => root === reference);
      assert(transfer, `no transfer ${reference}`);
      assert(transfer.state === (as === 'reversed' ? 'completed' : 'processing'), 'the transfer has ended');
      endTransfer(books, transfer, as);
      webhooks.about.transfer(transfer, bankNameOf(transfer.bankCode));
    },
    chargesEnd: (as) => {
      books.chargesEnd = as;
    },
    decideCharge: (reference, as) => {
      const charge = books.transactions.find(
        ({ txRef, status }) => txRef === reference && status === 'pending',
      );
      assert(charge, `no charge ${reference} is under way`);
      if (as === 'failed') charge.words = bankWords.funds;
      settle(books, charge, statuses[as]);
      webhooks.about.payment(charge);
    },
    refundsEnd: (as) => {
      books.refundsEnd = as;
    },
    decideRefunds: (transactionId, as) => {
      const { id } = find(transactionId);
      const underWay = books.refunds.filter(
        (each) => each.transactionId === id && each.state === 'processing',
      );
      for (const refund of underWay) {
        endRefund(books, refund, as);
        webhooks.about.refund(refund);
      }
    },
  };
}

function pay(
  books: Ledger,
  webhooks: Webhooks,
  reference: string,
  how: Pay,
  find: (id: string) => Transaction,
): string {
  const checkout = books.checkouts.find(({ txRef }) => txRef === reference);
  assert(checkout, `no checkout ${reference}`);
  const transaction = how.transactionId
    ? find(how.transactionId)
    : newTransaction(books, {
        txRef: reference,
        amount: how.amount ?? checkout.amount,
        currency: how.currency ?? checkout.currency,
        method: how.method,
        email: checkout.email,
        name: checkout.name,
      });
  if (!how.transactionId) (how.otherMode ? books.elsewhere : books.transactions).push(transaction);
  if (how.otherMode) transaction.status = statuses[how.status ?? 'completed'];
  else settle(books, transaction, statuses[how.status ?? 'completed']);
  webhooks.about.payment(transaction);
  return String(transaction.id);
}

type NewTransaction = Pick<Transaction, 'txRef' | 'amount' | 'currency'> & Partial<Transaction>;

export function newTransaction(books: Ledger, input: NewTransaction): Transaction {
  const method = input.method ?? 'card';
  return {
    id: books.newId(),
    flwRef: method === 'card' ? `FLW-MOCK-${hex(16)}` : `${books.now().getTime()}${books.newId()}`,
    status: 'pending',
    email: input.email ?? 'customer@example.com',
    name: input.name ?? 'Anonymous customer',
    at: books.now(),
    txRef: input.txRef,
    amount: minor(input.amount),
    currency: input.currency,
    method,
  };
}
