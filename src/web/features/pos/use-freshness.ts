import { useEffect, useState } from 'react';
import { useConnectivity } from '#web/lib/offline/connectivity.ts';

const TICK_MS = 1000;
/** Delay after which an unanswered poll makes the status stale. */
const GRACE_MS = 15_000;

type QueryFreshness = { dataUpdatedAt: number; isError: boolean; pollIntervalMs: number };

/** Whether the shown status is current, and when it last was; null before the first response. */
export function useFreshness({ dataUpdatedAt, isError, pollIntervalMs }: QueryFreshness): {
  isLive: boolean;
  updatedAt: Date | null;
} {
  const reach = useConnectivity();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const isStale = now - dataUpdatedAt > pollIntervalMs + GRACE_MS;
  return {
    isLive: reach === 'ok' && !isError && !isStale,
    updatedAt: dataUpdatedAt === 0 ? null : new Date(dataUpdatedAt),
  };
}
