import { useEffect, useRef } from 'react';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from '../texts.ts';
import type { Conversation } from './conversation.ts';
import type { Thread } from './store.ts';

/** Loads the earlier conversation on entry, reports it once, and scrolls to its last question. */
export function useLoadOnEntry(
  conversation: Conversation,
  thread: Thread,
  openAt: (element: Element) => void,
): void {
  useEffect(() => {
    const load = async () => {
      const outcome = await conversation.load();
      if (outcome === 'loaded') toast.success(texts.loaded);
      if (outcome === 'failed')
        toast.error(texts.loadFailed, { action: { label: texts.tryAgain, run: () => void load() } });
    };
    void load();
  }, [conversation]);

  const opened = useRef(false);
  const isLoaded = thread.history === 'read';
  useEffect(() => {
    if (!isLoaded || opened.current) return;
    opened.current = true;
    // The router puts the page at its top, or where a reload left it, in the frame after this one.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        const last = [...document.querySelectorAll('[data-question]')].at(-1);
        if (last) openAt(last);
      });
    });
    return () => cancelAnimationFrame(frame);
  }, [isLoaded, openAt]);
}
