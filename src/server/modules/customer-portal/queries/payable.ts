import { MAX_PAID_TOGETHER } from '#contract/customer-portal.ts';
import { AppError, fieldError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { openCondition, active } from '#server/modules/invoices/queries/status-filter.ts';
import { type AskedInvoice, askedForEach } from '#server/modules/invoices/queries/withholding.ts';
import type { StoredInvoice } from '#server/modules/invoices/rules/invoice.ts';
import { sql } from 'kysely';
import type { CustomerOf } from './links.ts';

export type Payable = AskedInvoice<StoredInvoice>;

/** Those of a customer's invoices, by their pay pages, that something is asked for at an instant, the one due first before the others. */
export async function payableOf(
  db: Db | Tx,
  { businessId, customerId }: CustomerOf,
  publicIds: readonly string[],
  at: Date,
): Promise<Payable[]> {
  if (publicIds.length === 0) return [];
  const invoices = await db
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('customer_id', '=', customerId)
    .where('public_id', 'in', publicIds)
    .where(active)
    .where(sql<boolean>`${openCondition}`)
    .orderBy('due_date')
    .orderBy('number')
    .execute();
  return (await askedForEach(db, invoices, at)).filter(({ amount }) => amount > 0);
}

/** Invoices a customer ticked that something is asked for; `dropped`: how many others they ticked. */
export type Ticked = { payable: [Payable, ...Payable[]]; currency: Currency; dropped: number };

/**
 * The invoices a customer ticked, by the ids of their pay pages, with what is asked for each at an instant. Throws 422 for none or
 * too many or two currencies, 409 where nothing is asked for any more.
 */
export async function tickedOf(
  db: Db | Tx,
  of: CustomerOf,
  publicIds: readonly string[],
  at: Date,
): Promise<Ticked> {
  const wanted = [...new Set(publicIds)];
  if (wanted.length === 0) throw fieldError('invoiceIds', 'Tick at least one invoice');
  if (wanted.length > MAX_PAID_TOGETHER)
    throw fieldError('invoiceIds', `Tick ${MAX_PAID_TOGETHER} invoices at most`);
  const [first, ...others] = await payableOf(db, of, wanted, at);
  if (!first) throw new AppError('conflict', 'Nothing is left to pay on these invoices');
  const { currency } = first.invoice;
  if (others.some(({ invoice }) => invoice.currency !== currency))
    throw fieldError('invoiceIds', 'Tick invoices in one currency');
  return { payable: [first, ...others], currency, dropped: wanted.length - others.length - 1 };
}
