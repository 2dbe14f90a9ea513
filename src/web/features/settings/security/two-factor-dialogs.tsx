import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import * as z from 'zod/mini';
import { account } from '#contract/account.ts';
import { ApiError } from '#contract/client.ts';
import { passkeys } from '#contract/passkeys.ts';
import { stepUp } from '#contract/step-up.ts';
import { call, messageOf, toastFailure } from '#web/lib/api.ts';
import { saveBlob } from '#web/lib/files/download.ts';
import { formatInstant } from '#web/lib/format.ts';
import { PasswordField, TextField } from '#web/lib/forms/fields.tsx';
import { FormDialog } from '#web/lib/forms/form-dialog.tsx';
import { errorsOf } from '#web/lib/forms/rules.ts';
import { type FormHandle, useForm } from '#web/lib/forms/use-form.ts';
import { hasPasskeys } from '#web/lib/session/passkey-support.ts';
import { signWithPasskey } from '#web/lib/session/passkeys.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/states.tsx';
import { toast } from '#web/ui/toast-store.ts';
import { passkeysQuery, useAccountChange } from '../account/api.ts';
import { texts } from './texts.ts';

const words = texts.twoFactor;

type Values = { code: string };
type Secrets = Values & { password: string };
export type TwoFactorEnrolment = { secret: string; qrCode: string };

const begin: Values = { code: '' };
const codeOnly = z.object({ code: account.recoveryCodes.body.shape.code });
const secrets = z.object({ code: codeOnly.shape.code, password: z.string() });

/** Puts a refusal beside its field, or says it as a toast. */
function refuse(form: Pick<FormHandle<Values>, 'setErrors' | 'showErrors'>, error: unknown): void {
  if (error instanceof ApiError && error.code === 'wrong_code') form.setErrors({ code: error.message });
  else if (!form.showErrors(error)) toastFailure(error, messageOf(error, words.failedChange));
}

/** The QR code and its first code, then the recovery codes. */
export function TurnOnDialog({ enrolment, onClose }: { enrolment: TwoFactorEnrolment; onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  const form = useForm<Values>(codeOnly, begin, 'submit');
  const enable = useAccountChange((body: Values) => call(account.enableTwoFactor, { body }));
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={words.titles.on}
      description={words.scan}
      width="sm"
      submit={words.confirm}
      onClose={onClose}
      onSubmit={(values) => enable.mutateAsync(values)}
      onSuccess={({ data }) => {
        setCodes(data.recoveryCodes);
        toast.success(words.turnedOn);
      }}
      onError={(error) => refuse(form, error)}
    >
      <Scan enrolment={enrolment} />
      <CodeField form={form} hint={words.codeHintNew} />
    </FormDialog>
  );
}

/** A code, and the password where the server asks for it, before two-factor is turned off or the recovery codes are replaced. */
export function ProveDialog({ kind, onClose }: { kind: 'off' | 'codes'; onClose: () => void }) {
  const [codes, setCodes] = useState<string[]>();
  const [asksPassword, setAsksPassword] = useState(false);
  const form = useForm<Secrets>(secrets, { ...begin, password: '' }, 'submit');
  const turnedOff = () => {
    toast.success(words.turnedOff);
    onClose();
  };
  const run = useAccountChange(async ({ code, password }: Secrets) => {
    const body = password ? { code, password } : { code };
    if (kind === 'codes') return (await call(account.recoveryCodes, { body })).data.recoveryCodes;
    await call(account.disableTwoFactor, { body });
    return null;
  });
  if (codes) return <CodesDialog codes={codes} onClose={onClose} />;
  return (
    <FormDialog
      form={form}
      title={words.titles[kind]}
      width="sm"
      submit={kind === 'off' ? words.turnOff : words.newCodes}
      onClose={onClose}
      onSubmit={(values) => run.mutateAsync(values)}
      onSuccess={(made) => (made ? setCodes(made) : turnedOff())}
      onError={(error) => {
        if (errorsOf<Secrets>(error).password) setAsksPassword(true);
        refuse(form, error);
      }}
    >
      <CodeField form={form} hint={words.codeHint} />
      {asksPassword && (
        <PasswordField
          form={form}
          name="password"
          label={words.password}
          autoComplete="current-password"
          required
        />
      )}
      {kind === 'off' && <ByPasskey onDone={turnedOff} />}
    </FormDialog>
  );
}

