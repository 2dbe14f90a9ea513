import { formatMoney, type Minor, subtract } from '#core/money.ts';
import type { SystemCtx } from '#server/scope.ts';
import { recordActivity } from '../activity/commands.ts';
import type { PaymentRow } from './table.ts';

/** The invoice a payment is about, as far as the messages tell of it. */
export type PaidInvoice = { id: string; number: string; customer_name: string; customer_email: string; public_id: string };

export type Told = { payment: PaymentRow; applied: Minor; nowPaid: boolean; invoice: PaidInvoice };

/** Records money that arrived and what it did, and tells the owner and the customer. */
export async function tellOfPayment(ctx: SystemCtx, { payment, applied, nowPaid, invoice }: Told): Promise<void> {
  const metadata = aboutOf(payment, invoice);
  const over = subtract(payment.amount_minor, applied);
  const description = over > 0
    ? `${invoice.customer_name} paid ${formatMoney(over, payment.currency)} more than was owed on ${invoice.number}. It is kept as their credit`
    : `${invoice.customer_name} paid ${nowPaid ? '' : 'part of '}${invoice.number}`;
  await recordActivity(ctx, payment.business_id, { type: 'payment_completed', description, metadata });
  if (nowPaid) await recordActivity(ctx, payment.business_id, { type: 'invoice_paid', description: `Invoice ${invoice.number} is paid`, metadata });
}

/** Records a refund and that the invoice owes again. */
export async function tellOfRefund(ctx: SystemCtx, { payment, invoice }: { payment: PaymentRow; invoice: PaidInvoice }): Promise<void> {
  await recordActivity(ctx, payment.business_id, {
    type: 'payment_refunded', description: `A payment of ${invoice.number} was given back to ${invoice.customer_name}`, metadata: aboutOf(payment, invoice),
  });
}

const aboutOf = (payment: PaymentRow, invoice: PaidInvoice) => ({
  customerName: invoice.customer_name, amountMinor: payment.amount_minor, currency: payment.currency, invoiceId: invoice.id, invoiceNumber: invoice.number,
});
