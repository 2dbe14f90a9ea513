import { mostForgiven } from '#contract/settings.ts';
import { type Currency, formatMoney, type Minor, ZERO } from '#core/money.ts';
import { Form } from '#web/lib/forms/form.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { texts } from './texts.ts';

type ForgiveRestsProps = {
  currency: Currency;
  rest: Minor;
  saving: boolean;
  onSave: (rest: Minor) => void;
};

/** How much of what a payment leaves is given up. */
export function ForgiveRests({ currency, rest, saving, onSave }: ForgiveRestsProps) {
  const { gettingPaid: labels } = texts;
  const most = mostForgiven(currency);
  const form = useForm<{ rest: Minor | null }>(
    (values) => ({
      rest: (values.rest ?? ZERO) > most ? labels.restsMost(formatMoney(most, currency)) : undefined,
    }),
    { rest: rest === 0 ? null : rest },
  );
  return (
    <Form form={form} onSubmit={(values) => onSave(values.rest ?? ZERO)}>
      <Field
        label={labels.rests}
        hint={labels.restsText(formatMoney(most, currency))}
        error={form.errors.rest}
        className="max-w-136"
      >
        <MoneyInput currency={currency} {...form.bind('rest')} className="max-w-48" />
      </Field>
      <Button type="submit" variant="outline" size="sm" pending={saving} className="mt-3">
        {labels.save}
      </Button>
    </Form>
  );
}
