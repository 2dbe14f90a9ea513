import { isCurrency, formatAnyMoney } from '#core/money.ts';
import type { ProviderPayment } from '#server/kernel/ports/index.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import { ownerOf } from '#server/modules/identity/queries/accounts.ts';
import { notifyOwner } from '#server/modules/notifications/commands/notify.ts';
import type { CheckoutInvoice } from './queries/checkouts.ts';
import { invoiceNames } from './rules.ts';
import type { CheckoutRow, UnmatchedReason } from './table.ts';

type Unmatched = {
  provider: string;
  payment: ProviderPayment;
  checkout: CheckoutRow;
  /** Those it was for. */
  invoices: readonly CheckoutInvoice[];
  reason: UnmatchedReason;
};

/** Records money that came for an invoice and could not be used, and notifies the owner where it is real and theirs to refund. */
export async function notifyOfUnmatched(ctx: SystemCtx, unmatched: Unmatched): Promise<void> {
  const { payment, checkout, invoices, reason } = unmatched;
  const [invoice] = invoices;
  recordActivity(ctx, checkout.business_id, {
    type: 'payment_unmatched',
    status: 'pending',
    metadata: {
      amountMinor: payment.amount,
      ...(invoice ? { invoiceId: invoice.id } : {}),
      ...(isCurrency(payment.currency) ? { currency: payment.currency } : {}),
    },
    description:
      reason === 'test_money'
        ? 'A test payment arrived for an invoice. No real money moved, so it was not used'
        : `A payment in ${payment.currency} arrived for an invoice in ${checkout.currency}. It is kept separate until you choose what to do with it`,
  });
  if (reason === 'other_currency') await mailOwner(ctx, unmatched);
}

async function mailOwner(
  ctx: SystemCtx,
  { provider, payment, checkout, invoices }: Unmatched,
): Promise<void> {
  const { business_id: businessId } = checkout;
  const owner = await ownerOf(ctx.tx, businessId);
  await notifyOwner(
    ctx,
    { businessId, event: 'payment_received' },
    {
      key: `unmatched:${provider}:${payment.transactionId}`,
      to: owner.email,
      template: 'paymentUnmatched',
      facts: {
        firstName: owner.firstName,
        customerName: invoices[0]?.customer_name ?? '',
        number: invoiceNames(invoices.map(({ number }) => number)),
        amount: formatAnyMoney(payment.amount, payment.currency),
        invoiceCurrency: checkout.currency,
        reference: payment.reference,
        testMode: payment.testMode,
      },
    },
  );
}
