const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Counted from the sending. The rail is one of a minute, so the first questions come quickly.
const AFTER_SECONDS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY];

/** How long an outcome may stay unknown before somebody is told, and before a person has to decide. In seconds. */
export const ALERT_AFTER_SECONDS = DAY;
export const REVIEW_AFTER_SECONDS = 7 * DAY;

/** While one process asks, no other does; after this it is taken to have died. In milliseconds. */
export const QUESTION_LEASE_MS = 120_000;

/**
 * When to ask again about something sent out that has no conclusive answer: 1, 5, 15 minutes, 1, 6 and 24 hours after
 * the sending, then daily. Seconds until the next question after `asked` earlier ones.
 */
export function secondsToNextQuestion(asked: number): number {
  const before = AFTER_SECONDS[asked - 1] ?? 0;
  const next = AFTER_SECONDS[asked];
  return next === undefined ? DAY : next - before;
}
