import { availableParallelism } from 'node:os';
import type { DocumentReader, UseOfWords } from '#server/kernel/ports/index.ts';
import { createWorkerPool, type PoolLimits, type Turn, type WorkResult } from '#server/workers/pool.ts';
import { defineTask } from '#server/workers/protocol.ts';
import { documentMimeType } from './file-type.ts';
import type * as readTask from './read-task.ts';
import { failed, outcomeOf, type Refusable, type WorkFailure } from './unreadable.ts';

const MAX_BYTES = 15 * 1024 * 1024;
const READ = defineTask<typeof readTask>(new URL('./read-task.ts', import.meta.url));
const defaultLimits: PoolLimits = {
  name: 'documents',
  processes: 1,
  heapMegabytes: 700,
  // Models and a page of 8 million pixels are large.
  growthBytes: 1_600_000_000,
  // A busy machine must not starve it.
  niceness: 3,
  // Four seconds of work, for which a busy machine needs a minute.
  timeoutMs: 180_000,
  queue: 8,
  share: 2,
  idleMs: 180_000,
  // One function of the runtime takes 280 MB to optimise and gains no time by it. Most pages do without, which the highest budget
  // before a function is optimised puts off to the 19th; a new process takes over before that, unless papers have several pages.
  nodeFlags: ['--wasm-tiering-budget=2147483647'],
  tasksEach: 12,
  onProblem: () => {},
};

/** Reads documents in a process of its own, one at a time, so that a hostile file affects that process only. */
export function createDocumentReader(limits: Partial<PoolLimits> = {}): DocumentReader {
  const pool = createWorkerPool({ ...defaultLimits, ...limits });
  // A second thread mostly waits for the first: it pays only where cores are idle.
  const threads = availableParallelism() < 4 ? 1 : 2;
  return {
    read: async <K, T>({ bytes }: { bytes: Uint8Array }, { task, known }: UseOfWords<K, T>, turn: Turn) => {
      const rejected = rejectionOf(bytes);
      if (rejected) return rejected;
      const input = { bytes, mime: documentMimeType(bytes) ?? '', threads, use: { file: task.file, known } };
      return outcomeOf((await pool.run(READ, input, turn)) as WorkResult<Refusable<T>>);
    },
    close: pool.close,
  };
}

function rejectionOf(bytes: Uint8Array): WorkFailure | null {
  if (bytes.byteLength === 0) return failed('empty');
  if (bytes.byteLength > MAX_BYTES) return failed('too_large');
  return documentMimeType(bytes) ? null : failed('not_a_document');
}
