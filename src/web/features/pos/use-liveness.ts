import { useEffect, useState } from 'react';
import { useReach } from '#web/lib/offline/connectivity.ts';

const TICK_MS = 1000;
/** Delay after which an unanswered poll makes the status stale. */
const PATIENCE_MS = 15_000;

type Asked = { dataUpdatedAt: number; isError: boolean; askAgainAfterMs: number };

/** Whether the shown status is current, and when it last was; null before the first response. */
export function useLiveness({ dataUpdatedAt, isError, askAgainAfterMs }: Asked): {
  isLive: boolean;
  heardAt: Date | null;
} {
  const reach = useReach();
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  const isOld = now - dataUpdatedAt > askAgainAfterMs + PATIENCE_MS;
  return {
    isLive: reach === 'ok' && !isError && !isOld,
    heardAt: dataUpdatedAt === 0 ? null : new Date(dataUpdatedAt),
  };
}
