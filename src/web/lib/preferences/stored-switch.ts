import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

/** A boolean setting stored in this browser and synced across tabs. */
export function storedSwitch(key: string, fallback: () => boolean) {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const get = (): boolean => {
    const stored = storage.read(key);
    return stored === null ? fallback() : stored === 'on';
  };
  const set = (on: boolean): void => {
    storage.write(key, on ? 'on' : 'off');
    notify();
  };
  const subscribe = (listener: () => void) => {
    const onStorage = (event: StorageEvent) => event.key === key && listener();
    listeners.add(listener);
    addEventListener('storage', onStorage);
    return () => {
      listeners.delete(listener);
      removeEventListener('storage', onStorage);
    };
  };
  return { get, set, use: () => [useSyncExternalStore(subscribe, get, get), set] as const };
}
