import { useCurrency } from '../../lib/session.ts';
import { InvoiceCard } from './invoice-card.tsx';
import type { Message } from './messages.ts';
import { cardTexts } from './texts.ts';

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
    <InvoiceCard
      messageId={message.id ?? message.key}
      outcome={outcome}
      draft={outcome.draft}
      currency={outcome.draft.currency ?? own}
      picture={source}
    />
  );
}

function proposes({ outcome }: Message): boolean {
  return outcome?.intent === 'create_invoice' || outcome?.intent === 'edit_draft';
}
