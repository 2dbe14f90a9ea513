import type { PictureDrawer } from '#server/kernel/ports/index.ts';

const drawable = ['image/jpeg', 'image/png', 'image/webp'];
const OUTPUT = { format: 'jpeg', side: 1600, quality: 80, flat: true } as const;

/** An image re-encoded for third parties: small, upright, without camera metadata. Null where it is none. */
export async function reencodedPicture(
  pictures: PictureDrawer,
  file: { bytes: Uint8Array; mime: string },
): Promise<{ mime: string; bytes: Uint8Array } | null> {
  if (!drawable.includes(file.mime)) return null;
  const reencoded = await pictures.draw(file.bytes, OUTPUT);
  return reencoded.ok ? { mime: 'image/jpeg', bytes: reencoded.bytes } : null;
}
