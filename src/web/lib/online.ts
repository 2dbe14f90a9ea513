import { useSyncExternalStore } from 'react';

/** What a form that needs a connection says instead of sending: withdrawals, PIN, identity documents. */
export const OFFLINE_REFUSAL =
  'You are offline. This needs a connection: try again when you are back online.';

/** Whether the browser believes it has a network. */
export function isOnline(): boolean {
  return navigator.onLine;
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
