import { useEffect, useRef, useState } from 'react';
import { MAX_PROMPT } from '#contract/assistant.ts';
import { draft, useDraft } from '#web/lib/forms/draft.ts';
import { pickAttachment } from '../attachment/picture.ts';
import { isRecord, type Picture } from '../thread/messages.ts';

/** The message being written: text that survives a reload, and a picture. */
export function useComposer(draftName: string, onSend: (text: string, picture: Picture | null) => void) {
  const [text, setText] = useState(() => savedText(draftName));
  const [picture, setPicture] = useState(() => savedPicture.read(draftName));
  const [notice, setNotice] = useState<string | null>(null);
  const [preparing, setPreparing] = useState(false);
  const [sendsWhenReady, setSendsWhenReady] = useState(false);
  useDraft(draftName, { text });
  useSaveOnUnmount(draftName, text);
  useEffect(() => void savedPicture.write(draftName, picture), [draftName, picture]);

  const attach = async (files: readonly File[]) => {
    if (files.length === 0) return;
    setNotice(null);
    setPreparing(true);
    const attachment = await pickAttachment(files);
    setPreparing(false);
    if ('refused' in attachment) {
      setSendsWhenReady(false);
      return setNotice(attachment.refused);
    }
    setPicture(attachment.picture);
    setNotice(attachment.notice);
  };
  const trimmed = text.trim();
  const tooLong = trimmed.length > MAX_PROMPT;
  const ready = (trimmed !== '' || picture !== null) && !tooLong && !preparing;
  const send = () => {
    // Sent with its picture as soon as that is ready: who pressed Enter need not press again.
    setSendsWhenReady(preparing && !tooLong);
    if (!ready) return false;
    onSend(trimmed, picture);
    setText('');
    setPicture(null);
    setNotice(null);
    draft.clear(draftName);
    return true;
  };
  useEffect(() => {
    if (sendsWhenReady && ready) send();
  });
  const removePicture = () => {
    setPicture(null);
    setNotice(null);
  };
  return { text, setText, picture, removePicture, notice, preparing, attach, ready, tooLong, send };
}

export type ComposerState = ReturnType<typeof useComposer>;

function savedText(name: string): string {
  const stored = draft.read(name);
  return isRecord(stored) && typeof stored.text === 'string' ? stored.text : '';
}

// Going to another page of the app leaves before half a second is over, too.
function useSaveOnUnmount(name: string, text: string): void {
  const latest = useRef(text);
  latest.current = text;
  useEffect(() => () => draft.write(name, { text: latest.current }), [name]);
}

/** Upper bound within the tab's storage quota; shrunk photos are far below it. */
const MAX_BYTES = 1_500_000;

/** The unsent picture, saved for a reload of this tab; it goes with the tab. */
const savedPicture = {
  async write(name: string, picture: Picture | null): Promise<void> {
    try {
      const file = picture?.file;
      if (!file || file.size > MAX_BYTES) return sessionStorage.removeItem(name);
      const stored = { name: file.name, type: file.type, base64: await toBase64(file) };
      sessionStorage.setItem(name, JSON.stringify(stored));
    } catch {
      // A full or forbidden storage only loses what was a convenience.
    }
  },
  read(name: string): Picture | null {
    try {
      const stored: unknown = JSON.parse(sessionStorage.getItem(name) ?? 'null');
      if (!isRecord(stored) || typeof stored.base64 !== 'string') return null;
      const bytes = Uint8Array.from(atob(stored.base64), (character) => character.charCodeAt(0));
      const file = new File([bytes], String(stored.name), { type: String(stored.type) });
      return { name: file.name, file };
    } catch {
      return null;
    }
  },
};

function toBase64(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error ?? new Error('the picture cannot be read'));
    reader.readAsDataURL(file);
  });
}
