import { CircleAlert, MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { identity } from '#contract/identity.ts';
import { call } from '#web/lib/api.ts';
import { getSession, saveUser } from '#web/lib/session/session.ts';
import { buttonClass } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { AuthState } from './components/auth-state.tsx';
import { ResendVerification } from './components/resend-verification.tsx';
import * as texts from './texts.ts';

const REDIRECT_S = 5;

type Step = 'initializing' | 'verifying' | 'success' | { failure: string };

export function VerifyPage() {
  const step = useVerification();
  if (step === 'initializing')
    return (
      <AuthState title={texts.verify.starting.title} text={texts.verify.starting.text} icon={<Spinner />} />
    );
  if (step === 'verifying')
    return <AuthState title={texts.verify.working} text={texts.shared.moment} icon={<Spinner />} />;
  return step === 'success' ? <Success /> : <Failure message={step.failure} />;
}

let started = false;

/** Uses the token once, however often the page is drawn. */
function useVerification(): Step {
  const [step, setStep] = useState<Step>('initializing');
  useEffect(() => {
    if (started) return;
    started = true;
    const token = new URLSearchParams(location.search).get('token') ?? '';
    if (token === '') return setStep({ failure: texts.verify.noToken });
    setStep('verifying');
    void verify(token).then(setStep);
  }, []);
  return step;
}

async function verify(token: string): Promise<Step> {
  try {
    const { data } = await call(identity.verifyEmail, { params: { token } });
    if (getSession().user?.id === data.user.id) saveUser(data.user);
    return 'success';
  } catch (error) {
    return { failure: failureOf(error) };
  }
}

function failureOf(error: unknown): string {
  if (!(error instanceof ApiError)) return texts.verify.unexpected;
  return error.code === 'unknown' ? texts.verify.unknown : error.message;
}

function Success() {
  const [left, setLeft] = useState(REDIRECT_S);
  useEffect(() => {
    if (left === 0) return location.assign('/dashboard');
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left]);
  return (
    <AuthState
      title={texts.verify.done}
      text={texts.verify.opensIn(left)}
      icon={<MailCheck />}
      tone="bg-ok-bg text-ok"
    >
      <a href="/dashboard" className={buttonClass({ size: 'lg', wide: true })}>
        {texts.verify.toDashboard}
      </a>
    </AuthState>
  );
}

function Failure({ message }: { message: string }) {
  return (
    <AuthState title={texts.verify.failed} text={message} icon={<CircleAlert />} tone="bg-bad-bg text-bad">
      <ResendVerification />
      <a href="/auth/login" className={buttonClass({ variant: 'outline', size: 'lg', wide: true })}>
        {texts.shared.backToLogin}
      </a>
    </AuthState>
  );
}
