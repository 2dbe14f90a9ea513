import { useQuery } from '@tanstack/react-query';
import { existingRecord, RecordStates } from '#web/lib/record-states.tsx';
import { useCurrency } from '#web/lib/session/session.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice, Skeleton } from '#web/ui/states.tsx';
import { quoteQuery } from '../api.ts';
import { nameOf, QuoteBadge } from '../status.tsx';
import { texts } from '../texts.ts';
import { AcceptanceProof } from './acceptance.tsx';
import { QuoteActions } from './actions.tsx';
import { OfferSheet } from './offer.tsx';
import { History } from './history.tsx';
import { QuoteParts } from './parts.tsx';

type QuoteDialogProps = {
  id: string;
  onClose: () => void;
  onOpen: (id: string) => void;
  onEdit: () => void;
};

/** One quote: what it offers, what became of it, and what can be done about it. */
export function QuoteDialog({ id, onClose, onOpen, onEdit }: QuoteDialogProps) {
  const { details } = texts;
  const query = useQuery(quoteQuery(useCurrency(), id));
  const quote = existingRecord(query);
  return (
    <Dialog
      open
      onClose={onClose}
      width="lg"
      title={quote ? `${details.title} ${nameOf(quote)}` : details.title}
      top={quote && <QuoteBadge status={quote.status} />}
      footer={quote && <QuoteActions quote={quote} onOpen={onOpen} onEdit={onEdit} />}
    >
      <RecordStates query={query} gone={details.gone} failed={details.failed}>
        <div role="status" aria-label={details.loading} className="grid gap-4">
          <Skeleton className="h-16" />
          <Skeleton className="h-40" />
          <Skeleton className="h-24" />
        </div>
      </RecordStates>
      {quote && (
        <div className="grid gap-5">
          {quote.status === 'accepted' && quote.invoiceId === null && quote.parts.length === 0 && (
            <Notice tone="info">{details.waits}</Notice>
          )}
          {quote.status === 'accepted' && quote.acceptance === null && (
            <Notice tone="info">{details.noAnswer}</Notice>
          )}
          {quote.acceptance && <AcceptanceProof acceptance={quote.acceptance} />}
          <OfferSheet quote={quote} />
          <QuoteParts quote={quote} />
          <History quote={quote} />
        </div>
      )}
    </Dialog>
  );
}
