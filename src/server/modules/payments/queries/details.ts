import { notFound } from '#core/errors.ts';
import { type Currency, type Minor, ZERO } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { active } from '#server/modules/invoices/queries/status-filter.ts';
import { creditOf, returnableOf } from '#server/modules/invoices/rules/credit.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { settledDebts } from '#server/modules/ledger/queries.ts';
import { needsReason, OFFLINE } from '../rules.ts';
import type { PaymentRow, RefundRow } from '../table.ts';
import { type ListedPayment, listedColumns, listedExpressions } from './payments.ts';
import { type ReceiptLink, receiptLinks } from './receipts.ts';
import { refundsOfPayment } from './refunds.ts';

/** An open invoice that a customer's credit could be used for. */
export type CreditInvoice = { id: string; number: string; balance_minor: Minor };

/** One payment with all that became of it. */
export type PaymentDetails = {
  payment: ListedPayment;
  refunds: RefundRow[];
  /** Of refunds that failed: what of the money settled a debt, by the refund. */
  settledDebts: Map<string, Minor>;
  /** Refundable amount, in minor units. */
  refundable: Minor;
  allocations: { invoice_id: string; number: string; amount: string }[];
  creditFor: CreditInvoice[];
  receipt: ReceiptLink | null;
  /** First name of the business's owner, who records payments. */
  owner: string;
  /** Whether taking it back needs a reason now. */
  reasonNeeded: boolean;
  /** The typed payment that may be the same money. */
  paidTwice: Pick<PaymentRow, 'id' | 'amount_minor' | 'day'> | null;
};

const MOST_INVOICES = 50;

/** A payment as lists show it. Throws 404 for one that is unknown, another's, or of another currency. */
export async function listedPayment(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  id: string,
): Promise<ListedPayment> {
  const payment = await db
    .selectFrom('payments as p')
    .leftJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'p.business_id').onRef('i.id', '=', 'p.invoice_id'),
    )
    .leftJoin('customers as c', (join) =>
      join.onRef('c.business_id', '=', 'p.business_id').onRef('c.id', '=', 'p.customer_id'),
    )
    .selectAll('p')
    .select(listedColumns)
    .select(listedExpressions)
    .where('p.business_id', '=', businessId)
    .where('p.id', '=', id)
    .executeTakeFirst();
  if (payment?.currency !== currency) throw notFound('payment', payment?.currency);
  return payment;
}

/** A payment with all that became of it. Throws 404 as `listedPayment`. */
export async function detailsOf(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  id: string,
  now: Date,
): Promise<PaymentDetails> {
  const payment = await listedPayment(db, businessId, currency, id);
  const refunds = await refundsOfPayment(db, businessId, id);
  const owner = await ownerOf(db, businessId);
  return {
    payment,
    refunds,
    settledDebts: await settledDebts(
      db,
      businessId,
      refunds.filter(({ status }) => status === 'failed').map((row) => row.id),
    ),
    refundable: refundableOf(payment),
    allocations: await allocationsOf(db, businessId, id),
    creditFor: creditOf(payment, payment.returning) > 0 ? await openInvoicesOf(db, payment) : [],
    owner: owner.firstName,
    reasonNeeded: needsReason(payment, owner.id, now),
    paidTwice: await typedTwinOf(db, payment),
    receipt: (await receiptLinks(db, businessId, [id])).get(id) ?? null,
  };
}

const refundableOf = (payment: ListedPayment): Minor =>
  payment.status === 'completed' && payment.provider !== OFFLINE
    ? returnableOf(payment, payment.returning)
    : ZERO;

// Money of a provider that found nothing owed on its invoice, where somebody had typed a payment: one of them may be too many.
async function typedTwinOf(db: Db | Tx, payment: ListedPayment): Promise<PaymentDetails['paidTwice']> {
  const { invoice_id: invoiceId, business_id: businessId } = payment;
  const isOver = payment.status === 'completed' && creditOf(payment, payment.returning) > 0;
  if (payment.provider === OFFLINE || !isOver || !invoiceId) return null;
  return (await typedPaymentOf(db, businessId, invoiceId)) ?? null;
}

/** The last typed payment that stands on an invoice. */
export const typedPaymentOf = (db: Db | Tx, businessId: string, invoiceId: string) =>
  db
    .selectFrom('payments')
    .select(['id', 'amount_minor', 'day'])
    .where('business_id', '=', businessId)
    .where('invoice_id', '=', invoiceId)
    .where('evidence', '=', 'hand')
    .where('status', '=', 'completed')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

const allocationsOf = (db: Db | Tx, businessId: string, paymentId: string) =>
  db
    .selectFrom('allocations as a')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'a.business_id').onRef('i.id', '=', 'a.invoice_id'),
    )
    .select(['a.invoice_id', 'i.number'])
    .select((eb) => eb.fn.sum<string>('a.amount_minor').as('amount'))
    .where('a.business_id', '=', businessId)
    .where('a.payment_id', '=', paymentId)
    .groupBy(['a.invoice_id', 'i.number'])
    .having((eb) => eb.fn.sum('a.amount_minor'), '>', 0)
    .orderBy('i.number')
    .execute();

const openInvoicesOf = (db: Db | Tx, payment: ListedPayment) =>
  openInvoices(db, payment.business_id, payment.currency)
    .where('customer_id', '=', payment.customer_id)
    .orderBy('due_date')
    .orderBy('id')
    .limit(MOST_INVOICES)
    .execute();

/** Of each customer with credit among these payments the open invoice that is due first. */
export async function creditInvoices(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  payments: readonly ListedPayment[],
): Promise<Map<string, CreditInvoice>> {
  const withCredit = payments.filter((payment) => creditOf(payment, payment.returning) > 0);
  const customers = new Set(withCredit.flatMap(({ customer_id: id }) => id ?? []));
  if (customers.size === 0) return new Map();
  const rows = await openInvoices(db, businessId, currency)
    .distinctOn('customer_id')
    .where('customer_id', 'in', [...customers])
    .orderBy('customer_id')
    .orderBy('due_date')
    .orderBy('id')
    .execute();
  return new Map(rows.map((row) => [row.customer_id ?? '', row]));
}

const openInvoices = (db: Db | Tx, businessId: string, currency: Currency) =>
  db
    .selectFrom('invoices')
    .select(['id', 'number', 'balance_minor', 'customer_id'])
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where(active)
    .where('paid_at', 'is', null)
    .where('sent_at', 'is not', null);
