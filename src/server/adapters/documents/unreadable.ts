import type { UnreadableReason } from '#server/kernel/ports/index.ts';

/** What a document that cannot be read is answered with. */
export class Unreadable extends Error {
  readonly reason: UnreadableReason;
  constructor(reason: UnreadableReason) {
    super(reason);
    this.reason = reason;
  }
}
