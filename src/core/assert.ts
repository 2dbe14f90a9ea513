/** Throws when an invariant of ours is broken. Never used for input: bad input is an AppError. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Error(`Broken invariant: ${message}`);
}
