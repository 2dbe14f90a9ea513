import { lazy, Suspense, useState } from 'react';
import { Skeleton } from '#web/ui/states.tsx';
import type { Conversation } from '../thread/conversation.ts';
import type { Message, Source } from '../thread/messages.ts';
import { ProposalOutcome } from './outcome.tsx';
import { cardOf, type ProposalStatus, proposedAction } from './state.ts';

// Most conversations propose nothing, and the card of an invoice loads the whole contract of invoices.
const InvoiceCard = lazy(() =>
  import('../card/invoice-card.tsx').then((card) => ({ default: card.InvoiceCard })),
);

const ConfirmCard = lazy(() => import('./confirm-card.tsx').then((card) => ({ default: card.ConfirmCard })));

type ProposalProps = {
  message: Message;
  source: Source | null;
  status: ProposalStatus;
  /** The reply that decided it. */
  reply: Message | null;
  /** Whether the next reply is that one. */
  isNext: boolean;
  /** No message follows that reply. */
  isLast: boolean;
  conversation: Conversation;
};

/** The action a reply proposes: reviewed and confirmed by the owner, never executed by itself. */
export function Proposal({ message, source, status, reply, isNext, isLast, conversation }: ProposalProps) {
  const [pressed, setPressed] = useState(false);
  const { outcome } = message;
  const card = cardOf(message, source);
  if (!card || !outcome) return null;
  if (card === 'choices' && status !== 'open') return null;
  const action = proposedAction(message);
  if (status !== 'open' && status !== 'over')
    return (
      <ProposalOutcome
        action={action ?? 'create_invoice'}
        status={status}
        reply={reply}
        decidedHere={pressed}
        isToldNext={isNext && card === 'confirm'}
        isLast={isLast}
        conversation={conversation}
      />
    );
  if (card !== 'invoice' || !outcome.draft)
    return (
      <Suspense fallback={<Skeleton className="mt-1 h-26 rounded-card sm:h-16" />}>
        <ConfirmCard
          message={message}
          action={action}
          isOver={status === 'over'}
          onDecided={setPressed}
          conversation={conversation}
        />
      </Suspense>
    );
  return (
    <div data-review>
      <Suspense fallback={<Skeleton className="mt-1 h-96 rounded-card" />}>
        <InvoiceCard
          message={message}
          outcome={outcome}
          draft={outcome.draft}
          source={source}
          isOver={status === 'over'}
          onDecided={setPressed}
          conversation={conversation}
        />
      </Suspense>
    </div>
  );
}
