import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { business } from '#contract/business.ts';
import { ApiError } from '#contract/client.ts';
import { isEasyPin } from '#core/weak-secrets.ts';
import { type PinHandle, PinInput } from '#web/ui/pin-input.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { call, toastFailure } from '../api.ts';
import { PasswordField, TextField } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { type Errors, errorsOf, hasErrors } from '../forms/rules.ts';
import { type FormHandle, useForm } from '../forms/use-form.ts';
import { sessionCurrency } from '../session/session.ts';
import { texts } from './texts.ts';

type SetPinDialogProps = {
  /** `change` and `forgotten` ask for the password, as a PIN is set already. */
  kind: 'set' | 'change' | 'forgotten';
  /** Owners without a password prove their identity another way. */
  hasPassword?: boolean;
  onClose: () => void;
  onDone: () => void;
};

const begin = { password: '', currentPin: '', pin: '', again: '', code: '' };
type Refusals = Errors<typeof begin>;

/** Chooses a transaction PIN, entered twice. */
export function SetPinDialog({ kind, hasPassword = true, onClose, onDone }: SetPinDialogProps) {
  const form = useForm(() => ({}), begin, 'submit');
  const { values, errors, bind } = form;
  const first = useRef<PinHandle>(null);
  const second = useRef<PinHandle>(null);
  const [asksCode, setAsksCode] = useState(false);
  const asksPassword = kind !== 'set' && hasPassword;
  const asksCurrent = kind === 'change';
  const beginAgain = (refusals: Refusals) => {
    // The PIN itself was fine where only the code of the message is missing.
    if (refusals.code) setAsksCode(true);
    else form.change(refusals.currentPin ? { currentPin: '' } : { pin: '', again: '' });
    form.setErrors(refusals);
  };
  const goOn = (pin: string) => (isEasyPin(pin) ? beginAgain({ pin: texts.easy }) : second.current?.focus());
  const save = useSetPin(onDone, beginAgain);
  const complete =
    values.pin.length === 4 && values.again.length === 4 && (!asksCurrent || values.currentPin.length === 4);
  const send = ({ password, currentPin, pin, again, code }: typeof begin) => {
    if (!complete) return;
    if (asksPassword && password === '') return form.setErrors({ password: texts.passwordNeeded });
    if (isEasyPin(pin)) return beginAgain({ pin: texts.easy });
    if (pin !== again) return beginAgain({ pin: texts.differ });
    return save.mutateAsync({
      pin,
      ...(asksPassword ? { password } : {}),
      ...(asksCurrent ? { currentPin } : {}),
      ...(code ? { code } : {}),
    });
  };
  return (
    <FormDialog
      form={form}
      title={texts.titles[kind]}
      description={texts.about[kind]}
      width="sm"
      submit={kind === 'set' ? texts.save : texts.saveChange}
      disabled={!complete}
      online
      focusFirst
      onClose={onClose}
      onSubmit={send}
    >
      {asksPassword && (
        <PasswordField
          form={form}
          name="password"
          label={texts.password}
          autoComplete="current-password"
          required
        />
      )}
      {asksCurrent && (
        <PinInput
          label={texts.current}
          {...bind('currentPin')}
          error={errors.currentPin}
          onFull={() => first.current?.focus()}
        />
      )}
      <PinInput label={texts.pin} handle={first} {...bind('pin')} error={errors.pin} onFull={goOn} />
      <PinInput label={texts.again} handle={second} {...bind('again')} />
      {asksCode && <CodeField form={form} />}
    </FormDialog>
  );
}

const CodeField = ({ form }: { form: FormHandle<typeof begin> }) => (
  <TextField
    form={form}
    name="code"
    label={texts.code}
    inputMode="numeric"
    autoComplete="one-time-code"
    required
  />
);

function useSetPin(onDone: () => void, onWrong: (refusals: Refusals) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { pin: string; password?: string; currentPin?: string; code?: string }) =>
      call(business.createPin, { params: { currency: sessionCurrency() }, body }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['business.getProfile'] });
      toast.success(texts.done);
      onDone();
    },
    onError: (error) => {
      if (error instanceof ApiError && ['incorrect_pin', 'pin_locked'].includes(error.code))
        return onWrong({ currentPin: error.message });
      const refusals: Refusals = errorsOf(error);
      if (hasErrors(refusals)) onWrong(refusals);
      else toastFailure(error, texts.failed);
    },
  });
}
