import type { UnreadableReason } from '#server/kernel/ports/index.ts';
import type { WorkResult } from '#server/workers/pool.ts';

/** Thrown for a document that cannot be read. */
export class Unreadable extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason) {
    super(reason);
    this.reason = reason;
  }
}

/** Result of a task with a document, or why it could not be read. */
export type Refusable<T> = { made: T } | { reason: UnreadableReason };

/** Runs the work of a task; a thrown `Unreadable` is an answer. */
export async function refusable<T>(work: () => Promise<T>): Promise<Refusable<T>> {
  try {
    return { made: await work() };
  } catch (error) {
    if (error instanceof Unreadable) return { reason: error.reason };
    throw error;
  }
}

export type WorkFailure = { ok: false; reason: UnreadableReason; retry: boolean };

export const failed = (reason: UnreadableReason): WorkFailure => ({
  ok: false,
  reason,
  retry: reason === 'timeout' || reason === 'busy',
});

/** The document a worker process made, or why there is none. */
export function outcomeOf<T>(result: WorkResult<Refusable<T>>): { ok: true; made: T } | WorkFailure {
  if (!result.ok) return failed(result.reason === 'broken' ? 'damaged' : result.reason);
  return 'made' in result.output ? { ok: true, made: result.output.made } : failed(result.output.reason);
}
