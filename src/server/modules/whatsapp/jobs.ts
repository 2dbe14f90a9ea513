import * as z from 'zod/mini';
import { job } from '#server/kernel/jobs.ts';

const RETRIES = 12;

export const jobs = {
  /** Answers the oldest message of a person that waits. */
  answer: job('whatsapp.answer', z.object({ contact: z.string() }), RETRIES),
  /** Applies a delivery status; `tries` counts how often the message was not known yet. */
  status: job('whatsapp.status', z.object({ id: z.string(), tries: z.number() })),
};
