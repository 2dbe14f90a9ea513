import { useEffect, useRef } from 'react';
import { formatMoney } from '#core/money.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { Cloth } from '#web/ui/cloth.tsx';
import { toast } from '#web/ui/toast-store.ts';
import type { InvoiceDetail } from '../api.ts';
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

function ClothEdge({ seed }: { seed: string }) {
  const { data: business } = useBusiness();
  if (!business) return <span className="w-3 shrink-0 bg-sunken md:w-7" />;
  return (
    <Cloth
      seed={seed}
      primary={business.primaryColor}
      secondary={business.secondaryColor}
      columns={2}
      rows={24}
      className="w-3 shrink-0 self-stretch md:w-7"
    />
  );
}

// A payment that arrives while the dialog is open gets a toast; an invoice opened as paid does not.
function usePaidToast({ id, status, amountPaid, currency }: InvoiceDetail): void {
  const seen = useRef({ id, status });
  useEffect(() => {
    const before = seen.current;
    if (before.id === id && before.status !== 'paid' && status === 'paid') {
      toast.success(texts.paidNow(formatMoney(amountPaid, currency)));
    }
    seen.current = { id, status };
  }, [id, status, amountPaid, currency]);
}
