import { useState } from 'react';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { toastFailure } from '#web/lib/api.ts';
import type { PlainForm } from '#web/lib/plain-form.ts';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input } from '#web/ui/input.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { mostToWithdraw } from './api.ts';
import type { FormValues } from './form-values.ts';
import { texts } from './texts.ts';

type AmountFieldProps = {
  form: PlainForm<FormValues>;
  currency: Currency;
  available: Minor | undefined;
  /** The debit where it exceeds the balance, and the maximum that can be sent, once known. */
  tooMuch: { total: Minor; most: Minor | undefined } | null;
};

export function AmountField({ form, currency, available, tooMuch }: AmountFieldProps) {
  const [loadingMaximum, setLoadingMaximum] = useState(false);
  const fillMaximum = async () => {
    setLoadingMaximum(true);
    await mostToWithdraw(currency, available ?? (0 as Minor))
      .then((most) => (most > 0 ? form.change({ amount: most }) : void toast.info(texts.form.nothingToSend)))
      .catch((error) => toastFailure(error, texts.quote.failed));
    setLoadingMaximum(false);
  };
  const money = (amount: Minor) => formatMoney(amount, currency);
  const error =
    tooMuch && available !== undefined
      ? texts.form.tooMuch(money(tooMuch.total), money(available)) +
        (tooMuch.most !== undefined ? texts.form.most(money(tooMuch.most)) : '')
      : form.values.amount === null && form.errors.amount
        ? texts.form.amountNeeded
        : form.errors.amount;
  return (
    <Field
      label={texts.form.amount(texts.currencyNames[currency])}
      aside={available !== undefined && <span className="num">{texts.form.available(money(available))}</span>}
      error={error}
      required
    >
      <div className="flex flex-wrap gap-2.5 [&>div]:min-w-0 [&>div]:flex-1 [&>div]:basis-44">
        <MoneyInput
          currency={currency}
          value={form.values.amount}
          onChange={(amount) => form.change({ amount })}
          onBlur={() => form.values.amount !== null && form.left('amount')}
        />
        <Button
          variant="outline"
          className="px-3.5"
          pending={loadingMaximum}
          disabled={!available || available <= 0}
          onClick={() => void fillMaximum()}
        >
          {texts.form.all}
        </Button>
      </div>
    </Field>
  );
}

export function StaffFields({ form }: { form: PlainForm<FormValues> }) {
  const { values, errors, change, left } = form;
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <Field label={texts.form.staffName} error={errors.staffName} required className="sm:col-span-2">
        <Input
          autoComplete="off"
          maxLength={120}
          value={values.staffName}
          onBlur={() => values.staffName !== '' && left('staffName')}
          onChange={(event) => change({ staffName: event.target.value })}
        />
      </Field>
      <Field label={texts.form.staffEmail} error={errors.staffEmail} required>
        <Input
          type="email"
          inputMode="email"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={254}
          value={values.staffEmail}
          onBlur={() => values.staffEmail !== '' && left('staffEmail')}
          onChange={(event) => change({ staffEmail: event.target.value })}
        />
      </Field>
      <Field label={texts.form.staffPhone} error={errors.staffPhone} optional>
        <Input
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={30}
          value={values.staffPhone}
          onChange={(event) => change({ staffPhone: event.target.value })}
        />
      </Field>
    </div>
  );
}

export function DescriptionField({ form }: { form: PlainForm<FormValues> }) {
  return (
    <Field
      label={texts.form.description}
      hint={texts.form.descriptionHint}
      error={form.errors.description}
      optional
    >
      <Input
        maxLength={200}
        autoComplete="off"
        value={form.values.description}
        onChange={(event) => form.change({ description: event.target.value })}
      />
    </Field>
  );
}
