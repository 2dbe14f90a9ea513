import * as z from 'zod/mini';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

export const jobs = {
  /** Has the provider forget a card that was ended, and forgets its token. */
  revoke: job('saved-cards.revoke', z.object({ businessId: z.string(), id: z.string() }), SENDING_RETRIES),
};
