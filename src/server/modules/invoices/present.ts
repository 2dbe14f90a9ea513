import type * as z from 'zod/mini';
import type { invoiceDetail, invoiceSummary } from '#contract/invoices.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { InvoiceDetails } from './queries/details.ts';
import { balanceOf, payUrlOf, statusOf } from './rules/invoice.ts';
import { qrDataUrl } from './rules/qr.ts';
import type { Invoice } from './table.ts';

/** An invoice as lists show it. */
export const presentSummary = (invoice: Invoice, today: CalendarDate): z.output<typeof invoiceSummary> => ({
  id: invoice.id,
  _id: invoice.id,
  invoiceNumber: invoice.number,
  title: invoice.title,
  customerName: invoice.customer_name,
  customerEmail: invoice.customer_email,
  currency: invoice.currency,
  totalAmount: invoice.total_minor,
  amountPaid: invoice.paid_minor,
  balance: balanceOf(invoice),
  status: statusOf(invoice, today),
  date: invoice.issue_date,
  dueDate: invoice.due_date,
  createdAt: invoice.created_at,
});

/** An invoice as its owner reads it. */
export function presentDetail(
  { invoice, items, payments, businessName, today }: InvoiceDetails,
  publicUrl: string,
): z.output<typeof invoiceDetail> {
  const payUrl = payUrlOf(publicUrl, invoice.public_id);
  return {
    ...presentSummary(invoice, today),
    businessId: { id: invoice.business_id, _id: invoice.business_id, businessName },
    customerId: invoice.customer_id,
    description: invoice.description,
    paymentTerms: invoice.payment_terms,
    notes: invoice.notes,
    items: items.map((item) => ({
      description: item.description,
      quantity: item.quantity_micro,
      rate: item.rate_minor,
      total: item.total_minor,
    })),
    subtotal: invoice.subtotal_minor,
    discount: invoice.discount_minor,
    taxRate: invoice.tax_bps,
    tax: invoice.tax_minor,
    bankDetails: invoice.pay_to,
    invoicePdf: `/api/${invoice.currency.toLowerCase()}/invoice/${invoice.id}/pdf`,
    qrCode: qrDataUrl(payUrl),
    checkoutUrl: invoice.sent_at ? payUrl : null,
    sentAt: invoice.sent_at,
    paidAt: invoice.paid_at,
    payments: payments.map((payment) => ({
      id: payment.id,
      _id: payment.id,
      amount: payment.amount_minor,
      method: payment.method,
      status: payment.status,
      createdAt: payment.created_at,
    })),
  };
}
