import { useEffect, useRef, useState } from 'react';
import { MAX_PROMPT } from '#contract/assistant.ts';
import { draft, useDraft } from '#web/lib/forms/draft.ts';
import { takePicture } from '../attachment/picture.ts';
import { isRecord, type Picture } from '../thread/messages.ts';
import { keptPicture } from './saved-picture.ts';

/** The message being written: text that survives a reload, and a picture. */
export function useComposer(draftName: string, onSend: (text: string, picture: Picture | null) => void) {
  const [text, setText] = useState(() => kept(draftName));
  const [picture, setPicture] = useState(() => keptPicture.read(draftName));
  const [notice, setNotice] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [sendsNext, setSendsNext] = useState(false);
  useDraft(draftName, { text });
  useKeptOnLeave(draftName, text);
  useEffect(() => void keptPicture.write(draftName, picture), [draftName, picture]);

  const attach = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setNotice(null);
    setPreparing(true);
    const taken = await takePicture(files);
    setPreparing(false);
    if ('refused' in taken) {
      setSendsNext(false);
      return setNotice(taken.refused);
    }
    setPicture(taken.picture);
    setNotice(taken.notice);
  };
  const words = text.trim();
  const tooLong = words.length > MAX_PROMPT;
  const ready = (words !== '' || picture !== null) && !tooLong && !preparing;
  const send = () => {
    // Sent with its picture as soon as that is ready: who pressed Enter need not press again.
    setSendsNext(preparing && !tooLong);
    if (!ready) return false;
    onSend(words, picture);
    setText('');
    setPicture(null);
    setNotice(null);
    draft.clear(draftName);
    return true;
  };
  useEffect(() => {
    if (sendsNext && ready) send();
  });
  const removePicture = () => {
    setPicture(null);
    setNotice(null);
  };
  return { text, setText, picture, removePicture, notice, preparing, attach, ready, tooLong, send };
}

export type ComposerState = ReturnType<typeof useComposer>;

function kept(name: string): string {
  const stored = draft.read(name);
  return isRecord(stored) && typeof stored.text === 'string' ? stored.text : '';
}

// Going to another page of the app leaves before half a second is over, too.
function useKeptOnLeave(name: string, text: string): void {
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => () => draft.write(name, { text: latest.current }), [name]);
}
