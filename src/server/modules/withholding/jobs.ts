import * as z from 'zod/mini';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

export const jobs = {
  /** Mails a customer that a tax certificate is awaited, once per key. */
  letter: job(
    'withholding.letter',
    z.object({ key: z.string(), businessId: z.string(), id: z.string() }),
    SENDING_RETRIES,
  ),
  /** Mails a customer that no tax need be kept of an invoice, once per key. */
  exemption: job(
    'withholding.exemption',
    z.object({ key: z.string(), businessId: z.string(), invoiceId: z.string() }),
    SENDING_RETRIES,
  ),
};
