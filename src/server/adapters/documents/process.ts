// Process that reads documents. It has no settings, no network, and may read its program but write nothing.
import { readHere } from './reading.ts';
import { serve } from './serving.ts';

/** Models and a page of 8 million pixels are large. */
const MOST_BYTES = 1_600_000_000;

serve(MOST_BYTES, async (task) => {
  const threads = task.does === 'read' ? task.threads : 1;
  return { reading: await readHere(task.bytes, task.mime, threads), picture: null };
});
