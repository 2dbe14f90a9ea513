// The process that documents are read in. It has no settings, no network, and may read its program but write nothing.
import { Worker } from 'node:worker_threads';
import { refuseNetwork } from './no-network.ts';
import { jpegOf } from './picture.ts';
import { readHere } from './reading.ts';
import { Unreadable } from './unreadable.ts';
import { OUT_OF_MEMORY, READY, type Task, type Told } from './wire.ts';

const MOST_BYTES = 1_700_000_000;
const LOOK_EVERY_MS = 100;

refuseNetwork();
watchMemory();
process.on('message', (task: Task) => void answer(task).then((told) => process.send?.(told)));
process.on('disconnect', () => process.exit());
process.send?.(READY);

async function answer({ id, does, bytes, mime, threads }: Task): Promise<Told> {
  try {
    if (does === 'jpeg') return { id, ok: true, reading: null, jpeg: await jpegOf(bytes) };
    return { id, ok: true, reading: await readHere(bytes, mime, threads), jpeg: null };
  } catch (error) {
    if (error instanceof Unreadable) return { id, ok: false, reason: error.reason };
    return {
      id,
      ok: false,
      reason: 'damaged',
      problem: error instanceof Error ? error.stack : String(error),
    };
  }
}

// In a thread of its own, because whoever eats memory is busy.
function watchMemory(): void {
  const watch = `setInterval(() => {
    if (process.memoryUsage.rss() > ${MOST_BYTES}) process.kill(process.pid, '${OUT_OF_MEMORY}');
  }, ${LOOK_EVERY_MS});`;
  new Worker(watch, { eval: true, stdin: false }).unref();
}
