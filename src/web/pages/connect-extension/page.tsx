import { useMutation, useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { Check, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError } from '#contract/client.ts';
import { extension } from '#contract/extension.ts';
import { call, messageOf } from '#web/lib/api.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { usePage } from '#web/lib/navigation/page.ts';
import { useSession } from '#web/lib/session/session.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { ErrorState } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

type ConnectRequest = { redirectUri: string; state: string; codeChallenge: string };

/** Asks the owner whether a browser extension may work for the business. */
export function ConnectExtensionPage() {
  usePage(texts.page);
  const search = useSearch({ strict: false });
  const request: ConnectRequest = {
    redirectUri: search.redirect_uri ?? '',
    state: search.state ?? '',
    codeChallenge: search.code_challenge ?? '',
  };
  const { redirectUri } = request;
  const browserQuery = useQuery({
    queryKey: ['extension.asking', redirectUri],
    queryFn: ({ signal }) => call(extension.asking, { query: { redirectUri } }, { signal }),
    retry: (count, error) => !isRefusal(error) && count < 2,
  });
  return (
    <div className="mx-auto grid max-w-[34rem] gap-8 px-5 py-6">
      <header>
        <a href="/" aria-label={texts.toApp} className="inline-block rounded-control py-1">
          <Logo />
        </a>
      </header>
      <main>
        {browserQuery.data && <ConsentScreen browser={browserQuery.data.data.browser} request={request} />}
        {browserQuery.isPending && (
          <p role="status" className="text-muted">
            {texts.checking}
          </p>
        )}
        {browserQuery.isError && isRefusal(browserQuery.error) && <RefusedScreen />}
        {browserQuery.isError && !isRefusal(browserQuery.error) && (
          <ErrorState title={texts.unreachable} onRetry={() => void browserQuery.refetch()} />
        )}
      </main>
    </div>
  );
}

const isRefusal = (error: unknown) => error instanceof ApiError && error.status === 422;

function ConsentScreen({ browser, request }: { browser: string; request: ConnectRequest }) {
  const { user } = useSession();
  const business = useBusiness().data?.businessName;
  const connect = useMutation({
    mutationFn: () => call(extension.connect, { body: request }),
    onSuccess: ({ data }) => location.assign(data.redirect),
  });
  const { redirectUri, state } = request;
  const deny = () =>
    location.assign(`${redirectUri}?${new URLSearchParams({ error: 'access_denied', state })}`);
  return (
    <>
      <h1 className="text-3xl">{texts.title(browser)}</h1>
      <div className="mt-5 rounded-card border border-line bg-surface p-4.5">
        <p className="text-muted text-sm">{texts.asks}</p>
        <p className="mt-0.5 font-semibold text-xl [overflow-wrap:anywhere]">{business ?? user?.firstName}</p>
        {user && (
          <p className="mt-0.5 text-muted text-sm [overflow-wrap:anywhere]">{texts.signedInAs(user.email)}</p>
        )}
      </div>
      <div className="mt-6 grid gap-5">
        <Points title={texts.may} points={texts.mayList} icon={<Check aria-hidden className="text-ok" />} />
        <Points
          title={texts.mayNot}
          points={texts.mayNotList}
          icon={<X aria-hidden className="text-muted" />}
        />
        <p className="text-muted text-sm">{texts.end}</p>
      </div>
      {connect.isError && (
        <p role="alert" className="mt-5 font-medium text-bad text-sm">
          {messageOf(connect.error, texts.failed)}
        </p>
      )}
      <div className="mt-6 flex flex-wrap gap-3">
        {connect.isSuccess ? (
          <p role="status" className="font-semibold">
            {texts.connected}
          </p>
        ) : (
          <>
            <Button size="lg" pending={connect.isPending} onClick={() => connect.mutate()}>
              {texts.connect}
            </Button>
            <Button size="lg" variant="outline" onClick={deny}>
              {texts.notNow}
            </Button>
          </>
        )}
      </div>
    </>
  );
}

type PointsProps = { title: string; points: readonly string[]; icon: ReactNode };

function Points({ title, points, icon }: PointsProps) {
  return (
    <div>
      <h2 className="mb-2 font-semibold text-base">{title}</h2>
      <ul className="grid gap-2">
        {points.map((point) => (
          <li key={point} className="flex items-start gap-2.5 [&>svg]:mt-0.5 [&>svg]:size-5 [&>svg]:shrink-0">
            {icon}
            {point}
          </li>
        ))}
      </ul>
    </div>
  );
}

function RefusedScreen() {
  return (
    <>
      <h1 className="text-3xl">{texts.refusedTitle}</h1>
      <p className="mt-3 text-muted">{texts.refusedText}</p>
      <a href="/dashboard" className={buttonClass({ className: 'mt-6' })}>
        {texts.toApp}
      </a>
    </>
  );
}
