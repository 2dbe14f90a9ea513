import { type Currency, formatMoney, type Minor, minor } from '#core/money.ts';
import type { FormHandle } from '#web/lib/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Money } from '#web/ui/money.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { texts } from './texts.ts';
import { type CreditNoteValues, divisionOf, partsOf, type Way, waysFor } from './values.ts';

type PaidPartProps = {
  form: FormHandle<CreditNoteValues>;
  /** Minor units: paid already, and of it what a provider can send back. */
  paid: Minor;
  refundable: Minor;
  currency: Currency;
};

/** Where the money goes that was paid already: one way, or split over several. */
export function PaidPart({ form, paid, refundable, currency }: PaidPartProps) {
  const { effect } = form.values;
  const ways = waysFor(refundable);
  const isSplit = typeof effect === 'object';
  const choose = (way: Way) =>
    form.change({ effect: way === 'refund' && refundable < paid ? partsOf(way, paid, refundable) : way });
  return (
    <Field
      label={texts.where(formatMoney(paid, currency))}
      error={form.errors.effect}
      required
      group={isSplit}
    >
      {isSplit ? (
        <SplitParts form={form} {...{ effect, paid, refundable, currency, ways }} />
      ) : (
        <RadioCards
          value={effect}
          onChange={(way) => choose(way as Way)}
          options={ways.map((value) => ({
            value,
            title: texts.ways[value][0],
            text: texts.ways[value][1],
          }))}
        />
      )}
      <Button
        variant="link"
        size="sm"
        onClick={() => form.change({ effect: isSplit ? '' : partsOf(effect, paid, refundable) }, ['effect'])}
      >
        {isSplit ? texts.oneWay : texts.split}
      </Button>
    </Field>
  );
}

type SplitPartsProps = PaidPartProps & {
  effect: Exclude<CreditNoteValues['effect'], string>;
  ways: readonly Way[];
};

function SplitParts({ form, effect, paid, refundable, currency, ways }: SplitPartsProps) {
  const { division, left } = divisionOf(effect, paid);
  const tooMuch = division.refund > refundable;
  const most = formatMoney(refundable, currency);
  return (
    <div className="grid gap-3 rounded-card border border-line p-3.5">
      {ways.map((way) => (
        <Field
          key={way}
          label={texts.parts[way]}
          hint={way === 'refund' && !tooMuch && refundable < paid ? texts.refundMost(most) : undefined}
          error={way === 'refund' && tooMuch ? texts.refundTooMuch(most) : undefined}
        >
          <MoneyInput
            currency={currency}
            value={way === 'credit' ? division.credit : effect[way]}
            onChange={(value) => form.change({ effect: { ...effect, [way]: value } })}
          />
        </Field>
      ))}
      <p aria-live="polite" className="flex justify-between gap-4 text-sm">
        <span className="text-muted">{left < 0 ? texts.placedTooMuch : texts.toPlace}</span>
        <Money amount={minor(Math.abs(left))} currency={currency} className={left === 0 ? '' : 'font-bold'} />
      </p>
    </div>
  );
}
