const MINUTE = 60;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

// Counted from the sending. Most transfers settle within a minute, so the first polls come quickly.
const AFTER_SECONDS = [MINUTE, 5 * MINUTE, 15 * MINUTE, HOUR, 6 * HOUR, DAY];

/**
 * Time an outcome may stay unknown before an alert is raised, and before a person has to decide. In seconds.
 */
export const ALERT_AFTER_SECONDS = DAY;
export const REVIEW_AFTER_SECONDS = 7 * DAY;

/** Lease of one process on a poll; after it the process is taken to have died. In milliseconds. */
export const POLL_LEASE_MS = 120_000;

/**
 * When to poll again for something sent without a conclusive answer: 1, 5, 15 minutes, 1, 6 and 24 hours
 * after the sending, then daily. Seconds until the next poll after `pollCount` earlier ones.
 */
export function secondsToNextPoll(pollCount: number): number {
  const before = AFTER_SECONDS[pollCount - 1] ?? 0;
  const next = AFTER_SECONDS[pollCount];
  return next === undefined ? DAY : next - before;
}
