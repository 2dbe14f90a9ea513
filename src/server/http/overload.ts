import type { MiddlewareHandler } from 'hono';
import { AppError } from '#core/errors.ts';
import type { Env } from './endpoints.ts';

/** A request's slot among those in progress. */
export type Turn = {
  /**
   * Waits for a client, or for the throttle, with the slot released, so that waiting requests cannot hold all
   * of them.
   */
  steppingAside<T>(wait: () => Promise<T>): Promise<T>;
};

const RETRY_AFTER_SECONDS = 2;
// Probes must learn that the service is busy, not that it is gone.
const ALWAYS = /^\/(healthz|livez|readyz)$/;

/**
 * Limits concurrent requests and sends the rest away with 503 and Retry-After: a queue that cannot be served
 * in time only grows. Streams count until they begin.
 */
export function shedding(mostAtOnce: number): MiddlewareHandler<Env> {
  let underWay = 0;
  const enter = () => {
    if (underWay >= mostAtOnce)
      throw new AppError('unavailable', 'The service is busy. Please try again in a moment', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
      });
    underWay++;
  };
  return async (c, next) => {
    if (ALWAYS.test(c.req.path)) return next();
    enter();
    let inside = true;
    c.set('turn', {
      steppingAside: async (wait) => {
        underWay--;
        inside = false;
        const result = await wait();
        enter();
        inside = true;
        return result;
      },
    });
    try {
      await next();
    } finally {
      if (inside) underWay--;
    }
  };
}
