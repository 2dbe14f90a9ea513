import { AppError, fieldError } from '#core/errors.ts';
import type { Drawing, PictureDrawer } from '#server/kernel/ports/index.ts';
import type { Turn } from '#server/workers/pool.ts';
import type { Kind } from './rules.ts';
import type { FilePurpose } from './table.ts';

const LOGO_SIDE = 512;
const DOCUMENT_SIDE = 4_000;
const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const;

/**
 * Re-encodes an image in a sane size, which drops everything but the pixels. Rejects non-images and too many
 * pixels.
 */
export async function reencode(
  pictures: PictureDrawer,
  bytes: Uint8Array,
  kind: Exclude<Kind, 'application/pdf'>,
  purpose: FilePurpose,
  turn: Turn,
): Promise<Uint8Array> {
  const result = await pictures.draw(bytes, outputOptions(kind, purpose), turn);
  if (result.ok) return result.bytes;
  if (result.retry)
    throw new AppError('unavailable', 'Too many pictures are being read. Try again in a minute');
  throw fieldError('file', 'We could not read that image. It may be damaged, or have too many pixels');
}

const outputOptions = (kind: keyof typeof formats, purpose: FilePurpose): Drawing =>
  purpose === 'logo'
    ? { format: 'png', side: LOGO_SIDE, quality: 90, flat: false }
    : { format: formats[kind], side: DOCUMENT_SIDE, quality: 90, flat: false };
