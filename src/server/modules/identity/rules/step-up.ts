import { plusMs } from '#core/dates.ts';
import { MINUTE_MS } from '#core/durations.ts';

/** How long a proof counts on its session. */
export const PROOF_MS = 10 * MINUTE_MS;
/** Clocks of several processes differ by less; a proof from further ahead was made before a clock was set back. */
const CLOCK_SKEW_MS = MINUTE_MS;
/** How long the token before a proof goes on, for calls that are under way. It carries no proof. */
export const PREVIOUS_TOKEN_MS = 15_000;
/** How long a code by mail can be used. */
export const EMAIL_CODE_MS = 10 * MINUTE_MS;
/** Rate limit of codes by email. */
export const EMAIL_CODE_LIMIT = { max: 5, windowMs: 60 * MINUTE_MS };

/** Until when a proof counts; null once it does not any more. */
export function provenUntil(provenAt: Date | null | undefined, now: Date): Date | null {
  if (!provenAt || provenAt > plusMs(now, CLOCK_SKEW_MS)) return null;
  const until = plusMs(provenAt, PROOF_MS);
  return until > now ? until : null;
}
