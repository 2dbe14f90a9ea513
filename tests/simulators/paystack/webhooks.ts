import { INTEGRATION, type Ledger, type RefundRow, type Row, type TransferRow } from './ledger.ts';
import { customerOf, transactionShape, transferShape } from './serializers.ts';

// Webhooks differ from API responses and among themselves; the variants alternate.

const metadataTurns = [0, '', undefined];

export function sendChargeWebhook(books: Ledger, row: Row): void {
  const turn = books.next();
  const metadata = row.metadata && turn % 2 ? row.metadata : metadataTurns[turn % metadataTurns.length];
  books.notify('charge.success', {
    ...transactionShape(row),
    metadata,
    // Terminals tell their amounts as text.
    amount: turn % 3 === 0 ? String(row.amount) : row.amount,
    ...(turn % 4 === 0 ? { fees: null } : {}),
  });
}

export function sendTransferWebhook(books: Ledger, transfer: TransferRow): void {
  const { createdAt, updatedAt, fee_charged, ...rest } = transferShape(transfer);
  const dates =
    books.next() % 2
      ? { createdAt, updatedAt, fee_charged }
      : { created_at: createdAt, updated_at: updatedAt };
  books.notify(`transfer.${transfer.status}`, {
    ...rest,
    ...dates,
    integration: { id: INTEGRATION, is_live: true, business_name: 'Duewell test' },
  });
}

export function sendRefundWebhook(books: Ledger, refund: RefundRow, row: Row): void {
  const isText = books.next() % 2 === 0;
  books.notify(`refund.${refund.status}`, {
    status: refund.status,
    transaction_reference: row.reference,
    refund_reference: refund.status === 'processed' ? String(132_000_000_000 + refund.id) : null,
    amount: isText ? String(refund.amount) : refund.amount,
    currency: row.currency,
    processor: 'instant-transfer',
    customer: { first_name: null, last_name: null, email: row.email },
    integration: INTEGRATION,
    domain: row.domain,
    ...(isText ? {} : { id: String(refund.id) }),
  });
}

export function sendDisputeWebhook(books: Ledger, row: Row, amount: number): void {
  books.notify('charge.dispute.resolve', {
    id: 300_000 + books.next(),
    refund_amount: amount,
    currency: row.currency,
    status: 'resolved',
    resolution: 'auto-accepted',
    domain: row.domain,
    transaction: { ...transactionShape(row), metadata: '' },
    transaction_reference: null,
    category: 'chargeback',
    customer: customerOf(row),
    resolvedAt: books.now().toISOString(),
    created_at: books.now().toISOString(),
  });
}
