import { useEffect, useState } from 'react';
import { MAX_UPLOAD_BYTES } from '#contract/files.ts';
import { toSendablePhoto } from '../../lib/shrink-photo.ts';
import { readPicture } from './api.ts';
import type { Picture } from './messages.ts';
import { texts } from './texts.ts';

/** The first picture among what was chosen, pasted or dropped, made small enough to send; or why there is none. */
export async function takePicture(
  files: readonly File[],
): Promise<{ picture: Picture; notice: string | null } | { refused: string }> {
  const pictures = files.filter(({ type }) => type.startsWith('image/') && type !== 'image/svg+xml');
  const [first] = pictures;
  if (!first) return { refused: texts.picture.notPicture };
  const file = await toSendablePhoto(first);
  if (!file) return { refused: texts.picture.unreadable };
  if (file.size > MAX_UPLOAD_BYTES) return { refused: texts.picture.tooLarge };
  const others = files.length > 1;
  return { picture: { name: file.name, file }, notice: others ? texts.picture.oneOnly : null };
}

export type Shown = { url: string | null; failed: boolean };

/** An address under which this browser can show a picture, for as long as it does. */
export function useShownPicture(picture: Picture | null, wanted = true): Shown {
  const [shown, setShown] = useState<Shown>({ url: null, failed: false });
  useEffect(() => {
    if (!picture || !wanted) return;
    let url: string | null = null;
    let gone = false;
    const show = (file: File) => {
      if (gone) return;
      url = URL.createObjectURL(file);
      setShown({ url, failed: false });
    };
    if (picture.file) show(picture.file);
    else if (picture.path)
      readPicture(picture.path, picture.name).then(
        show,
        () => !gone && setShown({ url: null, failed: true }),
      );
    else setShown({ url: null, failed: true });
    return () => {
      gone = true;
      setShown({ url: null, failed: false });
      if (url) URL.revokeObjectURL(url);
    };
  }, [picture, wanted]);
  return shown;
}
