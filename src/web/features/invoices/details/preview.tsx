import type { InvoiceDetail } from '../api.ts';
import { ClothEdge } from '#web/lib/invoices/cloth-edge.tsx';
import { InvoiceSheet } from './sheet.tsx';

/**
 * The invoice as its customer sees it: cloth at the edge, then parties, items, totals and payment details.
 */
export function InvoicePreview({ invoice }: { invoice: InvoiceDetail }) {
  return (
    <article className="flex overflow-hidden rounded-card border border-line bg-surface shadow-e2">
      <ClothEdge seed={invoice.businessId.id} />
      <InvoiceSheet invoice={invoice} />
    </article>
  );
}
