import * as z from 'zod/mini';
import { languageCodes } from '#core/languages.ts';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

export const jobs = {
  /** Mails an address links to the pages of the customers it is known as, if any. */
  links: job(
    'customer-portal.links',
    z.object({
      key: z.string(),
      email: z.string(),
      /** The one they asked in. */
      language: z.nullable(z.enum(languageCodes)),
    }),
    SENDING_RETRIES,
  ),
};
