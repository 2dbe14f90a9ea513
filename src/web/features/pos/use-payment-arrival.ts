import { useEffect, useRef } from 'react';
import { notifyPaymentReceived } from '#web/lib/notifications/payment-received.ts';
import { playPaymentSound, usePosSound } from '#web/lib/notifications/payment-sound.ts';
import type { PosStatus } from './api.ts';

/** Sound and animation for payments that arrive while the screen is open; earlier ones are ignored. */
export function usePaymentArrival(status: PosStatus | undefined): void {
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
