import * as z from 'zod/mini';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

/** `sealed` holds what the message says, encrypted with the key of its business where there is one. */
const sealedMessage = z.object({
  key: z.string(),
  to: z.string(),
  sealed: z.string(),
  businessId: z.optional(z.string()),
});

const bounce = z.object({
  messageIds: z.array(z.string()),
  state: z.enum(['bounced', 'failed']),
  reason: z.string(),
});

export const jobs = {
  bounce: job('notifications.bounce', bounce),
  mail: job('notifications.mail', sealedMessage, SENDING_RETRIES),
  push: job('notifications.push', sealedMessage, SENDING_RETRIES),
  whatsapp: job('notifications.whatsapp', sealedMessage, SENDING_RETRIES),
};
