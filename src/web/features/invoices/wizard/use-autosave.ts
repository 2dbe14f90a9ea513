import { useEffect, useRef, useState } from 'react';
import { type InvoiceDraft, saveDraft } from './draft.ts';

const SETTLE_MS = 500;

/**
 * Saves the draft half a second after it last changed, when the page is left, and when the wizard closes,
 * until `stop` is called. Returns whether a draft is saved.
 */
export function useAutosave(name: string, values: InvoiceDraft) {
  const [isSaved, setSaved] = useState(false);
  const latest = useRef(values);
  const stopped = useRef(false);
  latest.current = values;
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!stopped.current) setSaved(saveDraft(name, values));
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [name, values]);
  useEffect(() => {
    const save = () => {
      if (!stopped.current) saveDraft(name, latest.current);
    };
    addEventListener('pagehide', save);
    return () => {
      removeEventListener('pagehide', save);
      save();
    };
  }, [name]);
  const stop = () => {
    stopped.current = true;
  };
  return { isSaved, stop };
}
