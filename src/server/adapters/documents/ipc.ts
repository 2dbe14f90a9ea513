import type { Drawing, UnreadableReason } from '#server/kernel/ports/index.ts';
import type { Reading } from './read-document.ts';

/** Messages between the service and the reader's process, the only ones. */
export type Task = { id: number; bytes: Uint8Array; mime: string } & Work;
export type Work = { does: 'read'; threads: number } | { does: 'draw'; as: Drawing };
export type TaskReply =
  | { id: number; ok: true; reading: Reading | null; picture: Uint8Array | null }
  /** `problem` is for the log: an unexpected error. */
  | { id: number; ok: false; reason: UnreadableReason; problem?: string };

/** Signal of the process for a document that exceeded its memory. */
export const OUT_OF_MEMORY = 'SIGUSR2';

/** Message of the process once it can take tasks. */
export const READY = 'ready';
