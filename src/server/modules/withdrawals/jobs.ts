import * as z from 'zod/mini';
import { job } from '#server/jobs.ts';

const payload = z.object({ reference: z.string() });

export const jobs = { send: job('withdrawals.send', payload), ask: job('withdrawals.ask', payload) };
