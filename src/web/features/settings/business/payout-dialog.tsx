import { useQuery } from '@tanstack/react-query';
import { ApiError } from '#contract/client.ts';
import { payoutAccountUpdate } from '#contract/settings.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { BankAccountFields } from '#web/lib/bank-account/fields.tsx';
import { useHolder } from '#web/lib/bank-account/queries.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';
import { PasswordField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { errorsIn } from '#web/lib/forms/rules.ts';
import { focusError, type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { Field } from '#web/ui/field.tsx';
import { DigitsInput } from '#web/ui/input.tsx';
import { PinInput } from '#web/ui/pin-input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from './texts.ts';
import { useSavePayoutAccount } from './api.ts';

const { payout } = texts;
const begin = { bankCode: '', accountNumber: '', bankVerificationNumber: '', pin: '', password: '' };

/** Changes the payout account: the bank confirms its holder, the owner confirms with PIN or password. */
export function PayoutDialog({ profile, onClose }: { profile: BusinessProfile; onClose: () => void }) {
  const byPin = profile.transactionPin === 'set';
  const { data: owner } = useQuery(sessionQuery);
  const byPassword = !byPin && owner?.hasPassword !== false;
  const toRequest = ({ bankVerificationNumber: bvn, pin, password, ...account }: typeof begin) => ({
    ...account,
    ...(bvn ? { bankVerificationNumber: bvn } : {}),
    ...(byPin ? { pin } : {}),
    ...(byPassword ? { password } : {}),
  });
  const form = useForm(
    (values) => ({
      ...errorsIn(payoutAccountUpdate, toRequest(values)),
      ...(byPassword && values.password === '' ? { password: payout.passwordNeeded } : {}),
    }),
    begin,
    'submit',
  );
  const holder = useHolder(form.values.bankCode, form.values.accountNumber);
  const saving = useSavePayoutAccount();
  const refuse = (error: unknown) => {
    form.change({ pin: '' });
    const pin = pinRefusal(error);
    if (pin) form.setErrors({ pin });
    else if (!form.showErrors(error)) toastFailure(error, messageOf(error, payout.failed));
  };
  return (
    <FormDialog
      form={form}
      title={payout.dialog}
      description={
        profile.bankAccountNumber === null ? payout.dialogText : `${payout.dialogText} ${payout.dialogWait}`
      }
      submit={payout.save}
      online
      onClose={onClose}
      onSubmit={(values) =>
        holder.is === 'wrong' ? focusError(form.ref.current) : saving.mutateAsync(toRequest(values))
      }
      onSuccess={({ accountName }) => {
        toast.success(payout.saved, accountName === null ? { text: payout.notConfirmed } : {});
        onClose();
      }}
      onError={refuse}
    >
      <BankAccountFields form={form} holder={holder} purpose="own" />
      <BvnField form={form} />
      {byPin && <PinInput label={payout.pin} {...form.bind('pin')} error={form.errors.pin} />}
      {byPassword && (
        <PasswordField
          form={form}
          name="password"
          label={payout.password}
          autoComplete="current-password"
          required
        />
      )}
    </FormDialog>
  );
}

function BvnField({ form }: { form: FormHandle<typeof begin> }) {
  const name = 'bankVerificationNumber';
  return (
    <Field label={payout.bvnLabel} hint={payout.bvnHint} error={form.errors[name]} optional>
      <DigitsInput masked length={11} placeholder={payout.bvnPlaceholder} {...form.bind(name)} />
    </Field>
  );
}

function pinRefusal(error: unknown): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  if (error.code === 'incorrect_pin') return payout.wrongPin(Number(error.data.triesLeft));
  return error.code === 'pin_locked' ? error.message : undefined;
}
