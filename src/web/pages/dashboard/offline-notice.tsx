import { useQueryClient } from '@tanstack/react-query';
import { Clock, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatAsOf } from '#web/lib/format.ts';
import { useConnectivity } from '#web/lib/offline/connectivity.ts';
import { QUEUED_LABEL, useQueuedCount } from '#web/lib/offline/outbox.ts';
import { isPersisted } from '#web/lib/offline/persisted-queries.ts';
import { Notice } from '#web/ui/states.tsx';
import { texts } from './texts.ts';

/** Shows that the network is gone, the age of the lists on screen, and the queued reminders. */
export function OfflineNotice() {
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
    <time dateTime={new Date(oldest).toISOString()}>
      {texts.reach.asOf(formatAsOf(new Date(oldest), new Date()))}
    </time>
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
