import { CircleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import { account, googleRefusals } from '#contract/account.ts';
import { ApiError } from '#contract/client.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { Form } from '#web/lib/forms/form.tsx';
import { useForm } from '#web/lib/forms/use-form.ts';
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
  const { step, tryCode } = useGoogleReturn();
  if (step.name === 'code') return <CodeForm wrong={step.wrong} onCode={tryCode} />;
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
  const exchange = async (authenticationCode?: string) => {
    const query = new URLSearchParams(location.search);
    const refusal = query.get('error');
    const code = query.get('code');
    if (refusal) return setStep({ name: 'failed', message: knownErrorMessage(refusal) });
    if (!code) return setStep({ name: 'failed', message: texts.google.noCode });
    try {
      const body = { code, ...(authenticationCode && { authenticationCode }) };
      await completeSignIn(await call(account.googleExchange, { body }));
    } catch (error) {
      setStep(stepAfter(error));
    }
  };
  useEffect(() => {
    if (exchanged) return;
    exchanged = true;
    void exchange();
  });
  return { step, tryCode: (typed: string) => exchange(typed) };
}

function stepAfter(error: unknown): Step {
  const code = error instanceof ApiError ? error.code : '';
  if (code === 'two_factor_required') return { name: 'code' };
  if (code === 'wrong_code') return { name: 'code', wrong: messageOf(error) };
  return { name: 'failed', message: messageOf(error) };
}

const needsCode = ({ code }: { code: string }) =>
  code.trim() === '' ? { code: texts.twoFactor.enterCode } : {};

type CodeFormProps = { wrong: string | undefined; onCode: (typed: string) => Promise<void> };

function CodeForm({ wrong, onCode }: CodeFormProps) {
  const form = useForm(needsCode, { code: '' }, 'submit');
  return (
    <>
      <AuthHeading title={texts.google.oneMore.title}>{texts.google.oneMore.text}</AuthHeading>
      <Form form={form} onSubmit={({ code }) => onCode(code.trim())} className="grid gap-4">
        <CodeField form={form} error={form.errors.code ?? wrong} />
        <Button type="submit" size="lg" wide pending={form.submitting} className="mt-2">
          {texts.shared.logIn}
        </Button>
      </Form>
    </>
  );
}
