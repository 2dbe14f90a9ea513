import { assert } from '#core/assert.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { type Currency, formatMoney, least, type Minor, minor, subtract } from '#core/money.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { allocate } from '#server/modules/invoices/commands/allocations.ts';
import { spendCredit, spendCredits } from '#server/modules/invoices/commands/credit.ts';
import { reversePayment } from '#server/modules/invoices/commands/settlement.ts';
import { creditsOf, sumOf } from '#server/modules/invoices/queries/credit.ts';
import { active } from '#server/modules/invoices/queries/status-filter.ts';
import { creditOf } from '#server/modules/invoices/rules/credit.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { returningOf } from '#server/modules/invoices/queries/attempts.ts';
import type { PaymentRow } from '../table.ts';
import { ownPayment } from './own-payment.ts';

/**
 * Takes an amount (minor units) off the invoices a payment paid, the last one first, of those paid at once the one due last. They
 * owe it again.
 */
export async function deallocate(
  ctx: SystemCtx,
  row: PaymentRow,
  amount: Minor,
): Promise<{ payment: PaymentRow; invoices: Invoice[] }> {
  let payment = row;
  let left = amount;
  const invoices: Invoice[] = [];
  for (const { invoice_id: invoiceId, applied } of await appliedTo(ctx, row)) {
    const reversed = least(left, minor(Number(applied)));
    if (reversed <= 0) break;
    invoices.push(await reversePayment(ctx, { businessId: row.business_id, invoiceId, amount: reversed }));
    payment = await allocate(ctx, payment, invoiceId, minor(-reversed));
    left = subtract(left, reversed);
  }
  assert(left === 0, `payment ${row.id} has ${amount} on invoices`);
  return { payment, invoices };
}

const appliedTo = (ctx: SystemCtx, row: PaymentRow) =>
  ctx.tx
    .selectFrom('allocations as a')
    .innerJoin('invoices as i', (join) =>
      join.onRef('i.business_id', '=', 'a.business_id').onRef('i.id', '=', 'a.invoice_id'),
    )
    .select('a.invoice_id')
    .select((eb) => eb.fn.sum<string>('a.amount_minor').as('applied'))
    .where('a.business_id', '=', row.business_id)
    .where('a.payment_id', '=', row.id)
    .groupBy(['a.invoice_id', 'i.due_date', 'i.number'])
    .having((eb) => eb.fn.sum('a.amount_minor'), '>', 0)
    .orderBy((eb) => eb.fn.max('a.created_at'), 'desc')
    .orderBy('i.due_date', 'desc')
    .orderBy('i.number', 'desc')
    .execute();

/** `isIts`: its money was this invoice's from the day it came. */
type CreditUse = { currency: Currency; paymentId: string; invoiceId: string; isIts?: boolean };

/**
 * Uses what a customer paid too much for another invoice of theirs, as far as it goes. Throws 404 for a payment or
 * invoice that is not the business's, 409 where there is no credit or nothing owed, 422 for another customer's invoice.
 */
export async function applyCredit(
  ctx: Ctx,
  { currency, paymentId, invoiceId, isIts = false }: CreditUse,
): Promise<PaymentRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const payment = await ownPayment(ctx, currency, paymentId);
  const invoice = await creditedInvoice(ctx, { currency, invoiceId, customerId: payment.customer_id });
  const left = creditOf(payment, await pendingRefundAmount(ctx, payment));
  if (payment.status !== 'completed' || left === 0)
    throw new AppError('conflict', 'Nothing of this payment is left to use');
  const at = isIts ? (payment.completed_at ?? ctx.now) : ctx.now;
  const used = await spendCredit(ctx, payment, invoice.id, { amount: left, at });
  if (!used) throw new AppError('conflict', 'Nothing is owed on that invoice');
  return used.payment;
}

type CustomerCreditUse = {
  currency: Currency;
  customerId: string;
  invoiceId: string;
  amount?: Minor | undefined;
};

/**
 * Uses a customer's credit for an invoice of theirs, the oldest first, up to `amount`. Gives what was used. Throws 404 for an
 * invoice that is not the business's, 409 where there is no credit or nothing owed, 422 for another customer's and for more than
 * there is.
 */
export async function applyCustomerCredit(
  ctx: Ctx,
  { currency, customerId, invoiceId, amount }: CustomerCreditUse,
): Promise<Minor> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const invoice = await creditedInvoice(ctx, { currency, invoiceId, customerId });
  const credits = await creditsOf(ctx.tx, { businessId, currency, customerId });
  const all = sumOf(credits);
  if (all === 0) throw new AppError('conflict', 'This customer has no credit');
  if (amount !== undefined && amount > all)
    throw fieldError('amount', `Their credit is ${formatMoney(all, currency)}`);
  const used = await spendCredits(ctx, credits, invoice.id, amount ?? all);
  if (used === 0) throw new AppError('conflict', 'Nothing is owed on that invoice');
  return used;
}

type CreditedInvoice = { currency: Currency; invoiceId: string; customerId: string | null };

/** A sent invoice of that customer. Throws 404, 422 for another customer's. */
async function creditedInvoice(ctx: Ctx, { currency, invoiceId, customerId }: CreditedInvoice) {
  const invoice = await ctx.tx
    .selectFrom('invoices')
    .select(['id', 'currency', 'customer_id'])
    .where('business_id', '=', ctx.actor.businessId)
    .where('id', '=', invoiceId)
    .where(active)
    .where('sent_at', 'is not', null)
    .executeTakeFirst();
  if (invoice?.currency !== currency) throw notFound('invoice');
  if (invoice.customer_id !== customerId)
    throw fieldError('invoiceId', 'Choose an invoice of the customer who paid');
  return invoice;
}

/** Amount of a payment in refunds that have not ended, in minor units. */
export async function pendingRefundAmount(
  ctx: SystemCtx,
  row: Pick<PaymentRow, 'business_id' | 'id'>,
): Promise<Minor> {
  const { returning } = await ctx.tx
    .selectFrom('payments')
    .select(returningOf('payments').as('returning'))
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .executeTakeFirstOrThrow();
  return returning;
}
