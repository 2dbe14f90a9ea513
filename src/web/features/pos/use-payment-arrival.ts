import { useEffect, useRef } from 'react';
import { tellMoneyLanded } from '#web/lib/notifications/payment-received.ts';
import { playMoneySound, useCounterSound } from '#web/lib/notifications/payment-sound.ts';
import type { Counter } from './api.ts';

/** Sound and animation for payments that arrive while the screen is open; earlier ones are ignored. */
export function useArrival(counter: Counter | undefined): void {
  const [isHeard] = useCounterSound();
  const before = useRef<number | null>(null);
  const paid = counter?.amountPaid ?? null;
  useEffect(() => {
    const was = before.current;
    before.current = paid;
    if (paid === null || was === null || paid <= was) return;
    tellMoneyLanded();
    if (isHeard) playMoneySound();
  }, [paid, isHeard]);
}
