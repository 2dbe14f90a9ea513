import type { Minor } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { recordActivity } from '#server/modules/activity/commands.ts';
import type { Invoice } from '../table.ts';

type InvoiceActivity =
  | 'invoice_created'
  | 'invoice_sent'
  | 'invoice_updated'
  | 'invoice_revised'
  | 'invoice_reminded'
  | 'invoice_deleted'
  | 'invoice_restored'
  | 'invoice_paid'
  | 'invoice_written_off'
  | 'credit_note'
  | 'withholding_changed';

/** Records an invoice activity and announces it to open pages. Its amount (minor units) is the invoice's total where it moved no other. */
export function recordInvoice(
  ctx: SystemCtx,
  invoice: Invoice,
  type: InvoiceActivity,
  description: string,
  amount: Minor = invoice.total_minor,
): void {
  const { business_id: businessId, id: invoiceId } = invoice;
  const metadata = subjectOf(invoice, amount);
  recordActivity(ctx, businessId, { type, description, metadata }, { topic: 'invoices', invoiceId });
}

/** The subject of an activity about an invoice, and the amount it is about. */
export const subjectOf = (
  invoice: Pick<Invoice, 'id' | 'number' | 'customer_name' | 'currency'>,
  amount: Minor,
) => ({
  customerName: invoice.customer_name,
  amountMinor: amount,
  currency: invoice.currency,
  invoiceId: invoice.id,
  invoiceNumber: invoice.number,
});
