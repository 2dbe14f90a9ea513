import { useCallback, useEffect } from 'react';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from '../texts.ts';
import type { Conversation } from './conversation.ts';

/**
 * Looks for an earlier conversation on entry, and opens one whose picture is being read; what was said on this page already
 * opens at its last question. The function opens the earlier one, and says so.
 */
export function useEarlier(conversation: Conversation, openAt: (element: Element) => void): () => void {
  const open = useCallback(async () => {
    const outcome = await conversation.load();
    if (outcome === 'failed')
      toast.error(texts.loadFailed, { action: { label: texts.tryAgain, run: () => void open() } });
    if (outcome !== 'loaded') return;
    toast.success(texts.loaded);
    atLastQuestion(openAt);
  }, [conversation, openAt]);
  useEffect(() => {
    void conversation.look().then((opensAtOnce) => (opensAtOnce ? open() : undefined));
    return atLastQuestion(openAt);
  }, [conversation, open, openAt]);
  return useCallback(() => void open(), [open]);
}

/** The router puts the page at its top, or where a reload left it, in the frame after this one. */
function atLastQuestion(openAt: (element: Element) => void): () => void {
  let frame = requestAnimationFrame(() => {
    frame = requestAnimationFrame(() => {
      const last = [...document.querySelectorAll('[data-question]')].at(-1);
      if (last) openAt(last);
    });
  });
  return () => cancelAnimationFrame(frame);
}
