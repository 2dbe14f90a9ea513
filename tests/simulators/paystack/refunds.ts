import { type Minor, minor } from '#core/money.ts';
import type { Call, Reply } from '../serve.ts';
import { INTEGRATION, type Ledger, refundedOf, type RefundRow, type Row, settleRefund } from './ledger.ts';
import { bodyOf, failed, invalid, pageOf, succeeded } from './responses.ts';
import { refundShape, transactionShape } from './serializers.ts';
import { sendRefundWebhook } from './webhooks.ts';

/** `POST /refund` */
export function createRefund(books: Ledger, call: Call): Reply {
  const body = bodyOf(call) ?? {};
  const row = books.transactions.find(
    ({ id, reference }) => body.transaction === reference || String(body.transaction) === String(id),
  );
  if (!row)
    return failed('Transaction not found', 'transaction_not_found', 'Provide a known transaction', 404);
  const left = row.amount - refundedOf(books, row, true);
  const amount = body.amount === undefined ? left : body.amount;
  const why = whyRefused(row, body.currency, amount, left);
  if (why) return why;
  const refund = addRefund(books, row, minor(Number(amount)), {
    merchant: String(body.merchant_note ?? `Refund for transaction ${row.reference} by owner@example.com`),
    customer: String(body.customer_note ?? `Refund for transaction ${row.reference}`),
  });
  const shape = refundShape(refund, row);
  endRefund(books, refund, row);
  return succeeded('Refund has been queued for processing', {
    ...shape,
    transaction_reference: undefined,
    transaction_amount: undefined,
    fully_deducted: false,
    transaction: { ...transactionShape(row), metadata: undefined, log: undefined },
    integration: INTEGRATION,
    expected_at: new Date(books.now().getTime() + 10 * 86_400_000).toISOString(),
    updatedAt: refund.at.toISOString(),
  });
}

function whyRefused(row: Row, currency: unknown, amount: unknown, left: number): Reply | null {
  if (row.status === 'reversed' || left === 0)
    return failed(
      'Transaction has been fully reversed',
      'transaction_reversed',
      'There is nothing left to refund',
    );
  if (row.status !== 'success')
    return failed(
      'Transaction is not successful',
      'invalid_transaction',
      'Only a paid transaction can be refunded',
    );
  if (currency !== undefined && currency !== row.currency) return invalid('Currency');
  if (!Number.isSafeInteger(amount) || Number(amount) <= 0) return invalid('Amount');
  return Number(amount) > left
    ? failed('Refund amount cannot be greater than initial amount', 'invalid_amount', 'Refund less')
    : null;
}

export function addRefund(
  books: Ledger,
  row: Row,
  amount: Minor,
  notes: { merchant: string; customer: string },
): RefundRow {
  const refund: RefundRow = {
    id: 3_018_000 + books.next(),
    transaction: row.id,
    amount,
    status: 'pending',
    merchantNote: notes.merchant,
    customerNote: notes.customer,
    at: books.now(),
  };
  books.refunds.push(refund);
  return refund;
}

function endRefund(books: Ledger, refund: RefundRow, row: Row): void {
  if (books.refundsEnd !== 'processing')
    settleRefund(books, refund, books.refundsEnd === 'completed' ? 'processed' : 'failed');
  sendRefundWebhook(books, refund, row);
}

/** `GET /refund` */
export function listRefunds(books: Ledger, call: Call): Reply {
  const of = call.query.get('transaction');
  const rows = books.refunds.filter(({ transaction }) => of === null || String(transaction) === of);
  const { items, meta } = pageOf(call, rows, ({ at }) => at);
  return succeeded(
    'Refunds retrieved',
    items.map((refund) => shapeOf(books, refund)),
    {
      ...meta,
      perPage: String(meta.perPage),
    },
  );
}

/** `GET /refund/{id}` */
export function fetchRefund(books: Ledger, id: string): Reply {
  const refund = books.refunds.find((known) => String(known.id) === id);
  return refund
    ? succeeded('Refund retrieved', shapeOf(books, refund))
    : failed('Refund not found', 'refund_not_found', 'Check the id', 404);
}

function shapeOf(books: Ledger, refund: RefundRow) {
  const row = books.transactions.find(({ id }) => id === refund.transaction);
  if (!row) throw new Error(`a refund of no transaction: ${refund.id}`);
  return refundShape(refund, row);
}
