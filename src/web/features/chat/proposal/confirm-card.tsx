import { useId } from 'react';
import { type Action, draftChoices } from '#contract/assistant.ts';
import { useCreditQuestion } from '#web/lib/customer-credit/ask.tsx';
import { Button } from '#web/ui/button.tsx';
import { invoiceLinksIn } from '../markdown/tokens.ts';
import { confirmTexts } from '../texts.ts';
import { Choices } from './choices.tsx';
import { type Conversation, useThread } from '../thread/conversation.ts';
import type { Message } from '../thread/messages.ts';
import { ExpiredNotice, FailureNotice } from './expired.tsx';
import { useConfirm } from './use-confirm.ts';

type ConfirmCardProps = {
  message: Message;
  action: Action | null;
  isOver: boolean;
  /** Whether it was decided here, by a press. */
  onDecided: (pressed: boolean) => void;
  conversation: Conversation;
};

/** Below a reply: what it proposes, or the readings it offers. */
export function ConfirmCard(props: ConfirmCardProps) {
  const { message, conversation } = props;
  const choices = draftChoices.safeParse(message.choices).data;
  const { busy } = useThread(conversation);
  if (choices && !message.outcome?.proposalId)
    return <Choices choices={choices} disabled={busy} onChoose={({ label }) => conversation.send(label)} />;
  return <PressCard {...props} />;
}

/** A proposed action: the reply above says what, one press does it. */
function PressCard({ message, action, isOver, onDecided, conversation }: ConfirmCardProps) {
  const { confirm, pending, failure, expiredReason } = useConfirm(message, conversation, isOver);
  const { busy } = useThread(conversation);
  const questionId = useId();
  const count = invoiceLinksIn(message.text).length;
  const { ask, question } = useCreditQuestion();
  const submit = async (useCredit?: boolean) => {
    onDecided(true);
    if ((await confirm({ useCredit })) !== null) onDecided(false);
  };
  const name = action ? confirmTexts.press[action](count) : confirmTexts.other;
  return (
    <section
      aria-label={name}
      className="mt-1 flex w-fit max-w-full flex-wrap items-center gap-x-4 gap-y-2.5 rounded-card border border-line-strong bg-surface px-4 py-3 shadow-e2 max-sm:w-full"
    >
      {expiredReason ? (
        <ExpiredNotice text={expiredReason} onRetry={() => conversation.askAgain(message.key)} />
      ) : (
        <>
          <p id={questionId} className="min-w-40 flex-1 text-muted text-sm">
            {confirmTexts.question}
          </p>
          <span className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>button]:flex-1">
            <Button
              variant="outline"
              size="sm"
              aria-disabled={busy || pending}
              onClick={() => conversation.send(confirmTexts.cancel)}
            >
              {confirmTexts.notNow}
            </Button>
            <Button
              size="sm"
              variant={action === 'delete_invoice' || action === 'write_off' ? 'danger' : 'primary'}
              pending={pending}
              aria-describedby={questionId}
              onClick={() => ask(message.outcome?.customerCredit, (useCredit) => void submit(useCredit))}
            >
              {name}
            </Button>
          </span>
          {failure && <FailureNotice text={failure} />}
          {question}
        </>
      )}
    </section>
  );
}
