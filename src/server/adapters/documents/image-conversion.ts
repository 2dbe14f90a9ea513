import sharp, { type Sharp } from 'sharp';
import type { Drawing } from '#server/kernel/ports/index.ts';
import { decodeHeic } from './decode-image.ts';
import { Unreadable } from './unreadable.ts';

const MAX_PIXELS = 40_000_000;
const TIMEOUT_SECONDS = 7;

/** Re-encodes an image within this very process. Throws `Unreadable`. */
export async function reencodeImage(bytes: Uint8Array, mime: string, as: Drawing): Promise<Uint8Array> {
  try {
    const small = mime === 'image/heic' ? resizeToFit(await decodeHeic(bytes), as) : await upright(bytes, as);
    const encoded = await encode(as.flat ? small.flatten({ background: '#fff' }) : small, as).toBuffer();
    return new Uint8Array(encoded);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    throw new Unreadable(/pixel limit|too large/i.test(String(error)) ? 'too_large' : 'damaged');
  }
}

const options = { limitInputPixels: MAX_PIXELS, failOn: 'error', sequentialRead: true } as const;

// Resized before it is rotated: a rotated image has to be in memory as a whole.
async function upright(bytes: Uint8Array, as: Drawing): Promise<Sharp> {
  const source = sharp(bytes, options).timeout({ seconds: TIMEOUT_SECONDS });
  const { orientation = 1 } = await source.metadata();
  const { data, info } = await resizeToFit(source, as)
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

const resizeToFit = (picture: Sharp, { side }: Drawing): Sharp =>
  picture.resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });

function encode(picture: Sharp, { format, quality }: Drawing): Sharp {
  if (format === 'png') return picture.png({ compressionLevel: 9 });
  return format === 'webp' ? picture.webp({ quality }) : picture.jpeg({ quality });
}
