import { useSyncExternalStore } from 'react';
import { countUnseen } from './title-badge.ts';

let received = 0;
const listeners = new Set<() => void>();

/** Tells this tab that money has come in, just now. */
export function notifyPaymentReceived(): void {
  received++;
  countUnseen();
  for (const listener of listeners) listener();
}

/** How often money came in while this tab was open: another number is another ripple. */
export const useReceivedCount = (): number => useSyncExternalStore(subscribe, count, count);

const count = (): number => received;

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
