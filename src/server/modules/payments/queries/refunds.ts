import { sql } from 'kysely';
import { add, type Currency, least, type Minor } from '#core/money.ts';
import type { Db } from '#server/kernel/db.ts';
import { returningOf } from '#server/modules/invoices/queries/attempts.ts';
import { returnableOf } from '#server/modules/invoices/rules/credit.ts';
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

type Returnable = Parameters<typeof returnableOf>[0];

/** How much of what pays an invoice can go back through its provider, in minor units. */
export async function refundableOf(db: Db, businessId: string, invoiceId: string): Promise<Minor> {
  const { rows } = await sql<Returnable & { applied: Minor; returning: Minor }>`
    select p.amount_minor, p.refunded_minor, p.given_back_minor, ${returningOf('p')} as returning, a.applied
    from payments p join (select payment_id, sum(amount_minor)::bigint as applied from allocations
      where business_id = ${businessId} and invoice_id = ${invoiceId} group by payment_id) a on a.payment_id = p.id
    where p.business_id = ${businessId} and p.evidence = 'provider' and p.status = 'completed' and a.applied > 0`.execute(
    db,
  );
  return add(...rows.map(({ applied, returning, ...row }) => least(applied, returnableOf(row, returning))));
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
