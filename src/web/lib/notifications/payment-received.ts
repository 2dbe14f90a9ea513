import { useSyncExternalStore } from 'react';
import { countUnseen } from './title-badge.ts';

let landings = 0;
const listeners = new Set<() => void>();

/** Tells this tab that money has come in, just now. */
export function tellMoneyLanded(): void {
  landings++;
  countUnseen();
  for (const listener of listeners) listener();
}

/** How often money came in while this tab was open: another number is another ripple. */
export const useMoneyLandings = (): number => useSyncExternalStore(subscribe, () => landings);

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
