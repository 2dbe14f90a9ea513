import { useEffect } from 'react';

/** Keeps the screen from going dark while the page stands, where the browser can. */
export function useWakeLock(): void {
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
