import { useEffect, useState } from 'react';
import { MAX_UPLOAD_BYTES } from '#contract/files.ts';
import { toUploadablePhoto } from '#web/lib/files/shrink-photo.ts';
import { readPicture } from '../api.ts';
import { texts } from '../texts.ts';
import type { Picture } from '../thread/messages.ts';

const PDF = 'application/pdf';
const PDF_NAME = /\.pdf$/i;
const HEIC = /^image\/hei[cf]/;
const HEIC_NAME = /\.hei[cf]$/i;

export function isPdf({ name, mime, file }: Picture): boolean {
  const type = file?.type || mime || '';
  return type === PDF || (type === '' && PDF_NAME.test(name));
}

/** Whether browsers show it as a picture. */
export const isShowable = (picture: Picture): boolean =>
  !isPdf(picture) && !(picture.file && isHeic(picture.file));

const isHeic = ({ type, name }: File) => HEIC.test(type) || (type === '' && HEIC_NAME.test(name));
const isPicture = (file: File) =>
  (file.type.startsWith('image/') && file.type !== 'image/svg+xml') || isHeic(file);
const isDocument = (file: File) => isPdf({ name: file.name, file });

/** The first picture or PDF among what was chosen, pasted or dropped, made small enough to send; or why there is none. */
export async function pickAttachment(
  files: readonly File[],
): Promise<{ picture: Picture; notice: string | null } | { refused: string }> {
  const first = files.find((file) => isPicture(file) || isDocument(file));
  if (!first) return { refused: texts.picture.notPicture };
  const file = isDocument(first) ? first : await sendable(first);
  if (!file) return { refused: texts.picture.unreadable };
  if (file.size > MAX_UPLOAD_BYTES) return { refused: texts.picture.tooLarge };
  const notice = files.length > 1 ? texts.picture.oneOnly : null;
  return { picture: { name: file.name, file }, notice };
}

// Most browsers cannot read a phone's HEIC, but the server can.
async function sendable(file: File): Promise<File | null> {
  return (await toUploadablePhoto(file)) ?? (isHeic(file) ? file : null);
}

/** Its bytes, from here or from the server. Throws where neither has them. */
export async function loadFile(picture: Picture): Promise<File> {
  if (picture.file) return picture.file;
  if (!picture.path) throw new Error('a picture is here or kept by the server');
  return readPicture(picture.path, picture.name);
}

type PictureUrl = { url: string | null; failed: boolean };

/** An address under which this browser can show a picture, for as long as it does. */
export function usePictureUrl(picture: Picture | null, enabled = true): PictureUrl {
  const [state, setShown] = useState<PictureUrl>({ url: null, failed: false });
  useEffect(() => {
    if (!picture || !enabled || isPdf(picture)) return;
    let url: string | null = null;
    let isUnmounted = false;
    const show = (file: File) => {
      if (isUnmounted) return;
      url = URL.createObjectURL(file);
      setShown({ url, failed: false });
    };
    loadFile(picture).then(show, () => !isUnmounted && setShown({ url: null, failed: true }));
    return () => {
      isUnmounted = true;
      setShown({ url: null, failed: false });
      if (url) URL.revokeObjectURL(url);
    };
  }, [picture, enabled]);
  return state;
}
