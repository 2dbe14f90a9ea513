import sharp from 'sharp';
import type { Drawing } from '#server/kernel/ports/index.ts';
import { reencodeImage } from './image-conversion.ts';
import { type Refusable, refusable } from './unreadable.ts';

type Input = { bytes: Uint8Array; mime: string; as: Drawing };

sharp.cache(false);
sharp.concurrency(1);

export const run = ({ bytes, mime, as }: Input): Promise<Refusable<Uint8Array>> =>
  refusable(() => reencodeImage(bytes, mime, as));
