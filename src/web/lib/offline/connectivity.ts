import { useSyncExternalStore } from 'react';

/** Message of a form that needs a connection: withdrawals, PIN, identity documents. */
export const OFFLINE_REFUSAL =
  'You are offline. This needs a connection: try again when you are back online.';

const listeners = new Set<() => void>();
let answered = true;

/** Whether the browser believes it has a network. */
export function isOnline(): boolean {
  // An unknown state counts as connected.
  return navigator.onLine !== false;
}

/** The same, followed while the component stands. */
export function useOnline(): boolean {
  return useSyncExternalStore(followNetwork, isOnline);
}

/** Calls back whenever the network comes or goes; the answer stops it. */
export function followNetwork(listener: () => void): () => void {
  addEventListener('online', listener);
  addEventListener('offline', listener);
  return () => {
    removeEventListener('online', listener);
    removeEventListener('offline', listener);
  };
}

/** Records whether the service answered the last call: a phone may have a network without internet. */
export function noteReach(reached: boolean): void {
  if (reached === answered) return;
  answered = reached;
  for (const listener of listeners) listener();
}

/** Whether calls get through, as far as is known: 'offline' without a network, 'unreachable' with one. */
export function useReach(): 'ok' | 'offline' | 'unreachable' {
  return useSyncExternalStore(followReach, reach);
}

function reach(): 'ok' | 'offline' | 'unreachable' {
  if (!isOnline()) return 'offline';
  return answered ? 'ok' : 'unreachable';
}

function followReach(listener: () => void): () => void {
  const stop = followNetwork(listener);
  listeners.add(listener);
  return () => {
    stop();
    listeners.delete(listener);
  };
}
