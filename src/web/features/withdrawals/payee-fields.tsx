import type { HolderState } from '#web/lib/bank-account/queries.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import type { PlainForm } from '#web/lib/plain-form.ts';
import { Field } from '#web/ui/field.tsx';
import { RadioCards } from '#web/ui/radio-cards.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import type { FormValues } from './form-values.ts';
import type { OwnAccount, Payee } from './payee.ts';
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
  form: PlainForm<FormValues>;
  payee: Payee;
  own: OwnAccount | null;
  holder: HolderState;
};

/** The account money goes to: the own one, a saved one, or bank and number. */
export function PayeeFields({ form, payee, own, holder }: PayeeFieldsProps) {
  const { values } = payee;
  return (
    <>
      {own && (
        <Field label={texts.form.to} group>
          <RadioCards
            value={payee.toOwn ? 'own' : 'other'}
            onChange={(choice) => payee.choose(choice === 'own')}
            options={[
              { value: 'own', title: texts.form.own, text: `${own.bankName}, ${own.number}. ${own.name}` },
              { value: 'other', title: texts.form.other, text: texts.form.otherText },
            ]}
          />
        </Field>
      )}
      {payee.waiting && <Skeleton className="h-36 max-sm:h-60" />}
      {payee.saved && (
        <SavedAccount
          staff={payee.saved}
          onOther={() => form.change({ staffId: '', bankCode: '', accountNumber: '' })}
        />
      )}
      {!payee.waiting && !payee.toOwn && !payee.saved && (
        <BankAccountFields
          bankCode={values.bankCode}
          accountNumber={values.accountNumber}
          onChange={form.change}
          onLeft={form.left}
          errors={form.errors}
          holder={holder}
        />
      )}
    </>
  );
}
