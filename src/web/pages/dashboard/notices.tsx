import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Clock, FlaskConical, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import type * as z from 'zod/mini';
import type { serviceStatus } from '#contract/live.ts';
import { consentsQuery, pendingConsents } from '#web/lib/consents.ts';
import { formatInstant } from '#web/lib/format.ts';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { useConnectivity } from '#web/lib/offline/connectivity.ts';
import { QUEUED_LABEL, useQueuedCount } from '#web/lib/offline/outbox.ts';
import { isPersisted } from '#web/lib/offline/persisted-queries.ts';
import { serviceStatusQuery } from '#web/lib/service-status.ts';
import { Notice } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

const ConsentNotice = lazyComponent(
  async () => (await import('#web/features/settings/privacy/consent-notice.tsx')).ConsentNotice,
);

/** Notices on every page: offline, queued reminders, consents, test payments, a trial database. */
export function Notices() {
  const { data: status } = useQuery(serviceStatusQuery);
  const open = pendingConsents(useQuery(consentsQuery).data?.consents);
  return (
    <div className="grid gap-2.5 not-empty:mb-4">
      <OfflineNotice />
      {open.length > 0 && <ConsentNotice open={open} />}
      {(status?.testMode || status?.embeddedDatabase) && <TrialNotice status={status} />}
    </div>
  );
}

function TrialNotice({ status }: { status: z.output<typeof serviceStatus> }) {
  return (
    <p className="relative flex flex-wrap items-center gap-x-2.5 gap-y-1 rounded-control bg-sunken py-2 pr-3.5 pl-10 text-13 text-muted">
      <FlaskConical aria-hidden className="absolute top-2.5 left-3.5 size-4" />
      {status.testMode && <span>{texts.trial.testMode}</span>}
      {status.embeddedDatabase && <span className="max-md:hidden">{texts.trial.database}</span>}
      {status.mailbox && <ServiceLink href={status.mailbox}>{texts.trial.mailbox}</ServiceLink>}
      {status.sandbox && <ServiceLink href={status.sandbox}>{texts.trial.bank}</ServiceLink>}
    </p>
  );
}

function ServiceLink({ href, children }: { href: string; children: string }) {
  return (
    <a href={href} className="-my-3 py-3 font-semibold text-primary underline underline-offset-4">
      {children}
    </a>
  );
}

/** Shows that the network is gone, the age of the lists on screen, and the queued reminders. */
function OfflineNotice() {
  const reach = useConnectivity();
  const waiting = useQueuedCount();
  if (reach === 'ok')
    return waiting > 0 ? (
      <Notice icon={<Clock aria-hidden />}>{texts.reach.waiting(QUEUED_LABEL, waiting)}</Notice>
    ) : null;
  return (
    <Notice tone="warn" icon={<WifiOff aria-hidden />}>
      <b className="font-semibold">{texts.reach[reach]}</b> <AsOf />{' '}
      {waiting > 0 ? texts.reach.waiting(QUEUED_LABEL, waiting) : texts.reach.changes}
    </Notice>
  );
}

function AsOf() {
  const cache = useQueryClient().getQueryCache();
  const oldest = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => oldestUpdate(cache.findAll({ type: 'active', predicate: isPersisted })),
  );
  return oldest === null ? null : (
    <time dateTime={new Date(oldest).toISOString()}>{texts.reach.asOf(formatInstant(new Date(oldest)))}</time>
  );
}

type ActiveQueries = readonly {
  queryKey: readonly unknown[];
  state: { data: unknown; dataUpdatedAt: number };
}[];

/** When the oldest list or figure on screen was read; null where there is none. */
function oldestUpdate(queries: ActiveQueries): number | null {
  const times = queries
    .filter(({ queryKey, state }) => state.data !== undefined && queryKey[0] !== 'live.status')
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
}

/** Beside the figures of the visit before: drawn by the build, for `head.js` to show until they have been read anew. */
export const LastViewNote = () => (
  <p
    data-as-of
    hidden
    className="fixed inset-x-4 bottom-[calc(var(--bottom-bar)+0.75rem)] z-40 mx-auto w-fit rounded-full bg-ink px-3.5 py-1.5 text-13 text-bg"
  >
    {texts.reach.asOf('{time}')} {texts.reach.updating}
  </p>
);
