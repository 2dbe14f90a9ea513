import * as z from 'zod/mini';
import { job } from '#server/kernel/jobs.ts';

export const jobs = {
  process: job('inbox.process', z.object({ provider: z.string(), eventId: z.string() })),
};
