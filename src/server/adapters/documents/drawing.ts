import sharp, { type Sharp } from 'sharp';
import type { Drawing } from '#server/kernel/ports/index.ts';
import { heic } from './picture.ts';
import { Unreadable } from './unreadable.ts';

const MOST_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 7;

/** Re-encodes an image within this very process. Throws `Unreadable`. */
export async function drawnAnew(bytes: Uint8Array, mime: string, as: Drawing): Promise<Uint8Array> {
  try {
    const small = mime === 'image/heic' ? fitted(await heic(bytes), as) : await upright(bytes, as);
    const drawn = await written(as.flat ? small.flatten({ background: '#fff' }) : small, as).toBuffer();
    return new Uint8Array(drawn);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(/pixel limit|too large/i.test(String(error)) ? 'too_large' : 'damaged');
  }
}

const options = { limitInputPixels: MOST_PIXELS, failOn: 'error', sequentialRead: true } as const;

// Resized before it is rotated: a rotated image has to be in memory as a whole.
async function upright(bytes: Uint8Array, as: Drawing): Promise<Sharp> {
  const source = sharp(bytes, options).timeout({ seconds: TIMEOUT_SECONDS });
  const { orientation = 1 } = await source.metadata();
  const { data, info } = await fitted(source, as)
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const turned = await sharp(data, { raw })
    .png({ compressionLevel: 0 })
    .withMetadata({ orientation })
    .toBuffer();
  return sharp(turned).autoOrient();
}

const fitted = (picture: Sharp, { side }: Drawing): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

function written(picture: Sharp, { format, quality }: Drawing): Sharp {
  if (format === 'png') return picture.png({ compressionLevel: 9 });
  return format === 'webp' ? picture.webp({ quality }) : picture.jpeg({ quality });
}
