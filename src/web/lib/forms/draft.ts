import { useEffect, useRef } from 'react';
import { readJson, storage } from '../storage.ts';

const AUTOSAVE_DELAY_MS = 500;

/** Unsent form values; `read` gives unknown JSON, since it may be old. */
export const draft = {
  read: (name: string): unknown => readJson(`draft:${name}`),
  /** After a log-out nothing is kept: a form that closes behind it would bring its draft back. An expired session keeps all. */
  write: (name: string, value: unknown): void => {
    if (!storage.read('loggedOut')) storage.write(`draft:${name}`, JSON.stringify(value));
  },
  clear: (name: string): void => storage.remove(`draft:${name}`),
};

/** Keeps a value as a draft half a second after it last changed, and when the page is left. */
export function useDraft(name: string, value: unknown): void {
  const latest = useRef(value);
  latest.current = value;
  useEffect(() => {
    const timer = setTimeout(() => draft.write(name, value), AUTOSAVE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [name, value]);
  useEffect(() => {
    const save = () => draft.write(name, latest.current);
    addEventListener('pagehide', save);
    return () => removeEventListener('pagehide', save);
  }, [name]);
}
