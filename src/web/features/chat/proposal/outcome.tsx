import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleSlash, CornerRightDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Action } from '#contract/assistant.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { type InvoiceLink, invoiceLinksIn } from '../markdown/tokens.ts';
import { createdTexts, confirmTexts } from '../texts.ts';
import type { Conversation } from '../thread/conversation.ts';
import type { Message } from '../thread/messages.ts';
import type { ProposalStatus } from './state.ts';

type ProposalOutcomeProps = {
  action: Action | null;
  status: Exclude<ProposalStatus, 'open' | 'over'>;
  reply: Message | null;
  /** It was decided by a press on this card: whoever pressed goes on from here. */
  decidedHere: boolean;
  /** The reply that says so comes right after. */
  isToldNext: boolean;
  /** The reply that decided it is the last word, so the next step is still to come. */
  isLast: boolean;
  conversation: Conversation;
};

/** The outcome of a proposal, in place of its card. */
export function ProposalOutcome({
  action,
  status,
  reply,
  decidedHere,
  isToldNext,
  isLast,
  conversation,
}: ProposalOutcomeProps) {
  const container = useRef<HTMLDivElement>(null);
  useFocusOn(container, decidedHere);
  if (status === 'replaced')
    return <OutcomeLine icon={<CornerRightDown aria-hidden />}>{replacedText(action)}</OutcomeLine>;
  if (status === 'withdrawn' && isToldNext) return null;
  if (status === 'withdrawn' || status === 'left')
    return <OutcomeLine icon={<CircleSlash aria-hidden />}>{confirmTexts[status]}</OutcomeLine>;
  const [invoice] = reply ? invoiceLinksIn(reply.text) : [];
  if (action === 'create_invoice')
    return (
      <CreatedNote
        container={container}
        invoice={invoice ?? null}
        conversation={isLast ? conversation : null}
      />
    );
  const label = action ? confirmTexts.done[action] : confirmTexts.otherDone;
  return (
    <div
      ref={container}
      role="group"
      aria-label={label}
      tabIndex={-1}
      // It takes the focus of the button that was pressed, and shows only where the reply does not follow at once.
      className={isToldNext ? 'sr-only' : 'mt-1 w-fit rounded-control outline-offset-4'}
    >
      <p className="flex items-center gap-2 font-semibold text-sm">
        <CircleCheck aria-hidden className="size-4.5 shrink-0 text-ok" />
        {label}
      </p>
    </div>
  );
}

const replacedText = (action: Action | null) =>
  action === 'create_invoice' ? createdTexts.replaced : confirmTexts.replaced;

function OutcomeLine({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="mt-2 flex items-start gap-2 text-13 text-muted [&>svg]:mt-px [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      {children}
    </p>
  );
}

type CreatedNoteProps = {
  container?: RefObject<HTMLDivElement | null>;
  invoice: InvoiceLink | null;
  /** Null where the next step has been taken already. */
  conversation: Conversation | null;
};

/** An invoice that was made from a card. */
export function CreatedNote({ container, invoice, conversation }: CreatedNoteProps) {
  const label = invoice ? createdTexts.created(invoice.number) : createdTexts.createdPlain;
  return (
    <div
      ref={container}
      role="group"
      aria-label={label}
      tabIndex={-1}
      className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-ok-bg px-4 py-3"
    >
      <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
      <p className="min-w-40 flex-1">
        <b className="font-semibold">{label}</b>
        {conversation && <span className="block text-sm">{createdTexts.createdText}</span>}
      </p>
      <span className="flex flex-wrap gap-2">
        {invoice && (
          <Link
            to="/dashboard/invoices"
            search={{ invoice: invoice.id }}
            className={buttonClass({ variant: 'outline', size: 'sm' })}
          >
            {createdTexts.view}
          </Link>
        )}
        {invoice && conversation && (
          <Button size="sm" onClick={() => conversation.send(createdTexts.sendWords(invoice.number))}>
            {createdTexts.send}
          </Button>
        )}
      </span>
    </div>
  );
}

// The button that had the focus is gone.
function useFocusOn(container: RefObject<HTMLElement | null>, decidedHere: boolean): void {
  useEffect(() => {
    if (decidedHere) container.current?.focus({ preventScroll: true });
  }, [container, decidedHere]);
}
