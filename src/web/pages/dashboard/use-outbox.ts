import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isOnline } from '#web/lib/offline/connectivity.ts';
import { queuedReminders, useQueuedCount } from '#web/lib/offline/outbox.ts';
import { refreshModules } from '#web/lib/query-client.ts';

const AFFECTED_MODULES = ['invoices', 'activities'];
/** A network that has just come back may not carry anything yet. */
const TRIES_MS = [0, 2000, 10_000];
const LATER_MS = 60_000;

/** Sends what waits in the outbox: now, whenever the network comes back, and every minute while it cannot get through. */
export function useOutbox(): void {
  const queries = useQueryClient();
  const hasQueued = useQueuedCount() > 0;
  useEffect(() => {
    if (!hasQueued) return;
    let tries = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const send = async () => {
      const { sendOutbox } = await import('#web/lib/offline/send-outbox.ts');
      if ((await sendOutbox()) === 0) return;
      await refreshModules(queries, AFFECTED_MODULES);
    };
    const next = () => {
      timer = setTimeout(async () => {
        if (isOnline() && queuedReminders().length > 0) await send().catch(() => undefined);
        next();
      }, TRIES_MS[tries++] ?? LATER_MS);
    };
    const retryNow = () => {
      clearTimeout(timer);
      tries = 0;
      next();
    };
    next();
    addEventListener('online', retryNow);
    return () => {
      clearTimeout(timer);
      removeEventListener('online', retryNow);
    };
  }, [queries, hasQueued]);
}
