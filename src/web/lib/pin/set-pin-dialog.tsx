import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { business } from '#contract/business.ts';
import { ApiError } from '#contract/client.ts';
import { isEasyPin } from '#core/weak-secrets.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, PasswordInput } from '#web/ui/input.tsx';
import { type PinHandle, PinInput } from '#web/ui/pin-input.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { call, toastFailure } from '../api.ts';
import { OFFLINE_MESSAGE, useOnline } from '../offline/connectivity.ts';
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

type Wrong = { password?: string; current?: string; pin?: string; code?: string };

/** Chooses a transaction PIN, entered twice. */
export function SetPinDialog({ kind, hasPassword = true, onClose, onDone }: SetPinDialogProps) {
  const online = useOnline();
  const formId = useId();
  const [typed, setTyped] = useState({ password: '', current: '', pin: '', again: '', code: '' });
  const [wrong, setWrong] = useState<Wrong>({});
  const inUse = useRef<PinHandle>(null);
  const first = useRef<PinHandle>(null);
  const second = useRef<PinHandle>(null);
  const password = useRef<HTMLInputElement>(null);
  const [asksCode, setAsksCode] = useState(false);
  const asksPassword = kind !== 'set' && hasPassword;
  const asksCurrent = kind === 'change';
  useFocusSoon(() => (password.current ?? first.current)?.focus());
  const change = (part: Partial<typeof typed>) => {
    const next = { ...typed, ...part };
    setTyped(next);
    setWrong({ ...wrong, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) });
  };
  const beginAgain = (refusal: Wrong) => {
    setWrong(refusal);
    // The PIN itself was fine: only the code of the message is missing.
    if (refusal.code) return setAsksCode(true);
    if (refusal.current) {
      setTyped((before) => ({ ...before, current: '' }));
      return inUse.current?.focus();
    }
    setTyped((before) => ({ ...before, pin: '', again: '' }));
    (refusal.password ? password : first).current?.focus();
  };
  const goOn = (pin: string) => (isEasyPin(pin) ? beginAgain({ pin: texts.easy }) : second.current?.focus());
  const save = useSetPin(onDone, beginAgain);
  const complete =
    typed.pin.length === 4 && typed.again.length === 4 && (!asksCurrent || typed.current.length === 4);
  const send = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (!complete || save.isPending || !online) return;
    if (asksPassword && typed.password === '') return setWrong({ password: texts.passwordNeeded });
    if (isEasyPin(typed.pin)) return beginAgain({ pin: texts.easy });
    if (typed.pin !== typed.again) return beginAgain({ pin: texts.differ });
    const proof = {
      ...(asksPassword ? { password: typed.password } : {}),
      ...(asksCurrent ? { currentPin: typed.current } : {}),
    };
    save.mutate({ pin: typed.pin, ...proof, ...(typed.code ? { code: typed.code } : {}) });
  };
  const footer = (
    <>
      <Button variant="outline" onClick={onClose} className="max-md:flex-1">
        {texts.cancel}
      </Button>
      <Button
        type="submit"
        form={formId}
        pending={save.isPending}
        disabled={!complete || !online}
        className="max-md:flex-1"
      >
        {kind === 'set' ? texts.save : texts.saveChange}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={texts.titles[kind]}
      description={texts.about[kind]}
      width="sm"
      footer={footer}
    >
      <form id={formId} onSubmit={send} noValidate className="grid gap-5">
        {!online && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
        {asksPassword && (
          <Field label={texts.password} error={wrong.password} required>
            <PasswordInput
              ref={password}
              autoComplete="current-password"
              value={typed.password}
              onChange={(event) => change({ password: event.target.value })}
            />
          </Field>
        )}
        {asksCurrent && (
          <PinInput
            label={texts.current}
            handle={inUse}
            value={typed.current}
            error={wrong.current}
            onChange={(current) => change({ current })}
            onFull={() => first.current?.focus()}
          />
        )}
        <PinInput
          label={texts.pin}
          handle={first}
          value={typed.pin}
          error={wrong.pin}
          onChange={(pin) => change({ pin })}
          onFull={goOn}
        />
        <PinInput
          label={texts.again}
          handle={second}
          value={typed.again}
          onChange={(again) => change({ again })}
        />
        {asksCode && (
          <Field label={texts.code} error={wrong.code} required>
            <Input
              inputMode="numeric"
              autoComplete="one-time-code"
              value={typed.code}
              onChange={(event) => change({ code: event.target.value })}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}

// The dialog takes the focus first, to give it back later.
function useFocusSoon(focus: () => void) {
  const first = useRef(focus);
  useEffect(() => {
    const frame = requestAnimationFrame(first.current);
    return () => cancelAnimationFrame(frame);
  }, []);
}

function useSetPin(onDone: () => void, onWrong: (wrong: Wrong) => void) {
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
      const errors = error instanceof ApiError ? error.errors : [];
      if (error instanceof ApiError && ['incorrect_pin', 'pin_locked'].includes(error.code))
        return onWrong({ current: error.message });
      if (errors.length === 0) return toastFailure(error, texts.failed);
      onWrong(Object.fromEntries(errors.map(({ path, message }) => [path, message])));
    },
  });
}
