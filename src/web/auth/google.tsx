import { CircleAlert } from 'lucide-react';
import { type FormEvent, useEffect, useState } from 'react';
import { account, googleRefusals } from '#contract/account.ts';
import { ApiError } from '#contract/client.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AuthHeading } from './components/auth-heading.tsx';
import { AuthState } from './components/auth-state.tsx';
import { CodeField } from './components/two-factor.tsx';
import { completeSignIn } from './sign-in.ts';
import * as texts from './texts.ts';

type Step = { name: 'working' } | { name: 'code'; wrong?: string } | { name: 'failed'; message: string };

/** Where Google's answer arrives: its code is turned into a session, once. */
export function GooglePage() {
  const { step, tryCode, busy } = useGoogleReturn();
  if (step.name === 'code') return <CodeForm wrong={step.wrong} busy={busy} onCode={tryCode} />;
  if (step.name === 'working')
    return <AuthState title={texts.google.working} text={texts.shared.moment} icon={<Spinner />} />;
  return (
    <AuthState
      title={texts.google.failed}
      text={step.message}
      icon={<CircleAlert />}
      tone="bg-bad-bg text-bad"
    >
      <a href="/auth/login" className={buttonClass({ size: 'lg', wide: true })}>
        {texts.shared.backToLogin}
      </a>
    </AuthState>
  );
}

// Anybody can write an address: only our own words are shown.
const knownErrorMessage = (message: string) =>
  Object.values<string>(googleRefusals).includes(message) ? message : googleRefusals.failed;

let exchanged = false;

function useGoogleReturn() {
  const [step, setStep] = useState<Step>({ name: 'working' });
  const [busy, setBusy] = useState(false);
  const exchange = async (authenticationCode?: string) => {
    const query = new URLSearchParams(location.search);
    const refusal = query.get('error');
    const code = query.get('code');
    if (refusal) return setStep({ name: 'failed', message: knownErrorMessage(refusal) });
    if (!code) return setStep({ name: 'failed', message: texts.google.noCode });
    setBusy(true);
    try {
      const body = { code, ...(authenticationCode && { authenticationCode }) };
      await completeSignIn(await call(account.googleExchange, { body }));
    } catch (error) {
      setStep(stepAfter(error));
      setBusy(false);
    }
  };
  useEffect(() => {
    if (exchanged) return;
    exchanged = true;
    void exchange();
  });
  return { step, busy, tryCode: (typed: string) => exchange(typed) };
}

function stepAfter(error: unknown): Step {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'two_factor_required') return { name: 'code' };
  if (code === 'wrong_code') return { name: 'code', wrong: messageOf(error) };
  return { name: 'failed', message: messageOf(error) };
}

type CodeFormProps = { wrong: string | undefined; busy: boolean; onCode: (typed: string) => void };

function CodeForm({ wrong, busy, onCode }: CodeFormProps) {
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('code')).trim();
    setMissing(typed === '');
    if (typed !== '') onCode(typed);
  };
  return (
    <>
      <AuthHeading title={texts.google.oneMore.title}>{texts.google.oneMore.text}</AuthHeading>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <CodeField
          error={missing ? texts.twoFactor.enterCode : wrong}
          field={{ name: 'code', autoFocus: true }}
        />
        <Button type="submit" size="lg" wide pending={busy} className="mt-2">
          {texts.shared.logIn}
        </Button>
      </form>
    </>
  );
}
