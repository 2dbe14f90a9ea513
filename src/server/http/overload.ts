import type { MiddlewareHandler } from 'hono';
import { AppError } from '#core/errors.ts';
import type { Env } from './env.ts';
import { isProbe } from './health.ts';

const RETRY_AFTER_SECONDS = 2;

/**
 * Limits concurrent requests and sends the rest away with 503 and Retry-After: a queue that cannot be served
 * in time only grows. Streams count until they begin.
 */
export function limitConcurrency(maxConcurrent: number): MiddlewareHandler<Env> {
  let active = 0;
  const enter = () => {
    if (active >= maxConcurrent)
      throw new AppError('unavailable', 'The service is busy. Please try again in a moment', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    active++;
  };
  return async (c, next) => {
    // Probes must learn that the service is busy, not that it is gone.
    if (isProbe(c.req.path)) return next();
    enter();
    let holdsSlot = true;
    c.set('slot', {
      releaseWhile: async (wait) => {
        active--;
        holdsSlot = false;
        const result = await wait();
        enter();
        holdsSlot = true;
        return result;
      },
    });
    try {
      await next();
    } finally {
      if (holdsSlot) active--;
    }
  };
}
