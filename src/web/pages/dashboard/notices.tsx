import { queryOptions, useQuery } from '@tanstack/react-query';
import { Database, FlaskConical, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { live } from '#contract/live.ts';
import { call } from '../../lib/api.ts';
import { Notice } from '../../ui/states.tsx';

const serviceStatusQuery = queryOptions({
  queryKey: ['live.status'],
  queryFn: async ({ signal }) => (await call(live.status, {}, { signal })).data,
  staleTime: Number.POSITIVE_INFINITY,
});

/** What every page must say: no network, test payments, a database for trying out. */
export function Notices() {
  const { data: status } = useQuery(serviceStatusQuery);
  const online = useSyncExternalStore(followNetwork, () => navigator.onLine);
  return (
    <div className="grid gap-2.5 not-empty:mb-4">
      {!online && (
        <Notice tone="bad" icon={<WifiOff aria-hidden />}>
          You are offline. What you see may be old; changes need a connection.
        </Notice>
      )}
      {status?.testMode && (
        <Notice icon={<FlaskConical aria-hidden />}>
          Test mode: payments here move no real money.
          {status.mailbox && <ServiceLink href={status.mailbox}>Mailbox</ServiceLink>}
          {status.sandbox && <ServiceLink href={status.sandbox}>Test bank</ServiceLink>}
        </Notice>
      )}
      {status?.embeddedDatabase && (
        <Notice tone="warn" icon={<Database aria-hidden />}>
          Embedded database: fine for trying out and for tests; for real money set DATABASE_URL.
        </Notice>
      )}
    </div>
  );
}

function ServiceLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="ml-3 font-semibold text-primary underline underline-offset-4">
      {children}
    </a>
  );
}

function followNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}
