import { sql } from 'kysely';
import { assert } from '#core/assert.ts';
import { AppError, fieldError, notFound } from '#core/errors.ts';
import { newId } from '#core/ids.ts';
import { add, type Currency, formatMoney, least, type Minor, minor, subtract, ZERO } from '#core/money.ts';
import { type Ctx, lockBusiness, type SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { rescheduleReminders } from '#server/modules/invoices/commands/reminders.ts';
import { applyPayment, paidEvents, reversePayment } from '#server/modules/invoices/commands/settlement.ts';
import { active } from '#server/modules/invoices/queries/status-filter.ts';
import type { Invoice } from '#server/modules/invoices/rules/invoice.ts';
import { type CreditLeft, creditsOf } from '../queries/credit.ts';
import { creditOf } from '../rules.ts';
import type { PaymentRow } from '../table.ts';

/** Records the share of a payment that went to an invoice (minor units; negative reverses it). */
export async function allocate(
  ctx: SystemCtx,
  row: PaymentRow,
  invoiceId: string,
  amount: Minor,
): Promise<PaymentRow> {
  if (amount === 0) return row;
  return ctx.tx
    .with('share', () => newAllocations(ctx, row, [{ invoiceId, applied: amount }]))
    .updateTable('payments')
    .set((eb) => ({ applied_minor: sql<Minor>`${eb.ref('applied_minor')} + ${amount}` }))
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** The statement that records which invoices (at least one) took how much of a payment, in minor units. */
export const newAllocations = (
  ctx: SystemCtx,
  { business_id, id }: Pick<PaymentRow, 'business_id' | 'id'>,
  shares: { invoiceId: string; applied: Minor }[],
) =>
  ctx.tx.insertInto('allocations').values(
    shares.map(({ invoiceId, applied }) => ({
      business_id,
      id: newId('alc', ctx.now),
      payment_id: id,
      invoice_id: invoiceId,
      amount_minor: applied,
      created_at: ctx.now,
    })),
  );

/** Takes an amount (minor units) off the invoices a payment paid, the last one first. They owe it again. */
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
    .selectFrom('allocations')
    .select('invoice_id')
    .select((eb) => eb.fn.sum<string>('amount_minor').as('applied'))
    .where('business_id', '=', row.business_id)
    .where('payment_id', '=', row.id)
    .groupBy('invoice_id')
    .having((eb) => eb.fn.sum('amount_minor'), '>', 0)
    .orderBy((eb) => eb.fn.max('id'), 'desc')
    .execute();

type CreditUse = { currency: Currency; paymentId: string; invoiceId: string };

/**
 * Uses what a customer paid too much for another invoice of theirs, as far as it goes. Throws 404 for a payment or
 * invoice that is not the business's, 409 where there is no credit or nothing owed, 422 for another customer's invoice.
 */
export async function applyCredit(
  ctx: Ctx,
  { currency, paymentId, invoiceId }: CreditUse,
): Promise<PaymentRow> {
  const { businessId } = ctx.actor;
  await lockBusiness(ctx.tx, businessId);
  const payment = await ctx.tx
    .selectFrom('payments')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('id', '=', paymentId)
    .executeTakeFirst();
  if (!payment) throw notFound('payment');
  const invoice = await creditedInvoice(ctx, { currency, invoiceId, customerId: payment.customer_id });
  const left = minor(creditOf(payment) - (await pendingRefundAmount(ctx, payment)));
  if (payment.status !== 'completed' || left <= 0)
    throw new AppError('conflict', 'Nothing of this payment is left to use');
  const used = await spendCredit(ctx, { payment, left }, invoice.id, left);
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
  const all = add(...credits.map(({ left }) => left));
  if (all === 0) throw new AppError('conflict', 'This customer has no credit');
  if (amount !== undefined && amount > all)
    throw fieldError('amount', `Their credit is ${formatMoney(all, currency)}`);
  let left = amount ?? all;
  for (const credit of credits) {
    const used = left > 0 ? await spendCredit(ctx, credit, invoice.id, least(left, credit.left)) : null;
    left = subtract(left, used?.applied ?? ZERO);
  }
  const used = subtract(amount ?? all, left);
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

/** Puts credit of a payment on an invoice, at most `amount`; null where nothing is owed. */
async function spendCredit(
  ctx: Ctx,
  { payment }: CreditLeft,
  invoiceId: string,
  amount: Minor,
): Promise<{ payment: PaymentRow; applied: Minor } | null> {
  const { business_id: businessId, currency } = payment;
  const { applied, nowPaid, invoice } = await applyPayment(ctx, { businessId, invoiceId, amount });
  if (applied === 0) return null;
  const row = await allocate(ctx, payment, invoiceId, applied);
  const money = formatMoney(applied, currency);
  await recordActorEvent(ctx, 'credit_used', `${money} for ${invoice.number}`);
  const activity = {
    type: nowPaid ? ('invoice_paid' as const) : ('payment_completed' as const),
    description: `${money} of credit of ${invoice.customer_name} went to ${invoice.number}`,
    metadata: { amountMinor: applied, currency, invoiceId, invoiceNumber: invoice.number },
  };
  await recordActivity(ctx, businessId, activity, ...paidEvents(invoiceId));
  await rescheduleReminders(ctx, businessId, invoice.customer_id);
  return { payment: row, applied };
}

/** Amount of a payment in refunds that have not ended, in minor units. */
export async function pendingRefundAmount(
  ctx: SystemCtx,
  row: Pick<PaymentRow, 'business_id' | 'id'>,
): Promise<Minor> {
  const { sum } = await ctx.tx
    .selectFrom('refunds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum<string>('amount_minor'), sql<string>`0`).as('sum'))
    .where('business_id', '=', row.business_id)
    .where('payment_id', '=', row.id)
    .where('status', 'in', ['pending', 'processing', 'needs_attention'])
    .executeTakeFirstOrThrow();
  return minor(Number(sum));
}
