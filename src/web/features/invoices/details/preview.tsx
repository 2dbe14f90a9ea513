import { useEffect, useRef } from 'react';
import { formatMoney } from '#core/money.ts';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
import { ClothEdge } from '../cloth-edge.tsx';
import { InvoiceSheet } from './sheet.tsx';
import { detailsTexts as texts } from './texts.ts';

/**
 * The invoice as its customer sees it: cloth at the edge, then parties, items, totals and payment details.
 */
export function InvoicePreview({ invoice }: { invoice: InvoiceDetail }) {
  usePaidToast(invoice);
  return (
    <article className="flex overflow-hidden rounded-card border border-line bg-surface shadow-e2">
      <ClothEdge seed={invoice.businessId.id} />
      <InvoiceSheet invoice={invoice} />
    </article>
  );
}

// A payment that arrives while the dialog is open gets a toast; an invoice opened as paid does not.
function usePaidToast({ id, status, amountPaid, currency }: InvoiceDetail): void {
  const seen = useRef({ id, status, amountPaid });
  useEffect(() => {
    const before = seen.current;
    if (before.id === id && before.status !== 'paid' && status === 'paid' && amountPaid > before.amountPaid) {
      toast.success(texts.paidNow(formatMoney(amountPaid, currency)));
    }
    seen.current = { id, status, amountPaid };
  }, [id, status, amountPaid, currency]);
}
