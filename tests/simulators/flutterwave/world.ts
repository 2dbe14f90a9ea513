import { assert } from '#core/assert.ts';
import { type Minor, minor } from '#core/money.ts';
import type { Pay, Simulator } from '../simulator.ts';
import {
  addChargeback,
  addRefund,
  type Books,
  crowdRefunds,
  endRefund,
  endTransfer,
  hex,
  leftOf,
  settle,
  type Transaction,
} from './books.ts';
import type { Notices } from './notices.ts';
import { bankNameOf } from './payout.ts';

export type World = Pick<
  Simulator,
  'pay' | 'payOrphan' | 'giveBack' | 'payoutsEnd' | 'decidePayout' | 'refundsEnd' | 'decideRefunds'
> & {
  /** A dispute the customer's bank wins; all that is left unless told. No notice tells of it. */
  chargeBack(transactionId: string, amount?: Minor): void;
  /** Adds completed refunds of payments that are none of ours, one each second from an instant on. */
  crowdRefunds(count: number, from: Date): void;
  /** Lists refunds the other way round. */
  listOldestFirst(isSo: boolean): void;
};

const statuses = { completed: 'successful', failed: 'failed', pending: 'pending' } as const;

/** What customers, banks and people at the dashboard do. */
export function world(books: Books, notices: Notices): World {
  const find = (id: string): Transaction => {
    const found = books.transactions.find((each) => String(each.id) === id);
    assert(found, `no transaction ${id}`);
    return found;
  };
  return {
    pay: (reference, how = {}) => pay(books, notices, reference, how, find),
    payOrphan: (amount) => {
      const transaction = newTransaction(books, { txRef: `Links-${books.newId()}`, amount, currency: 'NGN' });
      books.transactions.push(transaction);
      settle(books, transaction, 'successful');
      notices.about.payment(transaction);
      return String(transaction.id);
    },
    giveBack: (transactionId, amount) => {
      const transaction = find(transactionId);
      const left = leftOf(books, transaction);
      const told = amount ?? left;
      assert(told > 0 && told <= left, 'more than is left of the payment');
      const comments = 'Asked for by the customer';
      notices.about.refund(addRefund(books, transaction, { amount: told, state: 'completed', comments }));
    },
    chargeBack: (transactionId, amount) => {
      const transaction = find(transactionId);
      addChargeback(books, transaction, amount ?? leftOf(books, transaction));
    },
    crowdRefunds: (count, from) => crowdRefunds(books, count, from),
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
      notices.about.transfer(transfer, bankNameOf(transfer.bankCode));
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
        notices.about.refund(refund);
      }
    },
  };
}

function pay(
  books: Books,
  notices: Notices,
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
  notices.about.payment(transaction);
  return String(transaction.id);
}

type NewTransaction = Pick<Transaction, 'txRef' | 'amount' | 'currency'> & Partial<Transaction>;

function newTransaction(books: Books, told: NewTransaction): Transaction {
  const method = told.method ?? 'card';
  return {
    id: books.newId(),
    flwRef: method === 'card' ? `FLW-MOCK-${hex(16)}` : `${books.now().getTime()}${books.newId()}`,
    status: 'pending',
    email: told.email ?? 'customer@example.com',
    name: told.name ?? 'Anonymous customer',
    at: books.now(),
    txRef: told.txRef,
    amount: minor(told.amount),
    currency: told.currency,
    method,
  };
}
