import { useCallback, useEffect } from 'react';
import { toast } from '#web/ui/toast-store.ts';
import { texts } from '../texts.ts';
import type { Conversation } from './conversation.ts';

/**
 * Looks for an earlier conversation on entry, and opens one its owner is in the middle of; what was said on this page already
 * opens at its last question. The function opens the earlier one, and says so.
 */
export function useEarlier(conversation: Conversation, openAt: (element: Element) => void): () => void {
  useEffect(() => {
    void conversation.look().then((goesOn) => (goesOn ? openEarlier(conversation, openAt) : undefined));
    return atLastQuestion(openAt);
  }, [conversation, openAt]);
  return useCallback(() => void openEarlier(conversation, openAt), [conversation, openAt]);
}

async function openEarlier(conversation: Conversation, openAt: (element: Element) => void): Promise<void> {
  const outcome = await conversation.load();
  const again = { label: texts.tryAgain, run: () => void openEarlier(conversation, openAt) };
  if (outcome === 'failed') toast.error(texts.loadFailed, { action: again });
  if (outcome !== 'loaded') return;
  toast.success(texts.loaded);
  atLastQuestion(openAt);
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
