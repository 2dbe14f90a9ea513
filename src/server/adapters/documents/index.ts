import { availableParallelism } from 'node:os';
import type { DocumentReader } from '#server/kernel/ports/index.ts';
import { documentMimeType } from './file-type.ts';
import { createWorkQueue, failed, type Limits, type WorkFailure } from './work-queue.ts';

const MAX_BYTES = 15 * 1024 * 1024;
const PROGRAM = { file: 'process.ts', heapMegabytes: 700 } as const;
// Four seconds of work, for which a busy machine needs a minute.
const defaultLimits: Limits = { timeoutMs: 180_000, queue: 8, idleMs: 180_000, onProblem: () => {} };

/**
 * Reads documents in a process of its own, one at a time, so that a hostile file affects that process only.
 * Started when first needed, ended when idle for a while.
 */
export function createDocumentReader(limits: Partial<Limits> = {}): DocumentReader {
  const workerQueue = createWorkQueue(PROGRAM, { ...defaultLimits, ...limits });
  const threads = Math.min(2, availableParallelism());
  return {
    read: async ({ bytes }, signal) => {
      const rejected = rejectionOf(bytes);
      if (rejected) return rejected;
      const result = await workerQueue.run(
        { does: 'read', threads },
        bytes,
        documentMimeType(bytes) ?? '',
        signal,
      );
      return result.ok ? { ok: true, ...(result.reading ?? { pages: [], pagesLeftOut: 0 }) } : result;
    },
    close: workerQueue.close,
  };
}

function rejectionOf(bytes: Uint8Array): WorkFailure | null {
  if (bytes.byteLength === 0) return failed('empty');
  if (bytes.byteLength > MAX_BYTES) return failed('too_large');
  return documentMimeType(bytes) ? null : failed('not_a_document');
}
