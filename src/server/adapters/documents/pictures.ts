import type { PictureDrawer } from '#server/kernel/ports/index.ts';
import { documentKind } from './kinds.ts';
import { createLine, failed, type Limits } from './line.ts';

const MOST_BYTES = 10 * 1024 * 1024;
const PROGRAM = { file: 'picture-process.ts', heapMegabytes: 128 } as const;
const usual: Limits = { limitMs: 20_000, queue: 16, idleMs: 60_000, onProblem: () => {} };

/** Re-encodes images in a separate process, one at a time. */
export function createPictureDrawer(limits: Partial<Limits> = {}): PictureDrawer {
  const line = createLine(PROGRAM, { ...usual, ...limits });
  return {
    draw: async (bytes, as) => {
      if (bytes.byteLength === 0) return failed('empty');
      if (bytes.byteLength > MOST_BYTES) return failed('too_large');
      const kind = documentKind(bytes);
      if (!kind?.startsWith('image/')) return failed('not_a_document');
      const done = await line.run({ does: 'draw', as }, bytes, kind);
      if (!done.ok) return done;
      return done.picture ? { ok: true, bytes: done.picture } : failed('damaged');
    },
    close: line.close,
  };
}
