import sharp from 'sharp';

const SIDE = 1600;
const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 20;
const drawable = ['image/jpeg', 'image/png', 'image/webp'];

/** A picture as it may be shown elsewhere: small, upright, and without what cameras write into it. Null where it is none. */
export async function shownPicture(file: {
  bytes: Uint8Array;
  mime: string;
}): Promise<{ mime: string; bytes: Uint8Array } | null> {
  if (!drawable.includes(file.mime)) return null;
  try {
    const bytes = await sharp(file.bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .rotate()
      .resize({ width: SIDE, height: SIDE, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80 })
      .toBuffer();
    return { mime: 'image/jpeg', bytes: new Uint8Array(bytes) };
  } catch {
    return null;
  }
}
