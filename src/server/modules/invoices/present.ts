import type * as z from 'zod/mini';
import type { invoiceDetail, listedInvoice } from '#contract/invoices.ts';
import type { CalendarDate } from '#core/dates.ts';
import type { InvoiceDetails } from './queries/details.ts';
import { changedParts, contentsIn } from './rules/contents.ts';
import { factsOf, type ListedInvoice, linesOf, summaryOf } from './rules/facts.ts';
import { settlingSums } from './rules/early-payment.ts';
import { payUrlOf } from './rules/invoice.ts';
import { qrDataUrl } from './rules/qr.ts';

/** An invoice as lists show it. */
export const presentSummary = (
  { declared_bps: rate, ...invoice }: ListedInvoice & { declared_bps: number },
  today: CalendarDate,
): z.output<typeof listedInvoice> => ({
  id: invoice.id,
  _id: invoice.id,
  ...summaryOf(invoice, today),
  settledBy: settlingSums(invoice, rate),
  customerId: invoice.customer_id,
  createdAt: invoice.created_at,
});

/** An invoice as its owner reads it. */
export function presentDetail(details: InvoiceDetails, publicUrl: string): z.output<typeof invoiceDetail> {
  const { invoice, items, adjustments, taxKept, likelyTax, payments, unanswered, businessName, today } =
    details;
  const payUrl = payUrlOf(publicUrl, invoice.public_id);
  return {
    id: invoice.id,
    _id: invoice.id,
    ...factsOf(invoice, today),
    earlyPayment: details.early,
    items: linesOf(items),
    createdAt: invoice.created_at,
    businessId: { id: invoice.business_id, _id: invoice.business_id, businessName },
    customerId: invoice.customer_id,
    invoicePdf: `/api/${invoice.currency.toLowerCase()}/invoice/${invoice.id}/pdf`,
    qrCode: qrDataUrl(payUrl),
    checkoutUrl: invoice.sent_at ? payUrl : null,
    sentAt: invoice.sent_at,
    planId: details.planId,
    revisions: revisionsOf(details),
    adjustments: adjustments.map((row) => ({
      id: row.id,
      _id: row.id,
      kind: row.kind,
      amount: row.amount_minor,
      note: row.note,
      createdAt: row.created_at,
    })),
    withholding: taxKept && {
      id: taxKept.id,
      _id: taxKept.id,
      kind: taxKept.kind,
      rate: taxKept.bps,
      amount: taxKept.amount,
      net: taxKept.net,
      state: taxKept.state,
    },
    likelyTax: likelyTax && {
      state: likelyTax.state,
      kind: likelyTax.kind,
      rate: likelyTax.bps,
      base: likelyTax.base,
      amount: likelyTax.amount,
      net: likelyTax.net,
    },
    payments: payments.map((payment) => ({
      id: payment.id,
      _id: payment.id,
      amount: payment.amount_minor,
      method: payment.method,
      evidence: payment.evidence,
      status: payment.status,
      state: payment.state,
      told: payment.told,
      createdAt: payment.created_at,
    })),
    unanswered,
  };
}

// Each change stands between what it replaced and what came next.
function revisionsOf({
  invoice,
  items,
  replaced,
}: InvoiceDetails): z.output<typeof invoiceDetail>['revisions'] {
  const changes = replaced.map((before, at) => {
    const after = replaced[at + 1]?.document ?? contentsIn(invoice, items);
    return {
      revision: before.revision + 1,
      changedAt: before.replaced_at,
      changed: changedParts(before.document, after),
      totalAmount: after.total_minor,
      dueDate: after.due_date,
      before: {
        totalAmount: before.document.total_minor,
        dueDate: before.document.due_date,
        sentAt: before.sent_at,
      },
    };
  });
  return changes.toReversed();
}
