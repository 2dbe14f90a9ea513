import type { Currency } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { openRefunds } from '../rules.ts';
import type { RefundRow, UnmatchedPaymentRow } from '../table.ts';

const BATCH = 100;

/** A refund by the reference the provider knows it under. */
export function refundByReference(db: Db, reference: string): Promise<RefundRow | undefined> {
  return db.selectFrom('refunds').selectAll().where('reference', '=', reference).executeTakeFirst();
}

/** Refunds of one transaction that have not ended. */
export function openRefundsOf(
  db: Db,
  provider: string,
  transactionId: string,
): Promise<Pick<RefundRow, 'reference'>[]> {
  return db
    .selectFrom('refunds')
    .select('reference')
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .where('status', 'in', openRefunds)
    .execute();
}

/** Refunds of one payment, completed and under way, newest first. */
export function refundsOfPayment(db: Db, businessId: string, paymentId: string): Promise<RefundRow[]> {
  return db
    .selectFrom('refunds')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('payment_id', '=', paymentId)
    .orderBy('id', 'desc')
    .execute();
}

/** Money that came for one of the business's invoices and could not be used for it. */
export type Unmatched = UnmatchedPaymentRow & {
  invoice_number: string | null;
  refund_status: RefundRow['status'] | null;
};

/** Unmatched payments, newest first, with the state of their refund. */
export async function unmatchedOf(db: Db, businessId: string, currency: Currency): Promise<Unmatched[]> {
  return db
    .selectFrom('unmatched_payments as u')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'u.business_id').onRef('i.id', '=', 'u.invoice_id'),
    )
    .leftJoin('refunds as r', (join) =>
      join
        .onRef('r.provider', '=', 'u.provider')
        .onRef('r.transaction_id', '=', 'u.transaction_id')
        .onRef('r.business_id', '=', 'u.business_id')
        .on('r.payment_id', 'is', null)
        .on('r.status', '<>', 'failed'),
    )
    .selectAll('u')
    .select(['i.number as invoice_number', 'r.status as refund_status'])
    .where('u.business_id', '=', businessId)
    .where('u.settled_at', 'is', null)
    .where('i.currency', '=', currency)
    .orderBy('u.received_at', 'desc')
    .limit(BATCH)
    .execute();
}
