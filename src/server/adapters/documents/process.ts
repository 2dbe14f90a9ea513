// Process that reads documents. It has no settings, no network, and may read its program but write nothing.
import { readDocument } from './read-document.ts';
import { serveTasks } from './worker.ts';

/** Models and a page of 8 million pixels are large. */
const MAX_BYTES = 1_600_000_000;

serveTasks(MAX_BYTES, async (task) => {
  const threads = task.does === 'read' ? task.threads : 1;
  return { reading: await readDocument(task.bytes, task.mime, threads), picture: null };
});
