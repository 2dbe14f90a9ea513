import * as z from 'zod/mini';
import { job } from '#server/kernel/jobs.ts';

/** Reads the photo or PDF whose turn it is; one is queued for each. */
export const jobs = { read: job('assistant.read', z.object({})) };
