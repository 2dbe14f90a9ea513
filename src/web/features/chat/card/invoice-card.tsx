import { useState } from 'react';
import type { Draft, Outcome } from '#contract/assistant.ts';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Failure, TooLate } from '../proposal/expired.tsx';
import { CreatedNote } from '../proposal/outcome.tsx';
import { cardTexts, confirmTexts } from '../texts.ts';
import { type Conversation, useThread } from '../thread/conversation.ts';
import type { Message, Source } from '../thread/messages.ts';
import { KnownEmails } from './email-suggestions.tsx';
import { CardFields } from './fields.tsx';
import { CardSheet } from './sheet.tsx';
import { Paper } from './source-document.tsx';
import { Warnings } from './source-warnings.tsx';
import { CardTotals } from './totals.tsx';
import { type Card, useCard } from './use-card.ts';

type InvoiceCardProps = {
  message: Message;
  outcome: Outcome;
  draft: Draft;
  source: Source | null;
  isOver: boolean;
  /** Whether it was decided here, by a press. */
  onPressed: (pressed: boolean) => void;
  conversation: Conversation;
};

/** A proposed invoice to look over: every field can be changed, and nothing exists before Create is pressed. */
export function InvoiceCard({
  message,
  outcome,
  draft,
  source,
  isOver,
  onPressed,
  conversation,
}: InvoiceCardProps) {
  const own = useCurrency();
  const card = useCard({ message, outcome, draft, source, isOver, own, conversation });
  const [refusals, setRefusals] = useState(0);
  if (card.made) return <CreatedNote made={card.made} conversation={conversation} />;
  const submit = async () => {
    if (card.pending || card.tooLate) return;
    onPressed(true);
    if (await card.create()) return;
    onPressed(false);
    setRefusals((before) => before + 1);
  };
  return (
    <CardSheet
      open={Object.keys(card.doubts).length}
      beside={source && <Paper picture={source.picture} extraction={source.extraction} draft={draft} />}
      refusals={refusals}
      onSubmit={() => void submit()}
    >
      {source?.extraction && <Warnings warnings={source.extraction.warnings} />}
      <CardFields
        card={card}
        asksCurrency={draft.currency === null}
        known={
          <KnownEmails
            name={card.values.name}
            currency={card.currency}
            onPick={(name, email) => card.change({ name, email })}
          />
        }
      />
      <CardTotals values={card.values} currency={card.currency} doubt={card.doubts.total} />
      {card.failure && <Failure told={card.failure} />}
      {card.tooLate ? (
        <TooLate told={card.tooLate} onAgain={card.again} />
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
          look="outline"
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
