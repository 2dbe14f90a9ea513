import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** The most reads of one batch. */
export const MOST_READS = 16;

/** Several reads in one call. Each part is authorized, limited and counted as the call it stands for. */
export const batch = {
  read: endpoint({
    method: 'POST',
    path: '/api/batch',
    summary: 'Answers several GET calls at once, each as it would be answered by itself',
    auth: 'session',
    owner: 'self',
    body: z.object({
      /** Paths of calls that answer JSON, with their query. */
      reads: z.array(z.string()).check(z.minLength(1), z.maxLength(MOST_READS)),
    }),
    response: z.object({
      /** As `Last-Event-ID` it lets the stream of `/api/live` go on from where these reads stood. */
      lastEventId: z.string(),
      /** In the order of `reads`: status and body of each. */
      data: z.array(z.object({ status: z.number(), body: z.unknown() })),
    }),
  }),
};
