import { type FormEvent, useRef } from 'react';
import * as z from 'zod/mini';
import { account } from '#contract/account.ts';
import type { Currency } from '#core/money.ts';
import { toastFailure } from '#web/lib/api.ts';
import { SaveBar } from '#web/lib/forms/save-bar.tsx';
import { UnsavedChangesGuard } from '#web/lib/forms/unsaved-changes-guard.tsx';
import { usePlainForm } from '#web/lib/plain-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { Section } from '../layout.tsx';
import { texts } from '../texts.ts';
import { useSaveDetails } from './api.ts';
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
  const { values, errors, dirty, form, change, left, check, showRefusal, reset } = usePlainForm<Values>(
    schema,
    valuesOf(owner),
  );
  const saving = useSaveDetails();
  const buttons = useRef<HTMLDivElement>(null);
  const save = () => {
    if (saving.isPending || !check()) return;
    saving.mutate(values, {
      onSuccess: (saved) => {
        reset(valuesOf(saved));
        toast.success(labels.saved);
      },
      onError: (error) => {
        if (!showRefusal(error)) toastFailure(error, labels.saveFailed);
      },
    });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save();
  };
  return (
    <Section title={labels.details} text={labels.detailsText}>
      <form ref={form} onSubmit={submit} noValidate className="grid gap-5 sm:grid-cols-2">
        <Field label={labels.firstName} error={errors.firstName} required>
          <Input
            autoComplete="given-name"
            maxLength={80}
            value={values.firstName}
            onBlur={() => left('firstName')}
            onChange={(event) => change({ firstName: event.target.value })}
          />
        </Field>
        <Field label={labels.lastName} error={errors.lastName} required>
          <Input
            autoComplete="family-name"
            maxLength={80}
            value={values.lastName}
            onBlur={() => left('lastName')}
            onChange={(event) => change({ lastName: event.target.value })}
          />
        </Field>
        <Field label={labels.currency} hint={labels.currencyHint} group className="sm:col-span-2">
          <RadioCards
            value={values.preferredCurrency}
            options={currencyOptions}
            onChange={(code) => change({ preferredCurrency: code === 'USD' ? 'USD' : 'NGN' })}
          />
        </Field>
        <div ref={buttons} className="flex flex-wrap gap-3 sm:col-span-2 max-md:[&>*]:flex-1">
          <Button type="submit" pending={saving.isPending} disabled={!dirty}>
            {labels.save}
          </Button>
          <Button variant="outline" disabled={!dirty} onClick={() => reset()}>
            {texts.cancel}
          </Button>
        </div>
      </form>
      <SaveBar
        dirty={dirty}
        pending={saving.isPending}
        onUndo={() => reset()}
        onSave={save}
        buttons={buttons}
      />
      <UnsavedChangesGuard dirty={dirty} />
    </Section>
  );
}
