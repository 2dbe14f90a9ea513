import * as z from 'zod/mini';
import { job } from '#server/kernel/jobs.ts';

export const jobs = {
  send: job('withdrawals.send', z.object({ reference: z.string() })),
  /** Has each of a payment of several sent by a job of its own. */
  sendAll: job('withdrawals.sendAll', z.object({ references: z.array(z.string()) })),
};
