import { sql } from 'kysely';
import { dateIn } from '#core/dates.ts';
import { newId } from '#core/ids.ts';
import { least, type Minor, minor, subtract } from '#core/money.ts';
import { publish, type SystemCtx } from '#server/kernel/scope.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { balances } from '#server/modules/ledger/queries.ts';
import { available, clearing, receivable } from '#server/modules/ledger/rules.ts';
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
  const refund = await ctx.tx
    .insertInto('refunds')
    .values(providerRefund(ctx, row, amount))
    .returningAll()
    .executeTakeFirstOrThrow();
  await debitWallet(ctx, row, refund);
  await settleRefund(ctx, row, refund);
  return true;
}

const providerRefund = (ctx: SystemCtx, row: PaymentRow, amount: Minor) => {
  const id = newId('rfd', ctx.now);
  return {
    business_id: row.business_id,
    id,
    reference: id.replace('_', '-'),
    payment_id: row.id,
    provider: row.provider,
    transaction_id: row.transaction_id,
    payment_reference: row.reference,
    origin: 'provider' as const,
    currency: row.currency,
    amount_minor: amount,
    reason: 'Given back by the provider',
    status: 'completed' as const,
    note: null,
    provider_id: null,
    next_poll_at: null,
    sent_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
  };
};

// The money is gone whether or not the wallet still has it: the shortfall becomes debt, and nothing goes
// below zero.
async function debitWallet(ctx: SystemCtx, row: PaymentRow, refund: RefundRow): Promise<void> {
  const { available: inWallet } = await balances(ctx.tx, row.business_id, row.currency);
  const fromWallet = least(inWallet, refund.amount_minor);
  const shortfall = subtract(refund.amount_minor, fromWallet);
  const move = { currency: row.currency, sourceId: row.id, to: clearing(row.provider, row.currency) };
  if (fromWallet > 0)
    await transfer(ctx, {
      ...move,
      ref: `refund:${refund.id}`,
      from: available(row.business_id, row.currency),
      amount: fromWallet,
      reason: 'payment_refunded',
    });
  if (shortfall > 0)
    await transfer(ctx, {
      ...move,
      ref: `refund-shortfall:${refund.id}`,
      from: receivable(row.business_id, row.currency),
      amount: shortfall,
      reason: 'refund_shortfall',
    });
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
