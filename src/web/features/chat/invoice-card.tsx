import { Plus } from 'lucide-react';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import type { Draft, Outcome } from '#contract/assistant.ts';
import { currencies } from '#core/money.ts';
import { useCurrency } from '../../lib/session.ts';
import { Button } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Input } from '../../ui/input.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { RadioCards } from '../../ui/radio-cards.tsx';
import { CardField } from './card-field.tsx';
import { CardItemRow } from './card-item.tsx';
import { newCardItem, totalsOfCard } from './card-rules.ts';
import { CardTotals } from './card-totals.tsx';
import { type Conversation, useThread } from './conversation.ts';
import { CreatedNote } from './decided.tsx';
import { KnownEmails } from './known-emails.tsx';
import type { Message, Source } from './messages.ts';
import { Paper, Warnings } from './paper.tsx';
import { cardTexts, confirmTexts } from './texts.ts';
import { Failure, TooLate } from './too-late.tsx';
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
  const form = useRef<HTMLFormElement>(null);
  const [refusals, setRefusals] = useState(0);
  useEffect(() => {
    if (refusals > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus();
  }, [refusals]);
  const headingId = useId();
  if (card.made) return <CreatedNote made={card.made} conversation={conversation} />;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (card.pending || card.tooLate) return;
    onPressed(true);
    if (await card.create()) return;
    onPressed(false);
    setRefusals((before) => before + 1);
  };
  const open = Object.keys(card.doubts).length;
  return (
    <section
      aria-labelledby={headingId}
      className="mt-1 overflow-clip rounded-card border border-line-strong bg-surface shadow-e2"
    >
      <header className="border-line border-b px-4.5 py-3.5 max-md:px-3.5">
        <h2 id={headingId} className="text-lg">
          {cardTexts.title}
        </h2>
        <p className="mt-0.5 text-muted text-sm">
          {cardTexts.intro}
          {open > 0 && <span className="font-medium text-warn"> {cardTexts.doubts.some(open)}</span>}
        </p>
      </header>
      <div className={cn(source && 'grid md:grid-cols-[13rem_minmax(0,1fr)]')}>
        {source && <Paper picture={source.picture} extraction={source.extraction} draft={draft} />}
        <form
          ref={form}
          noValidate
          onSubmit={(event) => void submit(event)}
          className="grid min-w-0 content-start gap-4 p-4.5 max-md:p-3.5"
        >
          {source?.extraction && <Warnings warnings={source.extraction.warnings} />}
          <Fields card={card} asksCurrency={draft.currency === null} />
          <CardTotals values={card.values} currency={card.currency} doubt={card.doubts.total} />
          {card.failure && <Failure told={card.failure} />}
          {card.tooLate ? (
            <TooLate told={card.tooLate} onAgain={card.again} />
          ) : (
            <Buttons card={card} hasProposal={outcome.proposalId !== null} conversation={conversation} />
          )}
        </form>
      </div>
    </section>
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

function Fields({ card, asksCurrency }: { card: Card; asksCurrency: boolean }) {
  const { values, change, errors, doubts, currency } = card;
  const { fields } = cardTexts;
  const about = (field: string) => ({ error: errors[field], doubt: doubts[field] });
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <CardField label={fields.name} {...about('name')}>
          <Input
            maxLength={120}
            value={values.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </CardField>
        <div className="min-w-0">
          <CardField label={fields.email} {...about('email')}>
            <Input
              type="email"
              autoComplete="off"
              value={values.email}
              onChange={(event) => change({ email: event.target.value })}
            />
          </CardField>
          {values.email === '' && (
            <KnownEmails
              name={values.name}
              currency={currency}
              onPick={(name, email) => change({ name, email })}
            />
          )}
        </div>
      </div>
      {asksCurrency && (
        <CardField label={fields.currency} {...about('currency')} group>
          <RadioCards
            label={fields.currency}
            value={values.currency ?? ''}
            onChange={(next) => change({ currency: currencies.find((one) => one === next) ?? null })}
            options={currencies.map((one) => ({ value: one, title: cardTexts.currencies[one] }))}
          />
        </CardField>
      )}
      <fieldset className="grid min-w-0 gap-3">
        <legend className="mb-2 font-semibold text-15">{cardTexts.items}</legend>
        {values.items.map((item, at) => (
          <CardItemRow
            key={item.key}
            item={item}
            at={at}
            currency={currency}
            doubt={doubts[`items.${at}`]}
            about={(field) => about(`items.${at}.${field}`)}
            onChange={(next) =>
              change({ items: values.items.map((old) => (old === item ? { ...old, ...next } : old)) })
            }
            onRemove={
              values.items.length > 1
                ? () => change({ items: values.items.filter((old) => old !== item) })
                : null
            }
          />
        ))}
        {errors.items && <p className="font-medium text-13 text-bad">{errors.items}</p>}
        <Button
          look="outline"
          size="sm"
          className="justify-self-start"
          onClick={() => change({ items: [...values.items, newCardItem()] })}
        >
          <Plus aria-hidden />
          {cardTexts.addItem}
        </Button>
      </fieldset>
      <div className="grid gap-4 sm:grid-cols-3">
        <CardField label={fields.due} {...about('dueDate')}>
          <Input
            type="date"
            className="appearance-none"
            value={values.dueDate}
            onChange={(event) => change({ dueDate: event.target.value })}
          />
        </CardField>
        <CardField label={fields.tax} {...about('taxRate')}>
          <Input
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            className="num"
            value={values.taxRate}
            onChange={(event) => change({ taxRate: event.target.value.replace(/[^\d.]/g, '').slice(0, 6) })}
          />
        </CardField>
        <CardField label={discountLabel(values.discountBps)} {...about('discount')}>
          <MoneyInput
            currency={currency}
            value={values.discountBps === null ? values.discount : totalsOfCard(values).discount}
            onChange={(discount) => change({ discount, discountBps: null })}
          />
        </CardField>
      </div>
    </>
  );
}

const discountLabel = (bps: number | null) =>
  bps === null ? cardTexts.fields.discount : cardTexts.fields.discountPercent(`${bps / 100}`);
