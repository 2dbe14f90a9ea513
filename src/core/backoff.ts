const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Counted from the sending. The rail is one of a minute, so the first polls come quickly.
const AFTER_SECONDS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY];

/** How long an outcome may stay unknown before the owner is told, and before a person has to decide. In seconds. */
export const ALERT_AFTER_SECONDS = DAY;
export const REVIEW_AFTER_SECONDS = 7 * DAY;

/**
 * Seconds until the next poll after `polls` earlier ones of something that was sent out and has no conclusive outcome: 1, 5,
 * 15 minutes, 1, 6 and 24 hours after the sending, then daily.
 */
export function secondsToNextPoll(polls: number): number {
  const before = AFTER_SECONDS[polls - 1] ?? 0;
  const next = AFTER_SECONDS[polls];
  return next === undefined ? DAY : next - before;
}
