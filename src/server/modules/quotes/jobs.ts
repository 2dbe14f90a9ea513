import * as z from 'zod/mini';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

export const jobs = {
  /** Mails a quote, or that it was accepted, with its PDF, once per key; the acceptance to both sides. */
  letter: job(
    'quotes.letter',
    z.object({
      key: z.string(),
      businessId: z.string(),
      id: z.string(),
      // Earlier versions queued the owner's of an acceptance by itself.
      letter: z.enum(['quoteSent', 'quoteAccepted', 'quoteAnswered']),
    }),
    SENDING_RETRIES,
  ),
};
