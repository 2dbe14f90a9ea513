import { sql } from 'kysely';
import { type Minor, minor } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { refundedBy, returningOf } from '#server/modules/invoices/queries/attempts.ts';
import type { StoredInvoice } from '#server/modules/invoices/rules/invoice.ts';
import { receiptNumber } from '../rules.ts';
import type { PaymentRow, ReceiptRow, RefundRow } from '../table.ts';

/** A receipt with its payment, and what else it names. */
export type IssuedReceipt = {
  receipt: ReceiptRow;
  payment: PaymentRow;
  /** The part of it that is on its way back, in minor units. */
  returning: Minor;
  /** Which invoices it paid, and how much of each (minor units); the one it was made for comes first. */
  shares: { number: string; amount: Minor }[];
  /** The invoice it is listed under, then the others that took some of money for several. */
  invoices: readonly [StoredInvoice, ...StoredInvoice[]];
  /** Time of the last refund through a provider. */
  refundedAt: Date | null;
  /** Origin of that refund. */
  refundedBy: RefundRow['origin'] | null;
};

/** The receipt behind a public link; null for links that lead nowhere. */
export const receiptByPublicId = (db: Db, publicId: string): Promise<IssuedReceipt | null> =>
  findReceipt(db, (query) => query.where('public_id', '=', publicId));

/** The receipt that carries a code; null when none does. */
export const receiptByVerificationCode = (db: Db, code: string): Promise<IssuedReceipt | null> =>
  findReceipt(db, (query) => query.where('verification_code', '=', code));

/** The receipt of one of the business's payments; null while the money has not come. */
export const receiptOfPayment = (
  db: Db,
  businessId: string,
  paymentId: string,
): Promise<IssuedReceipt | null> =>
  findReceipt(db, (query) => query.where('business_id', '=', businessId).where('payment_id', '=', paymentId));

type Query = ReturnType<typeof allReceipts>;
const allReceipts = (db: Db) => db.selectFrom('receipts').selectAll();

async function findReceipt(db: Db, narrow: (query: Query) => Query): Promise<IssuedReceipt | null> {
  const receipt = await narrow(allReceipts(db)).executeTakeFirst();
  if (!receipt) return null;
  const { business_id: businessId, payment_id: paymentId } = receipt;
  const {
    returning,
    refundedBy: by,
    ...payment
  } = await db
    .selectFrom('payments')
    .selectAll()
    .select([returningOf('payments').as('returning'), refundedBy('payments').as('refundedBy')])
    .where('business_id', '=', businessId)
    .where('id', '=', paymentId)
    .executeTakeFirstOrThrow();
  return {
    receipt,
    payment,
    returning,
    shares: await sharesOf(db, payment),
    invoices: await invoicesOf(db, payment),
    refundedAt: payment.refunded_minor > 0 ? await lastRefund(db, businessId, paymentId) : null,
    refundedBy: by,
  };
}

async function sharesOf(db: Db, payment: PaymentRow): Promise<IssuedReceipt['shares']> {
  const rows = await db
    .selectFrom('allocations as a')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'a.business_id').onRef('i.id', '=', 'a.invoice_id'),
    )
    .select(['a.invoice_id', 'i.number'])
    .select((eb) => eb.fn.sum<string>('a.amount_minor').as('amount'))
    .where('a.business_id', '=', payment.business_id)
    .where('a.payment_id', '=', payment.id)
    .groupBy(['a.invoice_id', 'i.number'])
    .having((eb) => eb.fn.sum('a.amount_minor'), '>', 0)
    .orderBy((eb) => eb('a.invoice_id', '=', payment.invoice_id), 'desc')
    .orderBy('i.number')
    .execute();
  return rows.map(({ number, amount }) => ({ number, amount: minor(Number(amount)) }));
}

async function invoicesOf(db: Db, payment: PaymentRow): Promise<IssuedReceipt['invoices']> {
  const { business_id: businessId, invoice_id: listedUnder } = payment;
  const rows = await db
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(
      sql<boolean>`id in (select ${listedUnder}::text union select c.invoice_id from checkout_invoices c
        join allocations a on a.business_id = c.business_id and a.invoice_id = c.invoice_id and a.payment_id = ${payment.id}
        where c.business_id = ${businessId} and c.reference = ${payment.reference}
        group by c.invoice_id having sum(a.amount_minor) > 0)`,
    )
    .orderBy((eb) => eb('id', '=', listedUnder), 'desc')
    .orderBy('number')
    .execute();
  const [first, ...others] = rows;
  if (!first) throw new Error(`payment ${payment.id} has no invoice`);
  return [first, ...others];
}

async function lastRefund(db: Db, businessId: string, paymentId: string): Promise<Date | null> {
  const found = await db
    .selectFrom('refunds')
    .select('updated_at')
    .where('business_id', '=', businessId)
    .where('payment_id', '=', paymentId)
    .where('status', '=', 'completed')
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found?.updated_at ?? null;
}

/** Fields of a link to a receipt. */
export type ReceiptLink = { number: string; publicId: string };

/** The receipts of payments of one business, by payment. */
export async function receiptLinks(
  db: Db | Tx,
  businessId: string,
  paymentIds: string[],
): Promise<Map<string, ReceiptLink>> {
  if (paymentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('receipts')
    .select(['payment_id', 'number', 'public_id'])
    .where('business_id', '=', businessId)
    .where('payment_id', 'in', paymentIds)
    .execute();
  return new Map(
    rows.map((row) => [row.payment_id, { number: receiptNumber(row.number), publicId: row.public_id }]),
  );
}
