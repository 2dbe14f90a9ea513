import { Plus } from 'lucide-react';
import type { ReactNode } from 'react';
import { lineTexts, paragraphTexts } from '#core/invoice/texts.ts';
import { currencies } from '#core/money.ts';
import { extrasTexts } from '#web/lib/invoices/item-extras/texts.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Input, Textarea } from '#web/ui/input.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { cardTexts } from './texts.ts';
import { CardField } from './field.tsx';
import { CardItemRow } from './item.tsx';
import { newCardItem, totalsOfCard } from './rules.ts';
import type { CardFieldValues } from './use-card-values.ts';

type CardFieldsProps = {
  card: CardFieldValues;
  asksCurrency: boolean;
  /** Addresses that could stand in the empty one. */
  emailSuggestions?: ReactNode;
};

/** Every field of a proposed invoice. */
export function CardFields({ card, asksCurrency, emailSuggestions }: CardFieldsProps) {
  const { values, change } = card;
  const { fields } = cardTexts;
  const feedback = feedbackOf(card);
  return (
    <>
      <Customer card={card} emailSuggestions={emailSuggestions} />
      {asksCurrency && (
        <CardField label={fields.currency} {...feedback('currency')} group>
          <RadioCards
            label={fields.currency}
            value={values.currency ?? ''}
            onChange={(next) => change({ currency: currencies.find((one) => one === next) ?? null })}
            options={currencies.map((one) => ({ value: one, title: cardTexts.currencies[one] }))}
          />
        </CardField>
      )}
      <Items card={card} />
      <Terms card={card} />
      <EarlyPayment card={card} />
      <PaperTexts card={card} />
    </>
  );
}

function Customer({ card, emailSuggestions }: Pick<CardFieldsProps, 'card' | 'emailSuggestions'>) {
  const { values, change } = card;
  const { fields } = cardTexts;
  const feedback = feedbackOf(card);
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <CardField label={fields.name} {...feedback('name')}>
        <Input
          maxLength={120}
          value={values.name}
          onChange={(event) => change({ name: event.target.value })}
        />
      </CardField>
      <div className="min-w-0">
        <CardField label={fields.email} {...feedback('email')}>
          <Input
            type="email"
            autoComplete="off"
            value={values.email}
            onChange={(event) => change({ email: event.target.value })}
          />
        </CardField>
        {values.email === '' && emailSuggestions}
      </div>
      <CardField label={fields.phone} {...feedback('phone')}>
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={30}
          value={values.phone}
          onChange={(event) => change({ phone: event.target.value })}
        />
      </CardField>
    </div>
  );
}

/** When it is due, and what holds for all items. */
function Terms({ card }: { card: CardFieldValues }) {
  const { values, change } = card;
  const { fields } = cardTexts;
  const feedback = feedbackOf(card);
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <CardField label={fields.due} {...feedback('dueDate')}>
        <Input
          type="date"
          className="appearance-none"
          value={values.dueDate}
          onChange={(event) => change({ dueDate: event.target.value })}
        />
      </CardField>
      <CardField label={fields.tax} {...feedback('taxRate')}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          className="num"
          value={values.taxRate}
          onChange={(event) => change({ taxRate: event.target.value.replace(/[^\d.]/g, '').slice(0, 6) })}
        />
      </CardField>
      <CardField label={discountLabel(values.discountBps)} {...feedback('discount')}>
        <MoneyInput
          currency={values.currency}
          value={values.discountBps === null ? values.discount : totalsOfCard(values).discount}
          onChange={(discount) => change({ discount, discountBps: null })}
        />
      </CardField>
      {values.taxRate !== '' && (
        <Checkbox
          checked={values.pricesIncludeTax}
          onChange={(pricesIncludeTax) => change({ pricesIncludeTax })}
          className="sm:col-span-3"
        >
          {extrasTexts.pricesIncludeTax}
        </Checkbox>
      )}
    </div>
  );
}

function EarlyPayment({ card: { values, change, errors } }: { card: CardFieldValues }) {
  const { early } = values;
  if (!early) return null;
  return (
    <div className="grid gap-4 sm:grid-cols-3">
      <CardField label={extrasTexts.early} error={errors.earlyPercent} doubt={undefined}>
        <Input
          inputMode="decimal"
          autoComplete="off"
          className="num"
          value={early.earlyPercent}
          onChange={(event) => change({ early: { ...early, earlyPercent: event.target.value } })}
        />
      </CardField>
      <CardField label={extrasTexts.earlyUntil} error={errors.earlyUntil} doubt={undefined}>
        <Input
          type="date"
          className="appearance-none"
          value={early.earlyUntil}
          onChange={(event) => change({ early: { ...early, earlyUntil: event.target.value } })}
        />
      </CardField>
    </div>
  );
}

function PaperTexts({ card: { values, change, errors } }: { card: CardFieldValues }) {
  const { poNumber, notes } = values;
  return (
    <>
      {poNumber !== null && (
        <CardField label={cardTexts.fields.poNumber} error={errors.poNumber} doubt={undefined}>
          <Input
            maxLength={lineTexts.poNumber}
            value={poNumber}
            onChange={(event) => change({ poNumber: event.target.value })}
          />
        </CardField>
      )}
      {notes !== null && (
        <CardField label={cardTexts.fields.notes} error={errors.notes} doubt={undefined}>
          <Textarea
            rows={2}
            maxLength={paragraphTexts.notes}
            value={notes}
            onChange={(event) => change({ notes: event.target.value })}
          />
        </CardField>
      )}
    </>
  );
}

function Items({ card }: { card: CardFieldValues }) {
  const { change, errors, doubts } = card;
  const { items, currency } = card.values;
  const feedback = feedbackOf(card);
  return (
    <fieldset className="grid min-w-0 gap-3">
      <legend className="mb-2 font-semibold text-15">{cardTexts.items}</legend>
      {items.map((item, at) => (
        <CardItemRow
          key={item.key}
          item={item}
          at={at}
          currency={currency}
          doubt={doubts[`items.${at}`]}
          feedback={(field) => feedback(`items.${at}.${field}`)}
          onChange={(next) =>
            change({ items: items.map((old) => (old === item ? { ...old, ...next } : old)) })
          }
          onRemove={items.length > 1 ? () => change({ items: items.filter((old) => old !== item) }) : null}
        />
      ))}
      {errors.items && <p className="font-medium text-13 text-bad">{errors.items}</p>}
      <Button
        variant="outline"
        size="sm"
        className="justify-self-start"
        onClick={() => change({ items: [...items, newCardItem()] })}
      >
        <Plus aria-hidden />
        {cardTexts.addItem}
      </Button>
    </fieldset>
  );
}

const feedbackOf =
  ({ errors, doubts }: CardFieldValues) =>
  (field: string) => ({ error: errors[field], doubt: doubts[field] });

const discountLabel = (bps: number | null) =>
  bps === null ? cardTexts.fields.discount : cardTexts.fields.discountPercent(`${bps / 100}`);
