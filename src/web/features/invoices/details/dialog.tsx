import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useEffect } from 'react';
import { useCurrency } from '../../../lib/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { ErrorState, Skeleton } from '../../../ui/states.tsx';
import { invoiceDetail } from '../api.ts';
import { DetailsActions } from './actions.tsx';
import { InvoicePaper } from './paper.tsx';
import { detailsTexts as texts } from './texts.ts';

type InvoiceDetailsDialogProps = {
  invoiceId: string | null;
  onClose: () => void;
  /** Moves to the neighbour in the list. */
  onStep?: (by: 1 | -1) => void;
};

/** One invoice as its customer will see it, with what can be done about it. */
export function InvoiceDetailsDialog({ invoiceId, onClose, onStep }: InvoiceDetailsDialogProps) {
  const currency = useCurrency();
  const query = useQuery({ ...invoiceDetail(currency, invoiceId ?? ''), enabled: invoiceId !== null });
  useStepKeys(invoiceId !== null, onStep);
  const invoice = query.data;
  return (
    <Dialog
      open={invoiceId !== null}
      onClose={onClose}
      title={invoice ? `${texts.invoice} ${invoice.invoiceNumber}` : texts.title}
      width="lg"
      top={onStep && <Steps onStep={onStep} />}
      footer={invoice && <DetailsActions invoice={invoice} onDeleted={onClose} />}
    >
      {invoice && <InvoicePaper invoice={invoice} />}
      {!invoice && query.isError && (
        <ErrorState title={texts.failed} onRetry={() => void query.refetch()} retrying={query.isFetching} />
      )}
      {!invoice && !query.isError && <PaperSkeleton />}
    </Dialog>
  );
}

function Steps({ onStep }: { onStep: (by: 1 | -1) => void }) {
  return (
    <div className="-mt-2 flex gap-1">
      <IconButton size="sm" label={texts.previous} onClick={() => onStep(-1)}>
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton size="sm" label={texts.next} onClick={() => onStep(1)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}

const steps: Record<string, 1 | -1> = { j: 1, ArrowRight: 1, k: -1, ArrowLeft: -1 };

function useStepKeys(open: boolean, onStep?: (by: 1 | -1) => void): void {
  useEffect(() => {
    if (!open || !onStep) return;
    const press = (event: KeyboardEvent) => {
      const by = steps[event.key];
      const typing =
        event.target instanceof HTMLElement && event.target.closest('input, textarea, [role="menu"]');
      if (by && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) onStep(by);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [open, onStep]);
}

function PaperSkeleton() {
  return (
    <div role="status" aria-label={texts.loading} className="grid gap-4">
      <Skeleton className="h-16" />
      <Skeleton className="h-24" />
      <Skeleton className="h-40" />
      <Skeleton className="h-28" />
    </div>
  );
}
