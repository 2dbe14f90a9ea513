import { createRequire } from 'node:module';
import sharp from 'sharp';
import type { Gray } from './geometry.ts';
import { Unreadable } from './unreadable.ts';

/** Phones take up to 108 megapixels; a JPEG of that size is never open as a whole. */
const MAX_PIXELS = 120_000_000;
const MAX_HEIC_PIXELS = 50_000_000;
/** Read no closer than this: writing on a whole page still has 20 pixels. */
const READ_PIXELS = 8_000_000;
const TIMEOUT_SECONDS = 20;

type Raw = { width: number; height: number; data: Uint8ClampedArray };
type HeicDecode = { all(from: { buffer: Uint8Array }): Promise<HeicImages> };
type HeicImages = { width: number; height: number; decode(): Promise<Raw> }[] & { dispose(): void };

/** Decodes an image to grey, upright as the camera recorded, on white. Throws `Unreadable`. */
export async function decodeImage(bytes: Uint8Array, mime: string): Promise<Gray> {
  const source = mime === 'image/heic' ? await decodeHeic(bytes) : sharp(bytes, options);
  try {
    const { width = 1, height = 1 } = await source.metadata();
    const scale = Math.min(1, Math.sqrt(READ_PIXELS / (width * height)));
    const side = Math.max(1, Math.round(Math.max(width, height) * scale));
    const { data, info } = await source
      .timeout({ seconds: TIMEOUT_SECONDS })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .flatten({ background: '#fff' })
      .grayscale()
      .extractChannel(0)
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data };
  } catch (error) {
    throw new Unreadable(/pixel limit|too large/i.test(String(error)) ? 'too_large' : 'damaged');
  }
}

const options = { limitInputPixels: MAX_PIXELS, failOn: 'truncated', sequentialRead: true } as const;

// The decoder turns the picture upright by itself.
/** The first picture of a HEIC file, decoded whole. Throws `Unreadable`. */
export async function decodeHeic(bytes: Uint8Array) {
  const { all } = createRequire(import.meta.url)('heic-decode') as HeicDecode;
  const images = await all({ buffer: bytes }).catch(() => {
    throw new Unreadable('damaged');
  });
  try {
    const first = images[0];
    if (!first) throw new Unreadable('damaged');
    if (first.width * first.height > MAX_HEIC_PIXELS) throw new Unreadable('too_large');
    const { width, height, data } = await first.decode().catch(() => {
      throw new Unreadable('damaged');
    });
    return sharp(data, { raw: { width, height, channels: 4 } });
  } finally {
    images.dispose();
  }
}
