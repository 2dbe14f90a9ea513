import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { messageOf, toastFailure } from '#web/lib/api.ts';
import { BankAccountFields } from '#web/lib/bank-account/fields.tsx';
import { useHolder } from '#web/lib/bank-account/queries.ts';
import type { BusinessProfile } from '#web/lib/business-profile.ts';
import { OFFLINE_MESSAGE, useOnline } from '#web/lib/offline/connectivity.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { DigitsInput, PasswordInput } from '#web/ui/input.tsx';
import { PinInput } from '#web/ui/pin-input.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from '../texts.ts';
import { useSavePayoutAccount } from './api.ts';

type Values = { bankCode: string; accountNumber: string; bvn: string; pin: string; password: string };
type Wrong = Partial<Record<keyof Values, string>>;

/** Changes the payout account: the bank confirms its holder, the owner confirms with PIN or password. */
export function PayoutDialog({ profile, onClose }: { profile: BusinessProfile; onClose: () => void }) {
  const { payout } = texts;
  const online = useOnline();
  const formId = useId();
  const byPin = profile.transactionPin === 'set';
  const { data: owner } = useQuery(sessionQuery);
  const byPassword = !byPin && owner?.hasPassword !== false;
  const [values, setValues] = useState<Values>({
    bankCode: '',
    accountNumber: '',
    bvn: '',
    pin: '',
    password: '',
  });
  const [wrong, setWrong] = useState<Wrong>({});
  const holder = useHolder(values.bankCode, values.accountNumber);
  const saving = useSavePayoutAccount();
  const change = (part: Partial<Values>) => {
    setValues({ ...values, ...part });
    setWrong({ ...wrong, ...Object.fromEntries(Object.keys(part).map((name) => [name, undefined])) });
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (saving.isPending || !online) return;
    const missing = missingIn(values, { byPin, byPassword });
    setWrong(missing);
    goToFirstWrong(formId);
    if (Object.keys(missing).length > 0 || holder.is === 'wrong') return;
    saving.mutate(
      {
        bankCode: values.bankCode,
        accountNumber: values.accountNumber,
        ...(values.bvn ? { bankVerificationNumber: values.bvn } : {}),
        ...(byPin ? { pin: values.pin } : {}),
        ...(byPassword ? { password: values.password } : {}),
      },
      {
        onSuccess: () => {
          toast.success(payout.saved);
          onClose();
        },
        onError: (error) => {
          const told = wrongFrom(error);
          setValues((before) => ({ ...before, pin: '' }));
          if (Object.keys(told).length > 0) {
            setWrong(told);
            goToFirstWrong(formId);
          } else toastFailure(error, messageOf(error, payout.failed));
        },
      },
    );
  };
  const footer = (
    <>
      <Button variant="outline" onClick={onClose} className="max-md:flex-1">
        {texts.cancel}
      </Button>
      <Button
        type="submit"
        form={formId}
        pending={saving.isPending}
        disabled={!online}
        className="max-md:flex-1"
      >
        {payout.save}
      </Button>
    </>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={payout.dialog}
      description={
        profile.bankAccountNumber === null ? payout.dialogText : `${payout.dialogText} ${payout.dialogWait}`
      }
      footer={footer}
    >
      <form id={formId} onSubmit={submit} noValidate autoComplete="off" className="grid gap-5">
        {!online && <Notice tone="warn">{OFFLINE_MESSAGE}</Notice>}
        <BankAccountFields
          bankCode={values.bankCode}
          accountNumber={values.accountNumber}
          onChange={change}
          onLeft={() => undefined}
          errors={wrong}
          holder={holder}
        />
        <Field label={payout.bvnLabel} hint={payout.bvnHint} error={wrong.bvn} optional>
          <DigitsInput
            masked
            length={11}
            placeholder={payout.bvnPlaceholder}
            value={values.bvn}
            onChange={(bvn) => change({ bvn })}
          />
        </Field>
        {byPin && (
          <PinInput
            label={payout.pin}
            value={values.pin}
            onChange={(pin) => change({ pin })}
            error={wrong.pin}
          />
        )}
        {byPassword && (
          <Field label={payout.password} error={wrong.password} required>
            <PasswordInput
              autoComplete="current-password"
              value={values.password}
              onChange={(event) => change({ password: event.target.value })}
            />
          </Field>
        )}
      </form>
    </Dialog>
  );
}

function goToFirstWrong(formId: string): void {
  requestAnimationFrame(() =>
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(),
  );
}

function missingIn(values: Values, { byPin, byPassword }: { byPin: boolean; byPassword: boolean }): Wrong {
  const missing: Wrong = {};
  if (values.bankCode === '') missing.bankCode = texts.payout.chooseBank;
  if (values.accountNumber.length !== 10) missing.accountNumber = texts.payout.numberNeeded;
  if (values.bvn !== '' && values.bvn.length !== 11) missing.bvn = texts.payout.bvnPlaceholder;
  if (byPin && values.pin.length !== 4) missing.pin = texts.payout.pinNeeded;
  if (byPassword && values.password === '') missing.password = texts.payout.passwordNeeded;
  return missing;
}

function wrongFrom(error: unknown): Wrong {
  if (!(error instanceof ApiError)) return {};
  if (error.code === 'incorrect_pin') return { pin: texts.payout.wrongPin(Number(error.data.triesLeft)) };
  if (error.code === 'pin_locked') return { pin: error.message };
  const named = error.errors.map(({ path, message }) => [
    path === 'bankVerificationNumber' ? 'bvn' : path,
    message,
  ]);
  return Object.fromEntries(named);
}
