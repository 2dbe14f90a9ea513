import type { MiddlewareHandler } from 'hono';
import type { Limit } from '#server/config/limits.ts';
import { tooManyRequests } from '#server/kernel/rate-limits.ts';
import type { Env, RequestSlot } from './env.ts';

/** At first `burst` at once, then one every `intervalMs`; no wait is longer than `maxWaitMs`. */
export type Rate = { burst: number; intervalMs: number; maxWaitMs: number };

/**
 * Milliseconds a subject has to wait for its slot; null when that were too long, and no slot is taken then.
 */
export type Throttle = (subject: string) => number | null;

const MAX_SUBJECTS = 50_000;

/**
 * Spreads the requests of one subject over time, in this process. `clock`: milliseconds; a clock set back
 * makes nobody wait.
 */
export function createThrottle({ burst, intervalMs, maxWaitMs }: Rate, clock: () => number): Throttle {
  const slots = new Map<string, number>();
  return (subject) => {
    const now = clock();
    if (slots.size > MAX_SUBJECTS) slots.clear();
    const known = slots.get(subject) ?? -Infinity;
    const isFromLater = known > now + maxWaitMs + intervalMs;
    const slot = isFromLater ? now : Math.max(known, now - (burst - 1) * intervalMs);
    const wait = Math.max(0, slot - now);
    if (wait > maxWaitMs) return null;
    slots.set(subject, slot + intervalMs);
    return wait;
  };
}

const BURST = 30;
const BURST_DIVISOR = 40;
const MAX_WAIT_MS = 5_000;

/** A limit as an even rate: a fortieth of it at once (30 at least), the rest as the window goes by. */
export const rateOf = ({ max, windowMs }: Limit): Rate => ({
  burst: Math.max(BURST, Math.floor(max / BURST_DIVISOR)),
  intervalMs: windowMs / max,
  maxWaitMs: MAX_WAIT_MS,
});

const sleep = (ms: number) => new Promise<void>((done) => setTimeout(done, ms));

/**
 * Waits for the throttle with the request slot released. Returns whether it had to; throws 429 where the wait
 * is too long.
 */
export async function awaitSlot(wait: number | null, { releaseWhile }: RequestSlot): Promise<boolean> {
  if (wait === null) throw tooManyRequests(MAX_WAIT_MS / 1000);
  if (wait === 0) return false;
  await releaseWhile(() => sleep(wait));
  return true;
}

const REFUSAL_RATE: Rate = { burst: 50, intervalMs: 10, maxWaitMs: MAX_WAIT_MS };

/**
 * Throttles 429 responses, so that a client that ignores them cannot keep the process busy refusing. Sits
 * outside metrics and the access log, which measure the work, not this wait.
 */
export function throttleRefusals(): MiddlewareHandler<Env> {
  const throttle = createThrottle(REFUSAL_RATE, () => performance.now());
  return async (c, next) => {
    await next();
    if (c.res.status !== 429) return;
    const wait = throttle(c.get('businessId') ?? c.get('clientAddress')) ?? REFUSAL_RATE.maxWaitMs;
    if (wait > 0) await sleep(wait);
  };
}
