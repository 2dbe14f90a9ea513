import { sql } from 'kysely';
import { dateIn } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { type Minor, minor, subtract } from '#core/money.ts';
import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import { chargeBusiness } from '#server/modules/ledger/commands/debts.ts';
import { clearing } from '#server/modules/ledger/rules.ts';
import { notifyOfRefund } from '../messages.ts';
import { amountOffInvoices } from '../rules.ts';
import type { PaymentRow, RefundRow } from '../table.ts';
import { deallocate, pendingRefundAmount } from './allocations.ts';

/**
 * Records what a provider refunded of a payment without our request: a reversal, a chargeback, a refund made
 * in its own dashboard. `reportedTotal` is everything refunded so far (minor units); refunds we requested are
 * not counted twice. True when something was recorded.
 */
export async function recordReversal(
  ctx: SystemCtx,
  row: PaymentRow,
  reportedTotal: Minor,
): Promise<boolean> {
  const expected = minor(row.refunded_minor + (await pendingRefundAmount(ctx, row)));
  const amount = subtract(reportedTotal, expected);
  if (amount <= 0) return false;
  const refund = await insertRefund(ctx, {
    ...refundOf(row),
    origin: 'provider',
    amount_minor: amount,
    reason: 'Given back by the provider',
    status: 'completed',
  });
  const { business_id: businessId, currency } = row;
  // The money is gone whether or not the wallet still has it.
  const charge = { businessId, amount, to: clearing(row.provider, currency), currency, sourceId: row.id };
  await chargeBusiness(ctx, charge, {
    paid: { ref: `refund:${refund.id}`, reason: 'payment_refunded' },
    owed: { ref: `refund-shortfall:${refund.id}`, reason: 'refund_shortfall' },
  });
  await settleRefund(ctx, row, refund);
  return true;
}

type RefundDraft = Pick<
  RefundRow,
  | 'business_id'
  | 'payment_id'
  | 'provider'
  | 'transaction_id'
  | 'payment_reference'
  | 'origin'
  | 'currency'
  | 'amount_minor'
  | 'reason'
  | 'status'
>;

/** The columns of a refund that its payment says. */
export const refundOf = (payment: PaymentRow) => ({
  business_id: payment.business_id,
  payment_id: payment.id,
  provider: payment.provider,
  transaction_id: payment.transaction_id,
  payment_reference: payment.reference,
  currency: payment.currency,
});

/** Inserts a refund under a reference of its own. */
export function insertRefund(ctx: SystemCtx, draft: RefundDraft): Promise<RefundRow> {
  const id = newId('rfd', ctx.now);
  return ctx.tx
    .insertInto('refunds')
    .values({
      ...draft,
      id,
      reference: id.replace('_', '-'),
      note: null,
      provider_id: null,
      next_poll_at: null,
      sent_at: null,
      created_at: ctx.now,
      updated_at: ctx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Settles a completed refund: reopens the invoices, reduces the payment, and notifies the owner and the
 * customer.
 */
export async function settleRefund(ctx: SystemCtx, row: PaymentRow, refund: RefundRow): Promise<void> {
  const fromInvoices = amountOffInvoices(row, refund.amount_minor);
  const { payment, invoices } = await deallocate(ctx, row, fromInvoices);
  const refunded = minor(payment.refunded_minor + refund.amount_minor);
  const isFull = refunded === payment.amount_minor;
  const settled = await ctx.tx
    .updateTable('payments')
    .set({
      refunded_minor: sql<Minor>`${refunded}`,
      status_changed_at: ctx.now,
      ...(isFull ? { status: 'refunded' as const, day: dateIn(ctx.now) } : {}),
    })
    .where('business_id', '=', payment.business_id)
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await notifyOfRefund(ctx, { payment: settled, refund, reopened: invoices });
  publish(ctx, row.business_id, {
    topic: 'payments',
    ...(row.invoice_id ? { invoiceId: row.invoice_id } : {}),
  });
}
