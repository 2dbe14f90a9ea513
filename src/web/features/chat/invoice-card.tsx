import { Link } from '@tanstack/react-router';
import { CircleAlert, CircleCheck, Eye, Plus } from 'lucide-react';
import { type FormEvent, useId, useMemo, useRef } from 'react';
import type { Draft, Outcome } from '#contract/assistant.ts';
import type { Currency } from '#core/money.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Input } from '../../ui/input.tsx';
import { MoneyInput } from '../../ui/money-input.tsx';
import { Money } from '../../ui/money.tsx';
import { SentPicture } from './bubble.tsx';
import { CardField } from './card-field.tsx';
import { CardItemRow } from './card-item.tsx';
import { doubtsOf, newCardItem, totalsOfCard, toValues } from './card-rules.ts';
import { KnownEmails } from './known-emails.tsx';
import type { Picture } from './messages.ts';
import { cardTexts } from './texts.ts';
import { type Card, type Created, useCard } from './use-card.ts';

type InvoiceCardProps = {
  messageId: string;
  outcome: Outcome;
  draft: Draft;
  currency: Currency;
  picture: Picture | null;
};

/** A proposed invoice to look over: every field can be changed, and nothing exists before Create is pressed. */
export function InvoiceCard({ messageId, outcome, draft, currency, picture }: InvoiceCardProps) {
  const initial = useMemo(() => toValues(draft), [draft]);
  const doubts = useMemo(() => doubtsOf(outcome, currency), [outcome, currency]);
  const card = useCard(messageId, currency, initial);
  const form = useRef<HTMLFormElement>(null);
  const headingId = useId();
  if (card.done) return <CreatedNote created={card.done} />;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (card.pending || card.create()) return;
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus());
  };
  const open = Object.keys(doubts).length;
  return (
    <section
      aria-labelledby={headingId}
      className="mt-1 overflow-hidden rounded-card border border-line-strong bg-surface shadow-e2"
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
      <div className={cn(picture && 'grid md:grid-cols-[12rem_minmax(0,1fr)]')}>
        {picture && (
          <figure className="border-line bg-sunken p-3.5 max-md:border-b md:border-r">
            <SentPicture picture={picture} className="mx-auto mb-2" />
            <figcaption className="text-center text-13 text-muted">{cardTexts.source}</figcaption>
          </figure>
        )}
        <form ref={form} noValidate onSubmit={submit} className="grid gap-4 p-4.5 max-md:p-3.5">
          <Fields card={card} doubts={doubts} currency={currency} />
          <Totals card={card} currency={currency} doubt={doubts.total} />
          {card.failure && (
            <p role="alert" className="flex items-start gap-1.5 font-medium text-13 text-bad">
              <CircleAlert aria-hidden className="mt-px size-4 shrink-0" />
              {card.failure}
            </p>
          )}
          <div className="flex justify-end">
            <Button type="submit" pending={card.pending} className="max-sm:w-full">
              {cardTexts.create}
            </Button>
          </div>
        </form>
      </div>
    </section>
  );
}

type FieldsProps = { card: Card; doubts: ReturnType<typeof doubtsOf>; currency: Currency };

function Fields({ card, doubts, currency }: FieldsProps) {
  const { values, change, errors } = card;
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
      <fieldset className="grid min-w-0 gap-3">
        <legend className="mb-2 font-semibold text-15">{cardTexts.items}</legend>
        {values.items.map((item, at) => (
          <CardItemRow
            key={item.key}
            item={item}
            at={at}
            currency={currency}
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
        <CardField label={fields.discount} {...about('discount')}>
          <MoneyInput
            currency={currency}
            value={values.discount}
            onChange={(discount) => change({ discount })}
          />
        </CardField>
      </div>
    </>
  );
}

function Totals({ card, currency, doubt }: { card: Card; currency: Currency; doubt: string | undefined }) {
  const totals = totalsOfCard(card.values);
  const rows = [
    { name: cardTexts.subtotal, amount: totals.subtotal, shown: true },
    { name: cardTexts.discountLine, amount: totals.discount, shown: totals.discount > 0 },
    { name: cardTexts.tax, amount: totals.tax, shown: totals.tax > 0 },
  ];
  return (
    <div className="rounded-control bg-sunken px-4 py-3">
      <dl className="grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-15">
        {rows.map(
          ({ name, amount, shown }) =>
            shown && (
              <div key={name} className="contents text-muted">
                <dt>{name}</dt>
                <dd className="text-right text-ink">
                  <Money amount={amount} currency={currency} />
                </dd>
              </div>
            ),
        )}
        <dt className="font-bold">{cardTexts.total}</dt>
        <dd className="text-right text-lg">
          <Money amount={totals.total} currency={currency} className="font-bold" />
        </dd>
      </dl>
      {doubt && (
        <p className="mt-2 flex items-start gap-1.5 font-medium text-13 text-warn">
          <Eye aria-hidden className="mt-px size-4 shrink-0" />
          {doubt}
        </p>
      )}
    </div>
  );
}

function CreatedNote({ created }: { created: Created }) {
  return (
    <div
      role="status"
      className="mt-1 flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-ok-bg px-4 py-3"
    >
      <CircleCheck aria-hidden className="size-5 shrink-0 text-ok" />
      <p className="min-w-40 flex-1">
        <b className="font-semibold">{cardTexts.created(created.number)}</b>
        <span className="block text-sm">{cardTexts.createdText}</span>
      </p>
      <Link
        to="/dashboard/invoices"
        search={{ invoice: created.id }}
        className={buttonClass({ look: 'outline', size: 'sm' })}
      >
        {cardTexts.view}
      </Link>
    </div>
  );
}
