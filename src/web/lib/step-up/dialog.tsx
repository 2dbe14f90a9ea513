import { type ReactNode, useState } from 'react';
import { ApiError, createClient } from '#contract/client.ts';
import { type Operation, type ProofMethod, stepUp } from '#contract/step-up.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/states.tsx';
import { formatInstant } from '../format.ts';
import { PasswordField, TextField } from '../forms/fields.tsx';
import { FormDialog } from '../forms/form-dialog.tsx';
import { type FormHandle, useForm } from '../forms/use-form.ts';
import { signWithPasskey } from '../session/passkeys.ts';
import { getSession, startSession } from '../session/session.ts';
import type { StepUpOffer } from './offer.ts';
import { texts } from './texts.ts';

type StepUpProof = NonNullable<Parameters<typeof prove>[0]>;
type StepUpDialogProps = {
  offer: StepUpOffer;
  /** Above the form, where this is a step of something. */
  top?: ReactNode;
  onEnd: (proven: boolean) => void;
};

const client = createClient({ token: () => getSession().token });

async function prove(body: Parameters<typeof client<typeof stepUp.prove>>[1]['body']): Promise<void> {
  const { data } = await client(stepUp.prove, { body });
  const { user } = getSession();
  if (user) startSession(data.token, user);
}

type Secrets = { password: string; code: string };

/** Has the owner show once more who they are, in whichever way the account has. */
export function StepUpDialog({ offer, top, onEnd }: StepUpDialogProps) {
  const { methods, operation, passkeyFrom } = offer;
  const [method, setMethod] = useState(methods[0]);
  const [failure, setFailure] = useState<string>();
  const field = method === 'password' ? 'password' : 'code';
  const form = useForm<Secrets>(
    (values) => (method === 'passkey' || values[field].trim() !== '' ? {} : { [field]: texts.needed[field] }),
    { password: '', code: '' },
    'submit',
  );
  const show = (message: string) =>
    method === 'passkey' ? setFailure(message) : form.setErrors({ [field]: message });
  const send = async ({ password, code }: Secrets) => {
    setFailure(undefined);
    const proof = method === 'passkey' ? await passkeyProof(operation) : proofOf(method, password, code);
    if (proof) await prove(proof);
    return proof !== null;
  };
  return (
    <FormDialog
      form={form}
      title={texts.titles[method ?? 'password']}
      description={texts.text}
      width="sm"
      top={top}
      submit={method === 'passkey' ? texts.passkeyButton : texts.confirm}
      className="grid gap-4"
      onClose={() => onEnd(false)}
      onSubmit={send}
      onSuccess={(proven) => proven && onEnd(true)}
      onError={(error) => show(error instanceof ApiError && error.message ? error.message : texts.failed)}
    >
      {passkeyFrom && <p className="text-muted">{texts.passkeyTooNew(formatInstant(passkeyFrom))}</p>}
      {method === 'passkey' && <p className="text-muted">{texts.passkeyText}</p>}
      {method === 'passkey' && failure && <Notice tone="bad">{failure}</Notice>}
      {method === 'password' && (
        <PasswordField
          form={form}
          name="password"
          label={texts.password}
          autoComplete="current-password"
          takesFocus
          required
        />
      )}
      {method === 'totp' && <CodeField key={method} form={form} label={texts.totp} hint={texts.totpHint} />}
      {method === 'email_code' && (
        <>
          <EmailCode onFailed={show} />
          <CodeField key={method} form={form} label={texts.mailed} />
        </>
      )}
      <OtherWays
        methods={methods.filter((other) => other !== method)}
        onChoose={(other) => {
          setFailure(undefined);
          form.reset();
          setMethod(other);
        }}
      />
    </FormDialog>
  );
}

type OtherWaysProps = { methods: ProofMethod[]; onChoose: (method: ProofMethod) => void };

function OtherWays({ methods, onChoose }: OtherWaysProps) {
  return methods.map((method) => (
    <Button key={method} variant="link" className="justify-self-start" onClick={() => onChoose(method)}>
      {texts.instead[method]}
    </Button>
  ));
}

async function passkeyProof(operation: Operation | undefined): Promise<StepUpProof | null> {
  const query = operation ? { operation } : {};
  const passkey = await signWithPasskey((await client(stepUp.beginPasskey, { query })).data);
  return passkey && { way: 'passkey', passkey };
}

const proofOf = (
  way: Exclude<ProofMethod, 'passkey'> | undefined,
  password: string,
  code: string,
): StepUpProof => (way === 'password' ? { way, password } : { way: way ?? 'totp', code });

type CodeFieldProps = { form: FormHandle<Secrets>; label: string; hint?: string };

const CodeField = ({ form, label, hint }: CodeFieldProps) => (
  <TextField
    form={form}
    name="code"
    label={label}
    hint={hint}
    autoComplete="one-time-code"
    autoCapitalize="none"
    spellCheck={false}
    maxLength={20}
    inputClass="num font-medium tracking-wide"
    takesFocus
    required
  />
);

function EmailCode({ onFailed }: { onFailed: (message: string) => void }) {
  const [sent, setSent] = useState(false);
  const [busy, setBusy] = useState(false);
  const send = async () => {
    setBusy(true);
    try {
      await client(stepUp.sendCode, {});
      setSent(true);
    } catch (error) {
      onFailed(error instanceof ApiError ? error.message : texts.failed);
    }
    setBusy(false);
  };
  return (
    <div className="grid justify-items-start gap-3">
      <p role="status" className="text-muted">
        {sent ? texts.sent : texts.mailedText}
      </p>
      <Button variant="outline" size="sm" pending={busy} onClick={send}>
        {sent ? texts.again : texts.send}
      </Button>
    </div>
  );
}
