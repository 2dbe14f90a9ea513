import * as z from 'zod/mini';
import { job } from '#server/jobs.ts';

export const jobs = { send: job('withdrawals.send', z.object({ reference: z.string() })) };
