import type { HolderState } from '#web/lib/bank-account/queries.ts';
import type { FormHandle } from '#web/lib/forms/use-form.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import type { Staff } from './api.ts';
import type { FormValues } from './form-values.ts';
import type { OwnAccount, OwnChoice } from './payee.ts';
import { texts } from './texts.ts';

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
  return (
    <>
      {own && (
        <Field label={texts.form.to} group>
          <RadioCards
            value={choice.chosen ? 'own' : 'other'}
            onChange={(value) => choice.choose(value === 'own')}
            options={[
              { value: 'own', title: texts.form.own, text: `${own.bankName}, ${own.number}. ${own.name}` },
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
      {!choice.waiting && !choice.chosen && !saved && <BankAccountFields form={form} holder={holder} />}
    </>
  );
}
