import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleSlash, CornerRightDown } from 'lucide-react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import type { Action } from '#contract/assistant.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { invoicesIn, type Made } from '../markdown/tokens.ts';
import { cardTexts, confirmTexts } from '../texts.ts';
import type { Conversation } from '../thread/conversation.ts';
import type { Message } from '../thread/messages.ts';
import type { Standing } from './state.ts';

type DecidedProps = {
  action: Action | null;
  standing: Exclude<Standing, 'open' | 'over'>;
  by: Message | null;
  /** It was decided by a press on this card: whoever pressed goes on from here. */
  pressed: boolean;
  /** The reply that decided it is the last word, so the next step is still to come. */
  isLast: boolean;
  conversation: Conversation;
};

/** The outcome of a proposal, in place of its card. */
export function Decided({ action, standing, by, pressed, isLast, conversation }: DecidedProps) {
  const place = useRef<HTMLDivElement>(null);
  useFocusOn(place, pressed);
  if (standing === 'replaced')
    return <Aside icon={<CornerRightDown aria-hidden />}>{replacedWords(action)}</Aside>;
  if (standing === 'withdrawn')
    return <Aside icon={<CircleSlash aria-hidden />}>{confirmTexts.withdrawn}</Aside>;
  const [made] = by ? invoicesIn(by.text) : [];
  if (action === 'create_invoice')
    return <CreatedNote place={place} made={made ?? null} conversation={isLast ? conversation : null} />;
  const words = action ? confirmTexts.done[action] : confirmTexts.otherDone;
  return (
    <div
      ref={place}
      role="group"
      aria-label={words}
      tabIndex={-1}
      className="mt-1 w-fit rounded-control outline-offset-4"
    >
      <p className="flex items-center gap-2 font-semibold text-sm">
        <CircleCheck aria-hidden className="size-4.5 shrink-0 text-ok" />
        {words}
      </p>
    </div>
  );
}

const replacedWords = (action: Action | null) =>
  action === 'create_invoice' ? cardTexts.replaced : confirmTexts.replaced;

function Aside({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <p className="mt-2 flex items-start gap-2 text-13 text-muted [&>svg]:mt-px [&>svg]:size-4 [&>svg]:shrink-0">
      {icon}
      {children}
    </p>
  );
}

type CreatedNoteProps = {
  place?: RefObject<HTMLDivElement | null>;
  made: Made | null;
  /** Null where the next step has been taken already. */
  conversation: Conversation | null;
};

/** An invoice that was made from a card. */
export function CreatedNote({ place, made, conversation }: CreatedNoteProps) {
  const told = made ? cardTexts.created(made.number) : cardTexts.createdPlain;
  return (
    <div
      ref={place}
      role="group"
      aria-label={told}
      tabIndex={-1}
      className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-ok-bg px-4 py-3"
    >
      <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
      <p className="min-w-40 flex-1">
        <b className="font-semibold">{told}</b>
        {conversation && <span className="block text-sm">{cardTexts.createdText}</span>}
      </p>
      <span className="flex flex-wrap gap-2">
        {made && (
          <Link
            to="/dashboard/invoices"
            search={{ invoice: made.id }}
            className={buttonClass({ look: 'outline', size: 'sm' })}
          >
            {cardTexts.view}
          </Link>
        )}
        {made && conversation && (
          <Button size="sm" onClick={() => conversation.send(cardTexts.sendWords(made.number))}>
            {cardTexts.send}
          </Button>
        )}
      </span>
    </div>
  );
}

// The button that had the focus is gone.
function useFocusOn(place: RefObject<HTMLElement | null>, pressed: boolean): void {
  useEffect(() => {
    if (pressed) place.current?.focus({ preventScroll: true });
  }, [place, pressed]);
}
