import type { PictureDrawer } from '#server/kernel/ports/index.ts';
import { documentMimeType } from './file-type.ts';
import { createWorkQueue, failed, type Limits } from './work-queue.ts';

const MAX_BYTES = 10 * 1024 * 1024;
const PROGRAM = { file: 'picture-process.ts', heapMegabytes: 128 } as const;
const defaultLimits: Limits = { timeoutMs: 20_000, queue: 16, idleMs: 60_000, onProblem: () => {} };

/** Re-encodes images in a separate process, one at a time. */
export function createPictureDrawer(limits: Partial<Limits> = {}): PictureDrawer {
  const workerQueue = createWorkQueue(PROGRAM, { ...defaultLimits, ...limits });
  return {
    draw: async (bytes, as) => {
      if (bytes.byteLength === 0) return failed('empty');
      if (bytes.byteLength > MAX_BYTES) return failed('too_large');
      const kind = documentMimeType(bytes);
      if (!kind?.startsWith('image/')) return failed('not_a_document');
      const result = await workerQueue.run({ does: 'draw', as }, bytes, kind);
      if (!result.ok) return result;
      return result.picture ? { ok: true, bytes: result.picture } : failed('damaged');
    },
    close: workerQueue.close,
  };
}
