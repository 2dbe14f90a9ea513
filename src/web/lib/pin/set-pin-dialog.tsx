import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { business } from '#contract/business.ts';
import { ApiError } from '#contract/client.ts';
import { stepUp } from '#contract/step-up.ts';
import { isEasyPin } from '#core/weak-secrets.ts';
import { Button } from '#web/ui/button.tsx';
import { type PinHandle, PinInput } from '#web/ui/pin-input.tsx';
import { SheetSteps } from '#web/ui/sheet-steps.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { call, toastFailure } from '../api.ts';
import { PasswordField, TextField } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { type Errors, errorsOf, hasErrors } from '../forms/rules.ts';
import { type FormHandle, useForm } from '../forms/use-form.ts';
import { lazyDialog } from '../lazy.tsx';
import { sessionCurrency } from '../session/session.ts';
import { type StepUpOffer, usableMethods } from '../step-up/offer.ts';
import { texts } from './texts.ts';

const StepUpDialog = lazyDialog(async () => (await import('../step-up/dialog.tsx')).StepUpDialog);

type SetPinDialogProps = {
  /** `change` and `forgotten` ask for the password, as a PIN is set already. */
  kind: 'set' | 'change' | 'forgotten';
  /** Owners without a password prove their identity another way. */
  hasPassword?: boolean;
  /** Steps of the same sheet that come after this one. */
  stepsAfter?: number;
  onClose: () => void;
  /** Gets how many steps of the sheet were taken, and the PIN. */
  onDone: (steps: number, pin: string) => void;
};

const begin = { password: '', currentPin: '', pin: '', again: '', code: '' };
type Refusals = Errors<typeof begin>;

/** Chooses a transaction PIN: for the first one a proof of who one is, where the last is too old, and then the PIN. */
export function SetPinDialog({ stepsAfter = 0, onDone, ...props }: SetPinDialogProps) {
  const offer = useMissingProof(props.kind === 'set');
  const [isProven, setProven] = useState(false);
  if (offer === undefined) return null;
  const steps = offer ? 2 : 1;
  const all = steps + stepsAfter;
  const top = (step: number) => all > 1 && <SheetSteps step={step} of={all} />;
  if (offer && !isProven)
    return (
      <StepUpDialog
        offer={offer}
        top={top(1)}
        onEnd={(proven) => (proven ? setProven(true) : props.onClose())}
      />
    );
  return <PinForm {...props} top={top(steps)} continues={steps > 1} onDone={(pin) => onDone(steps, pin)} />;
}

/** The ways to prove who one is; null where the last proof still counts, undefined until that is known. */
function useMissingProof(isWanted: boolean): StepUpOffer | null | undefined {
  const { data, isError } = useQuery({
    queryKey: ['stepUp.state', 'set-pin'],
    queryFn: async ({ signal }) => {
      const { data: proof } = await call(stepUp.state, { query: { operation: 'change' } }, { signal });
      const { ways, until, passkeyFrom } = proof;
      return until ? null : { methods: usableMethods(ways), operation: 'change' as const, passkeyFrom };
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
  // Where it cannot be read, the call that sets the PIN asks for the proof itself.
  return isWanted && !isError ? data : null;
}

type PinFormProps = Omit<SetPinDialogProps, 'onDone' | 'stepsAfter'> & {
  top: ReactNode;
  continues: boolean;
  onDone: (pin: string) => void;
};

/** The PIN, entered twice. */
function PinForm({ kind, hasPassword = true, top, continues, onClose, onDone }: PinFormProps) {
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
  // Without a code the call mails another one.
  const sendCode = () =>
    save.mutate({ pin: values.pin, ...(asksPassword ? { password: values.password } : {}) });
  return (
    <FormDialog
      form={form}
      title={texts.titles[kind]}
      description={texts.about[kind]}
      width="sm"
      top={top}
      continues={continues}
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
      {asksCode && <CodeField form={form} onAgain={sendCode} />}
    </FormDialog>
  );
}

type CodeFieldProps = { form: FormHandle<typeof begin>; onAgain: () => void };

/** The code by mail; one that is too old is asked for again. */
const CodeField = ({ form, onAgain }: CodeFieldProps) => (
  <div className="grid justify-items-start gap-2">
    <TextField
      form={form}
      name="code"
      label={texts.code}
      inputMode="numeric"
      autoComplete="one-time-code"
      required
    />
    <Button variant="link" size="sm" onClick={onAgain}>
      {texts.codeAgain}
    </Button>
  </div>
);

function useSetPin(onDone: (pin: string) => void, onWrong: (refusals: Refusals) => void) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: { pin: string; password?: string; currentPin?: string; code?: string }) =>
      call(business.createPin, { params: { currency: sessionCurrency() }, body }),
    onSuccess: async (_answer, { pin }) => {
      await queries.invalidateQueries({ queryKey: ['business.getProfile'] });
      toast.success(texts.done);
      onDone(pin);
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
