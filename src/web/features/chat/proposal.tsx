import { lazy, Suspense } from 'react';
import { useCurrency } from '../../lib/session.ts';
import { Skeleton } from '../../ui/states.tsx';
import type { Message } from './messages.ts';
import { cardTexts } from './texts.ts';

// Most conversations propose nothing, and the card brings the whole contract of invoices.
const InvoiceCard = lazy(() => import('./invoice-card.tsx').then((card) => ({ default: card.InvoiceCard })));

type ProposalProps = { message: Message; before: readonly Message[]; after: readonly Message[] };

/** What a reply proposes: looked over and pressed by the owner, never done by itself. */
export function Proposal({ message, before, after }: ProposalProps) {
  const own = useCurrency();
  const { outcome, state } = message;
  if (state !== 'done' || !outcome?.draft || !proposes(message)) return null;
  if (after.some((later) => later.outcome?.intent === 'edit_draft' && later.outcome.draft))
    return <p className="mt-2 text-13 text-muted">{cardTexts.replaced}</p>;
  const source = before.findLast(({ role }) => role === 'user')?.picture ?? null;
  return (
    <Suspense fallback={<Skeleton className="mt-3 h-96 rounded-card" />}>
      <InvoiceCard
        messageId={message.id ?? message.key}
        outcome={outcome}
        draft={outcome.draft}
        currency={outcome.draft.currency ?? own}
        picture={source}
      />
    </Suspense>
  );
}

function proposes({ outcome }: Message): boolean {
  return outcome?.intent === 'create_invoice' || outcome?.intent === 'edit_draft';
}
