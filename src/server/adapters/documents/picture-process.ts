// Process that re-encodes images. It has no settings, no network, and may read its program but write nothing.
import sharp from 'sharp';
import { reencodeImage } from './image-conversion.ts';
import { Unreadable } from './unreadable.ts';
import { serveTasks } from './worker.ts';

const MAX_BYTES = 240_000_000;

sharp.cache(false);
sharp.concurrency(1);
serveTasks(MAX_BYTES, async (task) => {
  if (task.does !== 'draw') throw new Unreadable('not_a_document');
  return { reading: null, picture: await reencodeImage(task.bytes, task.mime, task.as) };
});
