import type { PictureDrawer } from '#server/kernel/ports/index.ts';

const drawable = ['image/jpeg', 'image/png', 'image/webp'];
const SHOWN = { format: 'jpeg', side: 1600, quality: 80, flat: true } as const;

/** An image re-encoded for third parties: small, upright, without camera metadata. Null where it is none. */
export async function shownPicture(
  pictures: PictureDrawer,
  file: { bytes: Uint8Array; mime: string },
): Promise<{ mime: string; bytes: Uint8Array } | null> {
  if (!drawable.includes(file.mime)) return null;
  const drawn = await pictures.draw(file.bytes, SHOWN);
  return drawn.ok ? { mime: 'image/jpeg', bytes: drawn.bytes } : null;
}
