import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { Draft, Outcome } from '#contract/assistant.ts';
import { customers } from '#contract/customers.ts';
import type { Currency } from '#core/money.ts';
import { call } from '#web/lib/api.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useCurrency } from '#web/lib/session/session.ts';
import { Button } from '#web/ui/button.tsx';
import { PdfTile } from '../attachment/pdf-tile.tsx';
import { isPdf } from '../attachment/picture.ts';
import { SentPicture } from '../attachment/sent-picture.tsx';
import { ExpiredNotice, FailureNotice } from '../proposal/expired.tsx';
import { CreatedNote } from '../proposal/outcome.tsx';
import { confirmTexts } from '../texts.ts';
import { cardTexts } from './texts.ts';
import { type Conversation, useThread } from '../thread/conversation.ts';
import type { Message, Picture, Source } from '../thread/messages.ts';
import { CardFields } from './fields.tsx';
import { CardSheet } from './sheet.tsx';
import { SourceFacts } from './source-facts.tsx';
import { SourceWarnings } from './source-warnings.tsx';
import { CardTotals } from './totals.tsx';
import { type Card, useCard } from './use-card.ts';

type InvoiceCardProps = {
  message: Message;
  outcome: Outcome;
  draft: Draft;
  source: Source | null;
  isOver: boolean;
  /** Empty, for its owner to fill in beside the picture. */
  isTyped?: boolean;
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
  isTyped = false,
  onDecided,
  conversation,
}: InvoiceCardProps) {
  const ownCurrency = useCurrency();
  const card = useCard({ message, outcome, draft, source, isOver, isTyped, ownCurrency, conversation });
  if (card.created) return <CreatedNote invoice={card.created} conversation={conversation} />;
  const submit = async () => {
    if (card.pending || card.expiredReason) return;
    onDecided(true);
    if (!(await card.create())) onDecided(false);
  };
  return (
    <CardSheet
      title={isTyped ? cardTexts.typedTitle : cardTexts.title}
      doubtCount={Object.keys(card.doubts).length}
      source={source && <SourceDocument {...source} draft={draft} isTyped={isTyped} />}
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
            currency={card.values.currency ?? ownCurrency}
            onPick={(name, email) => card.change({ name, email })}
          />
        }
      />
      <CardTotals values={card.values} doubt={card.doubts.total} />
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
          onClick={() => (card.leave ? card.leave() : conversation.send(confirmTexts.cancel))}
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

const MAX_SUGGESTIONS = 3;
const SHORTEST_NAME = 2;

type EmailSuggestionsProps = {
  name: string;
  currency: Currency;
  onPick: (name: string, email: string) => void;
};

/** Addresses of customers by that name, for one the assistant did not find. */
function EmailSuggestions({ name, currency, onPick }: EmailSuggestionsProps) {
  const search = name.trim();
  const { data } = useQuery({
    queryKey: ['customers.list', currency, { search, limit: MAX_SUGGESTIONS }],
    enabled: search.length >= SHORTEST_NAME,
    queryFn: ({ signal }) =>
      call(customers.list, { params: { currency }, query: { search, limit: MAX_SUGGESTIONS } }, { signal }),
  });
  const found = (data?.data.customers ?? []).filter(({ email }) => email !== '');
  return (
    found.length > 0 && (
      <div className="mt-2 flex flex-wrap gap-2">
        {found.map((customer) => (
          <Button
            key={customer.id}
            variant="outline"
            size="sm"
            className="max-w-full"
            onClick={() => onPick(customer.name, customer.email)}
          >
            <span className="min-w-0 truncate">{cardTexts.known(customer.email)}</span>
          </Button>
        ))}
      </div>
    )
  );
}

const PictureDialog = lazyDialog(
  async () => (await import('../attachment/picture-dialog.tsx')).PictureDialog,
);

/** The source document of an invoice, with the facts on it that the invoice does not show. */
function SourceDocument({
  picture,
  extraction,
  draft,
  isTyped,
}: Source & { draft: Draft; isTyped: boolean }) {
  const captions = isTyped ? cardTexts.typedFrom : cardTexts.readFrom;
  return (
    <div className="border-line bg-sunken p-3.5 max-md:border-b md:border-r">
      <div className="grid content-start gap-4 md:sticky md:top-20">
        <figure>
          {isPdf(picture) ? <PdfTile picture={picture} /> : <EnlargeablePicture picture={picture} />}
          <figcaption className="mt-2 text-center text-13 text-muted">
            {isPdf(picture) ? captions.pdf : captions.picture}
          </figcaption>
        </figure>
        {extraction && <SourceFacts extraction={extraction} draft={draft} />}
      </div>
    </div>
  );
}

function EnlargeablePicture({ picture }: { picture: Picture }) {
  const [opened, setOpened] = useState(false);
  const [open, setOpen] = useState(false);
  const enlarge = () => {
    setOpened(true);
    setOpen(true);
  };
  return (
    <>
      <SentPicture picture={picture} className="mx-auto max-md:max-h-72" onPress={enlarge} />
      {opened && <PictureDialog picture={picture} open={open} onClose={() => setOpen(false)} />}
    </>
  );
}
