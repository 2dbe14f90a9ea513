import sharp, { type Sharp } from 'sharp';
import { fieldError } from '#core/errors.ts';
import type { Kind } from './rules.ts';
import type { FilePurpose } from './table.ts';

const MAX_PIXELS = 40_000_000;
const LOGO_SIDE = 512;
const DOCUMENT_SIDE = 4_000;
const TIMEOUT_SECONDS = 20;

let busy: Promise<unknown> = Promise.resolve();

/**
 * The image drawn anew: nothing of the uploaded bytes survives but the picture, in a sane size. One at a time, since a
 * large one takes 160 MB while it is open. Refuses what is no picture, or more than 40 million pixels.
 */
export function redraw(bytes: Uint8Array, kind: Kind, purpose: FilePurpose): Promise<Uint8Array> {
  const drawn = busy.then(() => draw(bytes, kind, purpose));
  busy = drawn.catch(() => undefined);
  return drawn;
}

async function draw(bytes: Uint8Array, kind: Kind, purpose: FilePurpose): Promise<Uint8Array> {
  const side = purpose === 'logo' ? LOGO_SIDE : DOCUMENT_SIDE;
  try {
    const image = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .timeout({ seconds: TIMEOUT_SECONDS })
      .rotate()
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true });
    return await written(image, kind, purpose).toBuffer();
  } catch {
    throw fieldError('file', 'We could not read that image. It may be damaged, or have too many pixels');
  }
}

function written(image: Sharp, kind: Kind, purpose: FilePurpose): Sharp {
  if (purpose === 'logo' || kind === 'image/png') return image.png({ compressionLevel: 9 });
  return kind === 'image/webp' ? image.webp({ quality: 90 }) : image.jpeg({ quality: 90 });
}
