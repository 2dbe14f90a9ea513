import * as z from 'zod/mini';
import { job } from '#server/jobs.ts';

export const jobs = {
  /** Sends a refund that was taken in. */
  refund: job('payments.refund', z.object({ reference: z.string() })),
  /** Asks the provider about one transaction. */
  verify: job('payments.verify', z.object({ provider: z.string(), transactionId: z.string() })),
};
