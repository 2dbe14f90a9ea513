import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleAlert, MailCheck } from 'lucide-react';
import { type ReactNode, useEffect, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import { identity } from '#contract/identity.ts';
import { call } from '../../lib/api.ts';
import { usePage } from '../../lib/page.ts';
import { getSession, saveUser } from '../../lib/session.ts';
import { buttonClass } from '../../ui/button.tsx';
import { cn } from '../../ui/cn.ts';
import { Spinner } from '../../ui/spinner.tsx';
import { Ripple } from '../../ui/states.tsx';
import { ResendVerification } from './resend-verification.tsx';

const REDIRECT_S = 5;

/** Uses the token once, however often the page is drawn. */
function useVerification(token: string) {
  const [ready, setReady] = useState(false);
  useEffect(() => setReady(true), []);
  const verification = useQuery({
    queryKey: ['identity.verifyEmail', token],
    enabled: ready && token !== '',
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async () => {
      const { data } = await call(identity.verifyEmail, { params: { token } });
      if (getSession().user?.id === data.user.id) saveUser(data.user);
      return data.user;
    },
  });
  return { ...verification, ready };
}

export function VerifyPage() {
  usePage('Verify your email');
  const { token = '' } = useSearch({ strict: false });
  const { ready, isSuccess, error } = useVerification(token);
  if (!ready) return <State title="One moment" text="Getting your link ready." icon={<Spinner />} />;
  if (token === '') return <Failure message="No verification token found" />;
  if (error) return <Failure message={failureOf(error)} />;
  return isSuccess ? (
    <Success />
  ) : (
    <State title="Verifying your email" text="This takes a second or two." icon={<Spinner />} />
  );
}

function Success() {
  const navigate = useNavigate();
  const [left, setLeft] = useState(REDIRECT_S);
  useEffect(() => {
    if (left === 0) return void navigate({ to: '/dashboard' });
    const timer = setTimeout(() => setLeft(left - 1), 1000);
    return () => clearTimeout(timer);
  }, [left, navigate]);
  return (
    <State
      title="Email Verified!"
      text={`Your dashboard opens in ${left} ${left === 1 ? 'second' : 'seconds'}.`}
      icon={<MailCheck />}
      tone="bg-ok-bg text-ok"
    >
      <Link to="/dashboard" className={buttonClass({ size: 'lg', wide: true })}>
        Go to Dashboard
      </Link>
    </State>
  );
}

function Failure({ message }: { message: string }) {
  return (
    <State title="Email not verified" text={message} icon={<CircleAlert />} tone="bg-bad-bg text-bad">
      <ResendVerification />
      <Link to="/auth/login" className={buttonClass({ look: 'outline', size: 'lg', wide: true })}>
        Back to Login
      </Link>
    </State>
  );
}

type StateProps = { title: string; text: string; icon: ReactNode; tone?: string; children?: ReactNode };

function State({ title, text, icon, tone, children }: StateProps) {
  return (
    <div className="min-h-[26rem] text-center">
      <Ripple className={cn('mx-auto mb-10', tone)}>{icon}</Ripple>
      <div aria-live="polite">
        <h1 className="text-[2.125rem] tracking-[-0.035em]">{title}</h1>
        <p className="mt-2 text-muted">{text}</p>
      </div>
      {children && <div className="mt-8 grid gap-3">{children}</div>}
    </div>
  );
}

function failureOf(error: Error): string {
  if (!(error instanceof ApiError)) return 'An unexpected error occurred';
  return error.code === 'unknown' ? 'Failed to verify email' : error.message;
}
