import { createHash } from 'node:crypto';
import sharp from 'sharp';

const BOX = { width: 520, height: 156 } as const;
const MAX_PIXELS = 40_000_000;
const REMEMBERED = 64;

const shrunk = new Map<string, Promise<Uint8Array | null>>();

/** A logo in the size it is printed in (a small PNG), or null when the bytes are no image. */
export function printableLogo(bytes: Uint8Array): Promise<Uint8Array | null> {
  const key = createHash('sha256').update(bytes).digest('base64');
  const known = shrunk.get(key) ?? shrink(bytes);
  shrunk.delete(key);
  shrunk.set(key, known);
  const [oldest] = shrunk.keys();
  if (shrunk.size > REMEMBERED && oldest !== undefined) shrunk.delete(oldest);
  return known;
}

async function shrink(bytes: Uint8Array): Promise<Uint8Array | null> {
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS }).rotate();
    const fitted = image.resize({ ...BOX, fit: 'inside', withoutEnlargement: true });
    return await fitted.png({ palette: true, quality: 90, compressionLevel: 9 }).toBuffer();
  } catch {
    return null;
  }
}
