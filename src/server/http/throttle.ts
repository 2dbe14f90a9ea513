import { setTimeout as sleep } from 'node:timers/promises';
import type { MiddlewareHandler } from 'hono';
import { AppError } from '#core/errors.ts';
import type { Limit } from '#server/config/limits.ts';
import type { Env } from './endpoints.ts';

/** At first `burst` at once, then one every `intervalMs`; no wait is longer than `maxWaitMs`. */
export type Tempo = { burst: number; everyMs: number; mostMs: number };

/**
 * Milliseconds a subject has to wait for its slot; null when that were too long, and no slot is taken then.
 */
export type Pace = (subject: string) => number | null;

const MOST_SUBJECTS = 50_000;

/**
 * Spreads the requests of one subject over time, in this process. `clock`: milliseconds; a clock set back
 * makes nobody wait.
 */
export function createPace({ burst, everyMs, mostMs }: Tempo, clock: () => number): Pace {
  const turns = new Map<string, number>();
  return (subject) => {
    const now = clock();
    if (turns.size > MOST_SUBJECTS) turns.clear();
    const known = turns.get(subject) ?? -Infinity;
    const isFromLater = known > now + mostMs + everyMs;
    const turn = isFromLater ? now : Math.max(known, now - (burst - 1) * everyMs);
    const wait = Math.max(0, turn - now);
    if (wait > mostMs) return null;
    turns.set(subject, turn + everyMs);
    return wait;
  };
}

const BURST = 30;
const BURST_SHARE = 40;
const LONGEST_LINE_MS = 5_000;

/** A limit as an even rate: a fortieth of it at once (30 at least), the rest as the window goes by. */
export const tempoOf = ({ max, windowMs }: Limit): Tempo => ({
  burst: Math.max(BURST, Math.floor(max / BURST_SHARE)),
  everyMs: windowMs / max,
  mostMs: LONGEST_LINE_MS,
});

/**
 * Waits for the throttle with the request slot released. Returns whether it had to; throws 429 where the wait
 * is too long.
 */
export async function takeTurn(
  wait: number | null,
  steppingAside: (work: () => Promise<unknown>) => Promise<unknown>,
): Promise<boolean> {
  if (wait === null)
    throw new AppError('too_many_requests', 'Too many requests. Please wait a moment and try again', {
      retryAfterSeconds: LONGEST_LINE_MS / 1000,
    });
  if (wait === 0) return false;
  await steppingAside(() => sleep(wait));
  return true;
}

const REFUSALS: Tempo = { burst: 50, everyMs: 10, mostMs: LONGEST_LINE_MS };

/**
 * Throttles 429 responses, so that a client that ignores them cannot keep the process busy refusing. Sits
 * outside metrics and the access log, which measure the work, not this wait.
 */
export function refusingSlowly(): MiddlewareHandler<Env> {
  const pace = createPace(REFUSALS, () => performance.now());
  return async (c, next) => {
    await next();
    if (c.res.status !== 429) return;
    const wait = pace(c.get('businessId') ?? c.get('clientAddress')) ?? REFUSALS.mostMs;
    if (wait > 0) await sleep(wait);
  };
}
