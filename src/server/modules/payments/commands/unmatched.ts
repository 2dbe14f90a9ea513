import { type Currency, minor, isCurrency } from '#core/money.ts';
import type { ProviderPayment } from '#server/kernel/ports/index.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { clearing, fees, operatorLoss, suspense } from '#server/modules/ledger/rules.ts';
import { notifyOfUnmatched } from '../unmatched-notice.ts';
import { invoicesOfCheckout } from '../queries/checkouts.ts';
import type { CheckoutRow, UnmatchedReason } from '../table.ts';

/** Records money that cannot be matched, visible in suspense under the provider's own id. */
export async function recordUnmatchedPayment(
  ctx: SystemCtx,
  provider: string,
  payment: ProviderPayment,
  checkout: CheckoutRow | null,
  reason: UnmatchedReason,
): Promise<'nothing' | 'unmatched' | 'refunded'> {
  if (payment.status === 'refunded') return settleUnmatchedPayment(ctx, provider, payment.transactionId);
  if (payment.status !== 'completed') return 'nothing';
  const invoices = checkout ? await invoicesOfCheckout(ctx.tx, checkout) : [];
  const recorded = await ctx.tx
    .insertInto('unmatched_payments')
    .values({
      provider,
      transaction_id: payment.transactionId,
      business_id: checkout?.business_id ?? null,
      invoice_id: invoices[0]?.id ?? null,
      reference: payment.reference,
      currency: payment.currency,
      amount_minor: payment.amount,
      reason,
      received_at: ctx.now,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'transaction_id']).doNothing())
    .returning('transaction_id')
    .executeTakeFirst();
  if (!recorded) return 'nothing';
  if (reason !== 'test_money' && isCurrency(payment.currency)) {
    await transfer(ctx, {
      ref: `unmatched:${provider}:${payment.transactionId}`,
      from: clearing(provider, payment.currency),
      to: suspense(provider, payment.currency),
      amount: payment.amount,
      currency: payment.currency,
      reason: 'unmatched_payment',
      sourceId: payment.transactionId,
    });
    await bookFee(ctx, provider, payment, payment.currency);
  }
  if (checkout) await notifyOfUnmatched(ctx, { provider, payment, checkout, invoices, reason });
  return 'unmatched';
}

// The provider deducts its fee from unallocated funds too, and no business is to pay it.
async function bookFee(
  ctx: SystemCtx,
  provider: string,
  payment: ProviderPayment,
  currency: Currency,
): Promise<void> {
  if (payment.fee === 0) return;
  await transfer(ctx, {
    ref: `unmatched-fee:${provider}:${payment.transactionId}`,
    from: operatorLoss(provider, currency),
    to: fees(provider, currency),
    amount: payment.fee,
    currency,
    reason: 'provider_fee',
    sourceId: payment.transactionId,
  });
}

/** Settles unmatched money that the provider refunded. */
export async function settleUnmatchedPayment(
  ctx: SystemCtx,
  provider: string,
  transactionId: string,
): Promise<'nothing' | 'refunded'> {
  const settled = await ctx.tx
    .updateTable('unmatched_payments')
    .set({ settled_at: ctx.now })
    .where('provider', '=', provider)
    .where('transaction_id', '=', transactionId)
    .where('settled_at', 'is', null)
    .returning(['amount_minor', 'currency', 'reason'])
    .executeTakeFirst();
  if (!settled || settled.reason === 'test_money' || !isCurrency(settled.currency)) return 'nothing';
  await transfer(ctx, {
    ref: `unmatched-refund:${provider}:${transactionId}`,
    from: suspense(provider, settled.currency),
    to: clearing(provider, settled.currency),
    amount: minor(settled.amount_minor),
    currency: settled.currency,
    reason: 'unmatched_refunded',
    sourceId: transactionId,
  });
  return 'refunded';
}
