import { useSyncExternalStore } from 'react';
import { storage } from '../storage.ts';

const KEY = 'vite-ui-theme';

export const themes = ['light', 'dark', 'system'] as const;
type Theme = (typeof themes)[number];

const listeners = new Set<() => void>();
const systemDark = () => matchMedia('(prefers-color-scheme: dark)');

function getTheme(): Theme {
  const stored = storage.read(KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function setTheme(theme: Theme): void {
  storage.write(KEY, theme);
  apply();
}

export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, getTheme, getTheme);
}

/** Keeps the page in the chosen theme while the system or another tab changes. */
export function followTheme(): void {
  systemDark().addEventListener('change', apply);
  addEventListener('storage', (event) => {
    if (event.key === KEY) apply();
  });
  apply();
}

function apply(): void {
  const theme = getTheme();
  document.documentElement.classList.toggle(
    'dark',
    theme === 'dark' || (theme === 'system' && systemDark().matches),
  );
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
