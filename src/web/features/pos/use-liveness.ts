import { useEffect, useState } from 'react';
import { useReach } from '#web/lib/offline/connectivity.ts';

const TICK_MS = 1000;
/** A question may take so long before the answer on screen counts as old. */
const PATIENCE_MS = 15_000;

type Asked = { dataUpdatedAt: number; isError: boolean; askAgainAfterMs: number };

/** Whether what is shown is what is true now, and when it last was: null where nothing was ever heard. */
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
