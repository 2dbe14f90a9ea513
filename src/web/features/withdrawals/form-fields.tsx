import { useState } from 'react';
import { type Currency, formatMoney, type Minor } from '#core/money.ts';
import { toastFailure } from '#web/lib/api.ts';
import type { HolderState } from '#web/lib/bank-account/queries.ts';
import { TextField } from '#web/lib/forms/fields.tsx';
import type { FormHandle } from '#web/lib/forms/use-form.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field } from '#web/ui/field.tsx';
import { MoneyInput } from '#web/ui/money-input.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { mostToWithdraw, type Staff } from './api.ts';
import { type FormValues, withinDay } from './form-values.ts';
import type { OwnAccount, OwnChoice } from './payee.ts';
import { texts } from './texts.ts';

type AmountFieldProps = {
  form: FormHandle<FormValues>;
  currency: Currency;
  available: Minor | undefined;
  leftToday: Minor | undefined;
  /** The debit where it exceeds the balance, and the maximum that can be sent, once known. */
  tooMuch: { total: Minor; most: Minor | undefined } | null;
};

export function AmountField({ form, currency, available, leftToday, tooMuch }: AmountFieldProps) {
  const [loadingMaximum, setLoadingMaximum] = useState(false);
  const fillMaximum = async () => {
    setLoadingMaximum(true);
    await mostToWithdraw(currency, available ?? (0 as Minor))
      .then((most) =>
        most > 0
          ? form.change({ amount: withinDay(most, leftToday) || most })
          : void toast.info(texts.form.nothingToSend),
      )
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
        <MoneyInput currency={currency} {...form.bind('amount')} />
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

export const DescriptionField = ({ form }: { form: FormHandle<FormValues> }) => (
  <TextField
    form={form}
    name="description"
    label={texts.form.description}
    hint={texts.form.descriptionHint}
    maxLength={200}
    autoComplete="off"
    optional
  />
);

// Not needed with the owner's own payout account or a saved one.
const BankAccountFields = lazyComponent(
  async () => (await import('#web/lib/bank-account/fields.tsx')).BankAccountFields,
  <Skeleton className="h-[4.625rem] max-sm:h-42" />,
);
const SavedAccount = lazyComponent(
  async () => (await import('./staff/saved-account.tsx')).SavedAccount,
  <Skeleton className="h-24" />,
);

type PayeeFieldsProps = {
  form: FormHandle<FormValues>;
  own: OwnAccount | null;
  choice: OwnChoice;
  saved: Staff | null;
  holder: HolderState;
};

/** The account money goes to: the own one, a saved one, or bank and number. */
export function PayeeFields({ form, own, choice, saved, holder }: PayeeFieldsProps) {
  const isTyped = !choice.waiting && !choice.chosen && !saved;
  return (
    <>
      {own && (
        <Field label={texts.form.to} group>
          <RadioCards
            value={choice.chosen ? 'own' : 'other'}
            onChange={(value) => choice.choose(value === 'own')}
            options={[
              {
                value: 'own',
                title: texts.form.own,
                text: `${own.bankName}, ${own.number}. ${own.name ?? texts.form.notConfirmed}`,
              },
              { value: 'other', title: texts.form.other, text: texts.form.otherText },
            ]}
          />
        </Field>
      )}
      {choice.waiting && <Skeleton className="h-36 max-sm:h-60" />}
      {saved && (
        <SavedAccount
          staff={saved}
          onOther={() => form.change({ staffId: '', bankCode: '', accountNumber: '' })}
        />
      )}
      {(isTyped || holder.is !== 'none') && (
        <BankAccountFields form={form} holder={holder} purpose="pay" isKept={!isTyped} />
      )}
    </>
  );
}
