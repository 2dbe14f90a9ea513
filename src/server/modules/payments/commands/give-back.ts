import { sql } from 'kysely';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import { AppError, fieldError } from '#core/errors.ts';
import { type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import { type Ctx, lockBusiness, publish } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { returnableOf } from '#server/modules/invoices/rules/credit.ts';
import { amountOffInvoices } from '../rules.ts';
import type { PaymentRow } from '../table.ts';
import { deallocate } from './allocations.ts';
import { ownPayment, invoiceOf } from './own-payment.ts';

type GivenBack = { currency: Currency; id: string; amount: Minor; day: CalendarDate; reason: string };

/**
 * Records that money which came without a provider was handed back (minor units): the customer's credit first, then its invoices,
 * which owe again. No ledger row, as none came. Throws 404, 409 for money of a provider or nothing left, 422 for more than is left
 * or an impossible day.
 */
export async function giveBack(ctx: Ctx, given: GivenBack): Promise<PaymentRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const payment = await ownPayment(ctx, given.currency, given.id);
  refuse(payment, given, dateIn(ctx.now, ctx.actor.timeZone));
  const { payment: freed } = await deallocate(ctx, payment, amountOffInvoices(payment, given.amount));
  const row = await noteGivenBack(ctx, freed, given);
  await recordEvents(ctx, row, given);
  return row;
}

function refuse(payment: PaymentRow, { amount, day }: GivenBack, today: CalendarDate): void {
  if (payment.evidence === 'provider')
    throw new AppError('conflict', 'A payment provider confirmed this payment. You can refund it instead');
  if (payment.status !== 'completed') throw new AppError('conflict', 'This payment was undone already');
  const left = returnableOf(payment, ZERO);
  if (left === ZERO) throw new AppError('conflict', 'All of this payment was given back already');
  if (amount > left)
    throw fieldError('amount', `You can give back ${formatMoney(left, payment.currency)} at most`);
  if (day > today) throw fieldError('day', 'That day has not come');
  if (day < payment.day) throw fieldError('day', 'That is before the money came');
}

/** Notes what was handed back of a payment, and when; what is on invoices is the caller's. */
export const noteGivenBack = (
  ctx: Ctx,
  row: PaymentRow,
  { amount, day, reason }: Pick<GivenBack, 'amount' | 'day' | 'reason'>,
): Promise<PaymentRow> =>
  ctx.tx
    .updateTable('payments')
    .set((eb) => ({
      given_back_minor: sql<Minor>`${eb.ref('given_back_minor')} + ${amount}`,
      given_back_on: day,
      given_back_reason: reason,
    }))
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

async function recordEvents(ctx: Ctx, row: PaymentRow, { amount, reason }: GivenBack): Promise<void> {
  const invoice = await invoiceOf(ctx, row);
  const given = formatMoney(amount, row.currency);
  recordActivity(ctx, row.business_id, {
    type: 'payment_refunded',
    description: `You gave ${given} of ${invoice.number} back to ${invoice.customer_name}: ${reason}`,
    metadata: subjectOf(invoice, amount),
  });
  await recordActorEvent(ctx, 'payment_given_back', `${given} of ${invoice.number}`);
  publish(ctx, row.business_id, { topic: 'payments', invoiceId: invoice.id });
}
