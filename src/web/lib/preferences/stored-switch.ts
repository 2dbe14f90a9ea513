import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

/** A boolean setting stored in this browser and synced across tabs. */
export function keptSwitch(key: string, otherwise: () => boolean) {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const get = (): boolean => {
    const kept = storage.read(key);
    return kept === null ? otherwise() : kept === 'on';
  };
  const set = (on: boolean): void => {
    storage.write(key, on ? 'on' : 'off');
    tell();
  };
  const subscribe = (listener: () => void) => {
    const elsewhere = (event: StorageEvent) => event.key === key && listener();
    listeners.add(listener);
    addEventListener('storage', elsewhere);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', elsewhere);
    };
  };
  return { get, set, use: () => [useSyncExternalStore(subscribe, get), set] as const };
}
