import { minor, subtract } from '#core/money.ts';
import type { Call, Reply } from '../serve.ts';
import { endRefund, type Ledger, leftOf, nextId, type Refund } from './ledger.ts';
import {
  accept,
  koboOf,
  missingText,
  naira,
  pageOf,
  pagingOf,
  readBody,
  refuse,
  spokenTime,
  writtenTime,
} from './wire.ts';

const LEAST = 10_000;

/** `POST /api/v1/refunds/initiate-refund`. */
export function initiateRefund(books: Ledger, call: Call): Reply {
  const body = readBody(call);
  if (!body) return refuse(400, 'The request body is not readable');
  const missing = missingText(body, [
    'transactionReference',
    'refundReference',
    'refundReason',
    'customerNote',
  ]);
  if (missing) return refuse(400, `${missing} must not be blank`);
  const amount = koboOf(body.refundAmount);
  if (amount === null) return refuse(400, 'refundAmount must be a number');
  if (String(body.refundReason).length > 64 || String(body.customerNote).length > 16)
    return refuse(400, 'supplied value has exceeded the maximum allowed number of characters.', 'R8');
  const paid = books.transactions.get(String(body.transactionReference));
  if (!paid || paid.isForeign)
    return refuse(404, 'Transaction with specified reference does not exist.', 'R1');
  if (paid.method !== 'ACCOUNT_TRANSFER' || paid.paid === 0)
    return refuse(422, 'Refund not permitted for specified transaction.', 'R2');
  if (amount > paid.paid) return refuse(422, 'Specified refund amount is above transaction amount.', 'R3');
  if (amount < LEAST) return refuse(422, 'Specified refund amount is below minimum refund amount.', 'R4');
  // The refundable rest is checked before the reference: a repeat of a full refund is told that it is too
  // much.
  if (amount > leftOf(books, paid))
    return refuse(
      422,
      'The total amount of all refunds done on a particular transaction has exceeded the transaction amount.',
      'R12',
    );
  if (books.refunds.has(String(body.refundReference)))
    return refuse(422, 'Supplied refund reference already exists for the merchant.', 'R9');
  if (amount > books.balance)
    return refuse(422, 'Merchant does not have sufficient funds to process refund.', 'R5');
  const refund: Refund = {
    reference: String(body.refundReference),
    transaction: paid.id,
    amount,
    reason: String(body.refundReason),
    note: String(body.customerNote),
    status: 'IN_PROGRESS',
    createdOn: books.now(),
    completedOn: null,
  };
  books.refunds.set(refund.reference, refund);
  books.balance = subtract(books.balance, amount);
  if (books.refundsEnd !== 'processing') endRefund(books, refund, books.refundsEnd);
  return accept(presentRefund(books, refund));
}

function presentRefund(books: Ledger, one: Refund) {
  const comments = {
    IN_PROGRESS: 'Transaction refund is in progress.',
    COMPLETED: 'Refund processed successfully.',
    FAILED: 'The bank did not take the refund',
  };
  return {
    refundReference: one.reference,
    transactionReference: one.transaction,
    refundReason: one.reason,
    customerNote: one.note,
    refundAmount: naira(one.amount),
    refundType:
      books.transactions.get(one.transaction)?.paid === one.amount ? 'FULL_REFUND' : 'PARTIAL_REFUND',
    refundStatus: one.status,
    refundStrategy: 'MERCHANT_WALLET',
    comment: comments[one.status],
    createdOn: writtenTime(one.createdOn),
    completedOn: one.completedOn ? spokenTime(one.completedOn) : '',
  };
}

/** `GET /api/v1/refunds/{reference}`. */
export function oneRefund(books: Ledger, call: Call): Reply {
  const found = books.refunds.get(call.path.slice('/api/v1/refunds/'.length));
  if (!found) return refuse(404, 'No refund was initiated with the supplied refund reference.', 'R7');
  return accept(presentRefund(books, found));
}

/** `GET /api/v1/refunds`. */
export function listRefunds(books: Ledger, call: Call): Reply {
  const paging = pagingOf(call, 'page', 'size');
  if (!paging) return refuse(400, 'page and size must be numbers');
  const all = [...books.refunds.values()];
  const page = pageOf(books.oldestFirst ? all : all.reverse(), paging.number, paging.size);
  return accept({ ...page, content: page.content.map((one) => presentRefund(books, one)) });
}

/** Refunds of payments nobody here knows, one each second from an instant on. */
export function addManyRefunds(books: Ledger, count: number, from: Date): void {
  for (let i = 0; i < count; i += 1) {
    const at = new Date(from.getTime() + i * 1000);
    const reference = nextId(books, 'MFRF');
    books.refunds.set(reference, {
      reference,
      transaction: nextId(books),
      amount: minor(10_000),
      reason: 'Of another shop',
      note: 'Refund',
      status: 'COMPLETED',
      createdOn: at,
      completedOn: at,
    });
  }
}
