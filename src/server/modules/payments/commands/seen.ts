import { AppError, fieldError } from '#core/errors.ts';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import type { Ctx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { recordActorEvent } from '#server/modules/audit/commands.ts';
import { subjectOf } from '#server/modules/invoices/commands/record-activity.ts';
import { paidEvents } from '#server/modules/invoices/commands/settlement.ts';
import { confirmClaimOf } from './claims-settlement.ts';
import { ownPayment, invoiceOf } from './own-payment.ts';

type Seen = { currency: Currency; paymentId: string; lineId: string; amount: Minor };

/**
 * Says of a typed payment that its money stands in the bank's statement. Under the business's lock. Throws 404, 409 for one that is no
 * typed one any more, 422 for another amount.
 */
export async function confirmByStatement(
  ctx: Ctx,
  { currency, paymentId, lineId, amount }: Seen,
): Promise<void> {
  const { businessId } = ctx.actor;
  const row = await ownPayment(ctx, currency, paymentId);
  if (row.evidence !== 'hand' || row.status !== 'completed')
    throw new AppError('conflict', 'This payment was confirmed or taken back meanwhile');
  if (row.amount_minor !== amount) throw fieldError('paymentId', 'That payment is of another amount');
  await ctx.tx
    .updateTable('payments')
    .set({ evidence: 'statement', statement_line_id: lineId })
    .where('business_id', '=', businessId)
    .where('id', '=', paymentId)
    .execute();
  const money = formatMoney(amount, currency);
  await recordActorEvent(ctx, 'payment_recorded', `${money} seen in the statement`);
  const invoice = await invoiceOf(ctx, row);
  await confirmClaimOf(ctx, row, [invoice.id]);
  const activity = {
    type: 'payment_confirmed' as const,
    description: `The ${money} recorded for ${invoice.number} is in your bank statement`,
    metadata: subjectOf(invoice, amount),
  };
  recordActivity(ctx, businessId, activity, ...paidEvents(invoice.id));
}
