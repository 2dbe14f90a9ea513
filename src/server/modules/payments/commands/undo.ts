import { AppError, fieldError } from '#core/errors.ts';
import { type Currency, formatMoney } from '#core/money.ts';
import { type Ctx, lockBusiness, publish } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { wentBack } from '#server/modules/invoices/rules/credit.ts';
import { needsReason } from '../rules.ts';
import type { PaymentRow } from '../table.ts';
import { applyCredit, deallocate } from './allocations.ts';
import { reopenClaimOf } from './claims-settlement.ts';
import { ownPayment, invoiceOf } from './own-payment.ts';

type Undo = {
  currency: Currency;
  id: string;
  reason?: string | null | undefined;
  useInstead?: string | undefined;
};

/**
 * Takes back a payment somebody typed: its invoices owe again, its receipt is cancelled. With `useInstead` the credit of that
 * payment, the same money told by a provider, pays the invoice. Throws 404, 409 for money of a provider or one taken back
 * already, 422 where a day has passed and no reason is given.
 */
export async function undoOffline(ctx: Ctx, { currency, id, reason, useInstead }: Undo): Promise<PaymentRow> {
  await lockBusiness(ctx.tx, ctx.actor.businessId);
  const payment = await ownPayment(ctx, currency, id);
  refuseUndo(payment, reason, useInstead ? null : ctx.now, ctx.actor.userId);
  const { payment: freed } = await deallocate(ctx, payment, payment.applied_minor);
  const row = await cancel(ctx, freed, reason || (useInstead ? PAID_TWICE : null));
  if (!useInstead) await reopenClaimOf(ctx, row);
  await recordUndo(ctx, row);
  if (useInstead && row.invoice_id)
    await applyCredit(ctx, { currency, paymentId: useInstead, invoiceId: row.invoice_id, isIts: true });
  return row;
}

const PAID_TWICE = 'The same payment came through a provider';

function refuseUndo(
  payment: PaymentRow,
  reason: string | null | undefined,
  now: Date | null,
  userId: string,
): void {
  if (payment.evidence === 'provider')
    throw new AppError('conflict', 'A payment provider confirmed this payment. You can refund it instead');
  if (payment.status !== 'completed') throw new AppError('conflict', 'This payment was undone already');
  if (wentBack(payment) > 0)
    throw new AppError('conflict', 'Some of this payment was given back, so it cannot be undone');
  if (now && !reason && needsReason(payment, userId, now)) throw fieldError('reason', 'Say why you undo it');
}

const cancel = (ctx: Ctx, row: PaymentRow, reason: string | null): Promise<PaymentRow> =>
  ctx.tx
    .updateTable('payments')
    .set({ status: 'cancelled', cancelled_reason: reason, status_changed_at: ctx.now })
    .where('business_id', '=', row.business_id)
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow();

async function recordUndo(ctx: Ctx, row: PaymentRow): Promise<void> {
  const invoice = await invoiceOf(ctx, row);
  const amount = formatMoney(row.amount_minor, row.currency);
  recordActivity(ctx, row.business_id, {
    type: 'payment_undone',
    description: `You took back the ${amount} you had recorded for ${invoice.number}`,
    metadata: subjectOf(invoice, row.amount_minor),
  });
  await recordActorEvent(ctx, 'payment_undone', `${amount} of ${invoice.number}`);
  publish(ctx, row.business_id, { topic: 'payments', invoiceId: invoice.id });
}
