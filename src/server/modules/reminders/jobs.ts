import * as z from 'zod/mini';
import { job } from '#server/jobs.ts';

/** As often as a message that is tried again: a mail server that is down in the morning is up in the evening. */
const RETRIES = 20;

const step = z.object({ businessId: z.string(), invoiceId: z.string(), step: z.string() });

export const jobs = { send: job('reminders.send', step, RETRIES) };
