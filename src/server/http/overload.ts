import type { MiddlewareHandler } from 'hono';
import { AppError } from '#core/errors.ts';
import type { Env } from './endpoints.ts';

/** A request's place among those being worked on. */
export type Turn = {
  /** Waits for a client, or for a turn, with the place given back, so that those who wait cannot hold all of them. */
  steppingAside<T>(wait: () => Promise<T>): Promise<T>;
};

const RETRY_AFTER_SECONDS = 2;
// Whoever asks whether the service is alive must hear that it is busy, not that it is gone.
const ALWAYS = /^\/(healthz|livez|readyz)$/;

/**
 * Works on at most so many requests at once and sends the rest away with 503 and Retry-After: who waits in a line that
 * cannot be served in time only makes it longer for all. Streams count until they begin.
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
