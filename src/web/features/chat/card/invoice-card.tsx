import type { Draft, Outcome } from '#contract/assistant.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { ExpiredNotice, FailureNotice } from '../proposal/expired.tsx';
import { CreatedNote } from '../proposal/outcome.tsx';
import { cardTexts, confirmTexts } from '../texts.ts';
import { type Conversation, useThread } from '../thread/conversation.ts';
import type { Message, Source } from '../thread/messages.ts';
import { EmailSuggestions } from './email-suggestions.tsx';
import { CardFields } from './fields.tsx';
import { CardSheet } from './sheet.tsx';
import { SourceDocument } from './source-document.tsx';
import { SourceWarnings } from './source-warnings.tsx';
import { CardTotals } from './totals.tsx';
import { type Card, useCard } from './use-card.ts';

type InvoiceCardProps = {
  message: Message;
  outcome: Outcome;
  draft: Draft;
  source: Source | null;
  isOver: boolean;
  /** Whether it was decided here, by a press. */
  onDecided: (pressed: boolean) => void;
  conversation: Conversation;
};

/** A proposed invoice to look over: every field can be changed, and nothing exists before Create is pressed. */
export function InvoiceCard({
  message,
  outcome,
  draft,
  source,
  isOver,
  onDecided,
  conversation,
}: InvoiceCardProps) {
  const ownCurrency = useCurrency();
  const card = useCard({ message, outcome, draft, source, isOver, ownCurrency, conversation });
  if (card.created) return <CreatedNote invoice={card.created} conversation={conversation} />;
  const submit = async () => {
    if (card.pending || card.expiredReason) return;
    onDecided(true);
    if (!(await card.create())) onDecided(false);
  };
  return (
    <CardSheet
      doubtCount={Object.keys(card.doubts).length}
      source={
        source && <SourceDocument picture={source.picture} extraction={source.extraction} draft={draft} />
      }
      form={card.form}
      onSubmit={submit}
      onInvalid={card.incomplete}
    >
      {source?.extraction && <SourceWarnings warnings={source.extraction.warnings} />}
      <CardFields
        card={card}
        asksCurrency={draft.currency === null}
        emailSuggestions={
          <EmailSuggestions
            name={card.values.name}
            currency={card.currency}
            onPick={(name, email) => card.change({ name, email })}
          />
        }
      />
      <CardTotals values={card.values} currency={card.currency} doubt={card.doubts.total} />
      {card.failure && <FailureNotice text={card.failure} />}
      {card.expiredReason ? (
        <ExpiredNotice text={card.expiredReason} onRetry={card.retryProposal} />
      ) : (
        <Buttons card={card} hasProposal={outcome.proposalId !== null} conversation={conversation} />
      )}
    </CardSheet>
  );
}

type ButtonsProps = { card: Card; hasProposal: boolean; conversation: Conversation };

function Buttons({ card, hasProposal, conversation }: ButtonsProps) {
  const { busy } = useThread(conversation);
  return (
    <div className="flex flex-wrap justify-end gap-2.5 max-sm:flex-col-reverse">
      {hasProposal && (
        <Button
          variant="outline"
          aria-disabled={busy || card.pending}
          onClick={() => conversation.send(confirmTexts.cancel)}
        >
          {confirmTexts.notNow}
        </Button>
      )}
      <Button type="submit" pending={card.pending} aria-disabled={card.goesOn && busy}>
        {card.goesOn ? cardTexts.goOn : cardTexts.create}
      </Button>
    </div>
  );
}
