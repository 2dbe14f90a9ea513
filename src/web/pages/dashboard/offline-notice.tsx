import { useQueryClient } from '@tanstack/react-query';
import { Clock, WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { formatAsOf } from '../../lib/format.ts';
import { isKept } from '../../lib/offline-copy.ts';
import { useReach } from '../../lib/online.ts';
import { useWaitingCount, WAITING } from '../../lib/outbox.ts';
import { Notice } from '../../ui/states.tsx';

const words = {
  offline: 'You are offline.',
  unreachable: 'The service cannot be reached.',
  asOf: (time: string) => `What you see is as of ${time}.`,
  changes: 'Changes need a connection.',
  waiting: (count: number) => `${WAITING}: ${count === 1 ? '1 reminder' : `${count} reminders`}.`,
};

/** That the network is gone, of when the lists on screen are, and what waits to be sent. */
export function OfflineNotice() {
  const reach = useReach();
  const waiting = useWaitingCount();
  if (reach === 'ok')
    return waiting > 0 ? <Notice icon={<Clock aria-hidden />}>{words.waiting(waiting)}</Notice> : null;
  return (
    <Notice tone="warn" icon={<WifiOff aria-hidden />}>
      <b className="font-semibold">{words[reach]}</b> <AsOf />{' '}
      {waiting > 0 ? words.waiting(waiting) : words.changes}
    </Notice>
  );
}

function AsOf() {
  const cache = useQueryClient().getQueryCache();
  const oldest = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => oldestShown(cache.findAll({ type: 'active', predicate: isKept })),
  );
  return oldest === null ? null : (
    <time dateTime={new Date(oldest).toISOString()}>
      {words.asOf(formatAsOf(new Date(oldest), new Date()))}
    </time>
  );
}

type Shown = readonly { queryKey: readonly unknown[]; state: { data: unknown; dataUpdatedAt: number } }[];

/** When the oldest list or figure on screen was read; null where there is none. */
function oldestShown(queries: Shown): number | null {
  const times = queries
    .filter(({ queryKey, state }) => state.data !== undefined && queryKey[0] !== 'live.status')
    .map(({ state }) => state.dataUpdatedAt);
  return times.length === 0 ? null : Math.min(...times);
}
