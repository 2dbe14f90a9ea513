import { availableParallelism } from 'node:os';
import type { DocumentReader } from '#server/kernel/ports/index.ts';
import { documentKind } from './kinds.ts';
import { createLine, type Failed, failed, type Limits } from './line.ts';

const MOST_BYTES = 15 * 1024 * 1024;
const PROGRAM = { file: 'process.ts', heapMegabytes: 700 } as const;
const usual: Limits = { limitMs: 60_000, queue: 8, idleMs: 180_000, onProblem: () => {} };

/**
 * Reads documents in a process of its own, one at a time, so that a hostile file affects that process only.
 * Started when first needed, ended when idle for a while.
 */
export function createDocumentReader(limits: Partial<Limits> = {}): DocumentReader {
  const line = createLine(PROGRAM, { ...usual, ...limits });
  const threads = Math.min(2, availableParallelism());
  return {
    read: async ({ bytes }, signal) => {
      const refused = refusalOf(bytes);
      if (refused) return refused;
      const done = await line.run({ does: 'read', threads }, bytes, documentKind(bytes) ?? '', signal);
      return done.ok ? { ok: true, ...(done.reading ?? { pages: [], pagesLeftOut: 0 }) } : done;
    },
    close: line.close,
  };
}

function refusalOf(bytes: Uint8Array): Failed | null {
  if (bytes.byteLength === 0) return failed('empty');
  if (bytes.byteLength > MOST_BYTES) return failed('too_large');
  return documentKind(bytes) ? null : failed('not_a_document');
}
