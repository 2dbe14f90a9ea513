import * as z from 'zod/mini';
import { account } from '#contract/account.ts';
import type { Currency } from '#core/money.ts';
import { toastFailure } from '#web/lib/api.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import { changesOf } from '#web/lib/forms/changes.ts';
import { SaveForm } from '#web/lib/forms/save-form.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
import { useSaveDetails } from '#web/lib/currency/show.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { texts } from './texts.ts';
import type { Owner } from './owner.ts';

type Values = { firstName: string; lastName: string; preferredCurrency: Currency };

const schema = z.required(account.update.body);
const currencyOptions = [
  { value: 'NGN', title: texts.account.currencies.NGN },
  { value: 'USD', title: texts.account.currencies.USD },
];
const valuesOf = (owner: Owner): Values => ({
  firstName: owner.firstName,
  lastName: owner.lastName,
  preferredCurrency: owner.currency,
});

/** Name and currency. */
export function DetailsSection({ owner }: { owner: Owner }) {
  const { account: labels } = texts;
  const form = useForm<Values>(schema, valuesOf(owner), 'blur');
  const saving = useSaveDetails();
  const done = (saved: Owner) => {
    form.reset(valuesOf(saved));
    toast.success(labels.saved);
  };
  const refuse = (error: unknown) => {
    if (!form.showErrors(error)) toastFailure(error, labels.saveFailed);
  };
  return (
    <Section title={labels.details} text={labels.detailsText}>
      <SaveForm
        form={form}
        onSubmit={(values) => saving.mutateAsync(changesOf(form.start, values))}
        onSuccess={done}
        onError={refuse}
        save={labels.save}
        undo={texts.cancel}
        buttons="start"
        className="grid gap-5 sm:grid-cols-2"
      >
        <TextField
          form={form}
          name="firstName"
          label={labels.firstName}
          autoComplete="given-name"
          maxLength={80}
          required
        />
        <TextField
          form={form}
          name="lastName"
          label={labels.lastName}
          autoComplete="family-name"
          maxLength={80}
          required
        />
        <Field label={labels.currency} hint={labels.currencyHint} group className="sm:col-span-2">
          <RadioCards
            value={form.values.preferredCurrency}
            options={currencyOptions}
            onChange={(code) => form.change({ preferredCurrency: code === 'USD' ? 'USD' : 'NGN' })}
          />
        </Field>
      </SaveForm>
    </Section>
  );
}
