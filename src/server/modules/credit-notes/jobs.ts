import * as z from 'zod/mini';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

export const jobs = {
  /** Mails a customer a credit note with its PDF, or that it was taken back, once per key. */
  letter: job(
    'credit-notes.letter',
    z.object({
      key: z.string(),
      businessId: z.string(),
      id: z.string(),
      letter: z._default(z.enum(['creditNote', 'creditNoteWithdrawn']), 'creditNote'),
    }),
    SENDING_RETRIES,
  ),
};
