import type { MiddlewareHandler } from 'hono';
import type { Env } from './env.ts';
import { isProbe } from './health.ts';

type Caller = { at: number; businessId: string | null };

const LATELY_MS = 60_000;
const MAX_CALLERS = 1_000;

/**
 * Remembers for a minute which addresses called this process, and for which business, so that a business is paced only
 * while there is somebody it could slow down. `clock`: milliseconds.
 */
export function rememberCallers(clock: () => number): MiddlewareHandler<Env> {
  // In the order of their last calls.
  const callers = new Map<string, Caller>();
  const note = (address: string, businessId: string | null) => {
    callers.delete(address);
    callers.set(address, { at: clock(), businessId });
    for (const [oldest, { at }] of callers) {
      if (callers.size <= MAX_CALLERS && at > clock() - LATELY_MS) break;
      callers.delete(oldest);
    }
  };
  return async (c, next) => {
    if (isProbe(c.req.path)) return next();
    const address = c.get('clientAddress');
    note(address, callers.get(address)?.businessId ?? null);
    c.set('isAlone', (businessId) => {
      for (const [other, caller] of callers)
        if (other !== address && caller.businessId !== businessId) return false;
      return true;
    });
    await next();
    const businessId = c.get('businessId');
    if (businessId) note(address, businessId);
  };
}