/** Without the phone the codes come from: a passkey, once one is old enough. */
function ByPasskey({ onDone }: { onDone: () => void }) {
  const { data: kept = [] } = useQuery(passkeysQuery);
  const usable = kept.filter(({ suspended }) => !suspended);
  const from = usable.map(({ settledAt }) => settledAt).sort((a, b) => a.getTime() - b.getTime())[0];
  const query = { operation: 'two_factor_off' } as const;
  const run = useAccountChange(async () => {
    const passkey = await signWithPasskey((await call(stepUp.beginPasskey, { query })).data);
    if (passkey) await call(passkeys.disableTwoFactor, { body: { passkey } });
    return passkey !== null;
  });
  const press = () =>
    run.mutate(undefined, {
      onSuccess: (used) => used && onDone(),
      onError: (error) => toastFailure(error, messageOf(error, words.failedChange)),
    });
  if (!hasPasskeys() || !from) return null;
  if (from > new Date()) return <p className="text-muted">{words.passkeyTooNew(formatInstant(from))}</p>;
  return (
    <Button variant="link" pending={run.isPending} onClick={press} className="justify-self-start">
      {words.byPasskey}
    </Button>
  );
}

const CodeField = <T extends Values>({ form, hint }: { form: FormHandle<T>; hint: string }) => (
  <TextField
    form={form}
    name="code"
    label={words.code}
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={20}
    inputClass="num tracking-wide"
    required
  />
);

function Scan({ enrolment: { qrCode, secret } }: { enrolment: TwoFactorEnrolment }) {
  return (
    <div className="grid justify-items-center gap-3">
      <img
        src={qrCode}
        alt={words.qr}
        width={192}
        height={192}
        className="rounded-control border border-line bg-white p-2"
      />
      <p className="text-center">
        <span className="block text-13 text-muted">{words.key}</span>
        <code className="font-mono font-semibold text-base" style={{ whiteSpace: 'normal' }}>
          {secret.match(/.{1,4}/g)?.join(' ')}
        </code>
      </p>
      <CopyButton text={secret} label={words.copyKey} copied={words.copied} />
    </div>
  );
}

/** The recovery codes, shown only once. */
function CodesDialog({ codes, onClose }: { codes: string[]; onClose: () => void }) {
  const [leaving, setLeaving] = useState(false);
  // Closed by a stray press they would be gone for good.
  const stay = () => {
    setLeaving(true);
    return false;
  };
  const save = () =>
    saveBlob(new Blob([`${codes.join('\n')}\n`], { type: 'text/plain;charset=utf-8' }), words.fileName);
  const footer = (
    <Button onClick={onClose} className="max-md:flex-1">
      {words.kept}
    </Button>
  );
  return (
    <Dialog
      open
      onClose={onClose}
      canClose={stay}
      title={words.keep}
      description={words.keepText}
      width="sm"
      footer={footer}
    >
      <ul className="grid font-mono font-semibold grid-cols-2 gap-x-6 gap-y-2 rounded-card bg-sunken p-4 text-center text-base">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="mt-4 flex flex-wrap gap-3">
        <CopyButton text={codes.join('\n')} label={words.copy} copied={words.copied} />
        <Button variant="outline" size="sm" onClick={save}>
          <Download aria-hidden />
          {words.download}
        </Button>
      </div>
      <div role="status" className="mt-4 empty:hidden">
        {leaving && <Notice tone="warn">{words.keepFirst}</Notice>}
      </div>
    </Dialog>
  );
}
