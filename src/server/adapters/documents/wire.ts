import type { Drawing, UnreadableReason } from '#server/kernel/ports/index.ts';
import type { Reading } from './reading.ts';

/** What the reader's process is asked, and what it answers. Nothing else goes between them. */
export type Task = { id: number; bytes: Uint8Array; mime: string } & Work;
export type Work = { does: 'read'; threads: number } | { does: 'draw'; as: Drawing };
export type Told =
  | { id: number; ok: true; reading: Reading | null; picture: Uint8Array | null }
  /** `problem` is for the log: something nobody thought of. */
  | { id: number; ok: false; reason: UnreadableReason; problem?: string };

/** How the process says that a document wanted more memory than it may have. */
export const OUT_OF_MEMORY = 'SIGUSR2';

/** What the process says once it can take work. */
export const READY = 'ready';
