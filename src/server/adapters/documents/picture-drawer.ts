import type { PictureDrawer } from '#server/kernel/ports/index.ts';
import { createWorkerPool, type PoolLimits } from '#server/workers/pool.ts';
import { defineTask } from '#server/workers/protocol.ts';
import type * as drawTask from './draw-task.ts';
import { documentMimeType } from './file-type.ts';
import { failed, outcomeOf } from './unreadable.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const DRAW = defineTask<typeof drawTask>(new URL('./draw-task.ts', import.meta.url));
const defaultLimits: PoolLimits = {
  name: 'pictures',
  processes: 1,
  heapMegabytes: 128,
  growthBytes: 240_000_000,
  niceness: 3,
  // A second of work at most: this ends what hangs, and a busy machine is not to refuse a good picture.
  timeoutMs: 180_000,
  queue: 16,
  share: 2,
  idleMs: 60_000,
  onProblem: () => {},
};

/** Re-encodes images in a separate process, one at a time. */
export function createPictureDrawer(limits: Partial<PoolLimits> = {}): PictureDrawer {
  const pool = createWorkerPool({ ...defaultLimits, ...limits });
  return {
    draw: async (bytes, as, turn) => {
      if (bytes.byteLength === 0) return failed('empty');
      if (bytes.byteLength > MAX_BYTES) return failed('too_large');
      const mime = documentMimeType(bytes);
      if (!mime?.startsWith('image/')) return failed('not_a_document');
      const drawn = outcomeOf(await pool.run(DRAW, { bytes, mime, as }, turn));
      return drawn.ok ? { ok: true, bytes: drawn.made } : drawn;
    },
    close: pool.close,
  };
}
