import * as z from 'zod/mini';
import { statementKinds } from '#contract/customer-statements.ts';
import { currencyCode } from '#contract/wire.ts';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

export const jobs = {
  /** Mails a customer their statement as PDF, once per key. */
  letter: job(
    'customer-statements.letter',
    z.object({
      key: z.string(),
      businessId: z.string(),
      customerId: z.string(),
      currency: currencyCode,
      from: z.string(),
      to: z.string(),
      kind: z.enum(statementKinds),
    }),
    SENDING_RETRIES,
  ),
};
