import * as z from 'zod/mini';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

export const jobs = {
  /** Mails a quote, or that it was accepted, with its PDF, once per key; the acceptance to its owner too. */
  letter: job(
    'quotes.letter',
    z.object({
      key: z.string(),
      businessId: z.string(),
      id: z.string(),
      letter: z.enum(['quoteSent', 'quoteAccepted', 'quoteAnswered']),
    }),
    SENDING_RETRIES,
  ),
};
