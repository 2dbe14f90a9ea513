import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react';
import { ApiError, createClient } from '#contract/client.ts';
import { type ProofMethod, stepUp } from '#contract/step-up.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Input, PasswordInput } from '#web/ui/input.tsx';
import { Notice } from '#web/ui/states.tsx';
import { signWithPasskey } from '../session/passkeys.ts';
import { getSession, startSession } from '../session/session.ts';
import { texts } from './texts.ts';

type StepUpProof = NonNullable<Parameters<typeof prove>[0]>;
type StepUpDialogProps = { methods: ProofMethod[]; onEnd: (proven: boolean) => void };

const client = createClient({ token: () => getSession().token });

async function prove(body: Parameters<typeof client<typeof stepUp.prove>>[1]['body']): Promise<void> {
  const { data } = await client(stepUp.prove, { body });
  const { user } = getSession();
  if (user) startSession(data.token, user);
}

/** Has the owner show once more who they are, in whichever way the account has. */
export function StepUpDialog({ methods, onEnd }: StepUpDialogProps) {
  const [method, setMethod] = useState(methods[0]);
  const [wrong, setWrong] = useState<string>();
  const [busy, setBusy] = useState(false);
  const formId = useId();
  const run = async (work: () => Promise<boolean>) => {
    if (busy) return;
    setBusy(true);
    setWrong(undefined);
    try {
      if (await work()) return onEnd(true);
    } catch (error) {
      setWrong(error instanceof ApiError && error.message ? error.message : texts.failed);
    }
    setBusy(false);
  };
  const submitProof = (proof: StepUpProof) =>
    run(async () => {
      await prove(proof);
      return true;
    });
  const provePasskey = () =>
    run(async () => {
      const passkey = await signWithPasskey((await client(stepUp.beginPasskey, {})).data);
      if (!passkey) return false;
      await prove({ way: 'passkey', passkey });
      return true;
    });
  const others = methods.filter((other) => other !== method);
  const footer = (
    <>
      <Button variant="outline" onClick={() => onEnd(false)} className="max-md:flex-1">
        {texts.cancel}
      </Button>
      {method === 'passkey' ? (
        <Button pending={busy} onClick={provePasskey} className="max-md:flex-1">
          {texts.passkeyButton}
        </Button>
      ) : (
        <Button type="submit" form={formId} pending={busy} className="max-md:flex-1">
          {texts.confirm}
        </Button>
      )}
    </>
  );
  return (
    <Dialog
      open
      onClose={() => onEnd(false)}
      title={texts.title}
      description={texts.text}
      width="sm"
      footer={footer}
    >
      <div className="grid gap-4">
        {method === 'passkey' && <p className="text-muted">{texts.passkeyText}</p>}
        {method === 'passkey' && wrong && <Notice tone="bad">{wrong}</Notice>}
        {method === 'password' && (
          <SecretForm
            key={method}
            formId={formId}
            wrong={wrong}
            needed={texts.needed.password}
            onSecret={(password) => submitProof({ way: method, password })}
            renderField={(props, error) => (
              <Field label={texts.password} error={error} required>
                <PasswordInput autoComplete="current-password" {...props} />
              </Field>
            )}
          />
        )}
        {method === 'totp' && (
          <CodeForm
            key={method}
            formId={formId}
            wrong={wrong}
            label={texts.totp}
            hint={texts.totpHint}
            onCode={(code) => submitProof({ way: method, code })}
          />
        )}
        {method === 'email_code' && (
          <>
            <EmailCode onFailed={setWrong} />
            <CodeForm
              key={method}
              formId={formId}
              wrong={wrong}
              label={texts.mailed}
              onCode={(code) => submitProof({ way: method, code })}
            />
          </>
        )}
        {others.map((other) => (
          <Button
            key={other}
            variant="link"
            className="justify-self-start"
            onClick={() => {
              setWrong(undefined);
              setMethod(other);
            }}
          >
            {texts.instead[other]}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}

type SecretProps = {
  value: string;
  onChange: (event: { target: { value: string } }) => void;
  autoFocus: true;
};
type SecretFormProps = {
  formId: string;
  wrong: string | undefined;
  needed: string;
  onSecret: (secret: string) => void;
  renderField: (props: SecretProps, error: string | undefined) => ReactNode;
};

function SecretForm({ formId, wrong, needed, onSecret, renderField }: SecretFormProps) {
  const [value, setValue] = useState('');
  const [missing, setMissing] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // It stands inside the dialog of another form on some pages.
    event.stopPropagation();
    setMissing(value.trim() === '');
    if (value.trim() === '') return form.current?.querySelector('input')?.focus();
    onSecret(value);
  };
  const change = (event: { target: { value: string } }) => {
    setMissing(false);
    setValue(event.target.value);
  };
  return (
    <form id={formId} ref={form} onSubmit={submit} noValidate>
      {renderField({ value, onChange: change, autoFocus: true }, missing ? needed : wrong)}
    </form>
  );
}

type CodeFormProps = {
  formId: string;
  wrong: string | undefined;
  label: string;
  hint?: string;
  onCode: (code: string) => void;
};

const CodeForm = ({ formId, wrong, label, hint, onCode }: CodeFormProps) => (
  <SecretForm
    formId={formId}
    wrong={wrong}
    needed={texts.needed.code}
    onSecret={onCode}
    renderField={(props, error) => (
      <Field label={label} hint={hint} error={error} required>
        <Input
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={20}
          className="num font-medium tracking-wide"
          {...props}
        />
      </Field>
    )}
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
