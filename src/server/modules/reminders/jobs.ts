import * as z from 'zod/mini';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

const step = z.object({ businessId: z.string(), invoiceId: z.string(), step: z.string() });

export const jobs = { send: job('reminders.send', step, SENDING_RETRIES) };
