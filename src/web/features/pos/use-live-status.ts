import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { ApiError } from '#contract/client.ts';
import type { Currency } from '#core/money.ts';
import { useLiveEvents } from '#web/lib/live-events.ts';
import { notifyPaymentReceived } from '#web/lib/notifications/payment-received.ts';
import { playPaymentSound, usePosSound } from '#web/lib/notifications/payment-sound.ts';
import { useConnectivity } from '#web/lib/offline/connectivity.ts';
import { pollIntervalFor, type PosStatus, posStatusQuery } from './api.ts';

/** The state of an invoice at the counter, asked for again and again while the screen stays awake. */
export function useLiveStatus(currency: Currency, id: string) {
  useLiveEvents();
  useWakeLock();
  const { data, error, isError, dataUpdatedAt } = useQuery(posStatusQuery(currency, id));
  usePaymentArrival(data);
  const freshness = useFreshness({ dataUpdatedAt, isError, pollIntervalMs: pollIntervalFor(data?.state) });
  const refusal = error instanceof ApiError && error.status >= 400 && error.status < 500 ? error : null;
  return { data, isError, refusal, freshness };
}

const TICK_MS = 1000;
/** Delay after which an unanswered poll makes the status stale. */
const GRACE_MS = 15_000;

export type Freshness = { isLive: boolean; updatedAt: Date | null };
type QueryFreshness = { dataUpdatedAt: number; isError: boolean; pollIntervalMs: number };

/** Whether the shown status is current, and when it last was; null before the first response. */
function useFreshness({ dataUpdatedAt, isError, pollIntervalMs }: QueryFreshness): Freshness {
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

/** Sound and animation for payments that arrive while the screen is open; earlier ones are ignored. */
function usePaymentArrival(status: PosStatus | undefined): void {
  const [soundOn] = usePosSound();
  const before = useRef<number | null>(null);
  const paid = status?.amountPaid ?? null;
  useEffect(() => {
    const previous = before.current;
    before.current = paid;
    if (paid === null || previous === null || paid <= previous) return;
    notifyPaymentReceived();
    if (soundOn) playPaymentSound();
  }, [paid, soundOn]);
}

/** Keeps the screen from going dark while the page stands, where the browser can. */
function useWakeLock(): void {
  useEffect(() => {
    if (!('wakeLock' in navigator)) return;
    let isMounted = true;
    let lock: WakeLockSentinel | null = null;
    const hold = async () => {
      if (document.visibilityState !== 'visible') return;
      // Refused where the battery is low: the screen then sleeps as it always does.
      const held = await navigator.wakeLock.request('screen').catch(() => null);
      if (isMounted) lock = held;
      else void held?.release();
    };
    const holdAgain = () => void hold();
    holdAgain();
    // The browser lets go whenever the page is hidden.
    document.addEventListener('visibilitychange', holdAgain);
    return () => {
      isMounted = false;
      document.removeEventListener('visibilitychange', holdAgain);
      void lock?.release();
    };
  }, []);
}
