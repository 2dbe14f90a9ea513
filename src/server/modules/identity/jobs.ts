import * as z from 'zod/mini';
import { job } from '#server/kernel/jobs.ts';

const toAddress = z.object({ email: z.string() });

/**
 * Jobs for an address whose requester must not learn whether it has an account: the request enqueues the same
 * job for every address and is answered before the lookup.
 */
export const jobs = {
  verification: job('identity.verification', toAddress),
  reset: job('identity.reset', toAddress),
  /** A wrong password was given, whether or not there is an account. */
  failed: job(
    'identity.failed',
    z.object({ email: z.string(), clientAddress: z.string(), userAgent: z.string() }),
  ),
  /** Log-ins with the address were tried until they were slowed down. */
  slowed: job('identity.slowed', toAddress),
};
