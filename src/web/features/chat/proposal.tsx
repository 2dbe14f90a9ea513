import { lazy, Suspense } from 'react';
import { useCurrency } from '../../lib/session.ts';
import { Skeleton } from '../../ui/states.tsx';
import { ConfirmCard } from './confirm-card.tsx';
import type { Conversation } from './conversation.ts';
import type { Message, Picture } from './messages.ts';
import { cardTexts } from './texts.ts';

// Most conversations propose nothing, and the card brings the whole contract of invoices.
const InvoiceCard = lazy(() => import('./invoice-card.tsx').then((card) => ({ default: card.InvoiceCard })));

type ProposalProps = {
  message: Message;
  source: Picture | null;
  replaced: boolean;
  conversation: Conversation;
};

/** What a reply proposes: looked over and pressed by the owner, never done by itself. */
export function Proposal({ message, source, replaced, conversation }: ProposalProps) {
  const own = useCurrency();
  const { outcome, state } = message;
  if (state !== 'done' || !outcome) return null;
  const isInvoice = outcome.intent === 'create_invoice' || outcome.intent === 'edit_draft';
  if (!isInvoice || !outcome.draft)
    return outcome.proposalId && !outcome.does ? (
      <ConfirmCard proposalId={outcome.proposalId} conversation={conversation} />
    ) : null;
  if (replaced) return <p className="mt-2 text-13 text-muted">{cardTexts.replaced}</p>;
  return (
    <Suspense fallback={<Skeleton className="mt-1 h-96 rounded-card" />}>
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
