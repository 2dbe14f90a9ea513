import type { UnreadableReason } from '#server/kernel/ports/index.ts';

/** Thrown for a document that cannot be read. */
export class Unreadable extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason) {
    super(reason);
    this.reason = reason;
  }
}
