import * as z from 'zod/mini';
import { job } from '#server/jobs.ts';

export const jobs = {
  /** `sealed` holds the rendered message: it may carry a link that opens an account. */
  mail: job('notifications.mail', z.object({ key: z.string(), to: z.string(), sealed: z.string() })),
};
