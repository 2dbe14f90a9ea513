import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

/** Topics of a live event; events carry no figures, the browser reads the records again. */
const liveTopics = [
  'payments',
  'invoices',
  'plans',
  'quotes',
  'customers',
  'withdrawals',
  'activities',
  'messages',
  'whatsapp',
  /** The business's own profile, changed by an operator. */
  'business',
  /** A photo or PDF moved on. */
  'readings',
  /** One of the owner's sessions ended. */
  'sessions',
] as const;
export const liveEvent = z.object({ topic: z.enum(liveTopics), invoiceId: z.optional(z.string()) });
export type LiveEvent = z.output<typeof liveEvent>;

export const serviceStatus = z.object({
  /** The embedded database: fine for trying out and for tests, not for real money. */
  embeddedDatabase: z.boolean(),
  testMode: z.boolean(),
  /** Whether people can sign in with Google here. */
  googleSignIn: z.boolean(),
  /** Support address for people who cannot help themselves; null where the operator set none. */
  supportEmail: z.nullable(z.string()),
  /** Path of the local mailbox page when no SMTP is set. */
  mailbox: z.nullable(z.string()),
  sandbox: z.nullable(z.string()),
});

export const live = {
  news: endpoint({
    method: 'GET',
    path: '/api/live',
    summary: "Server-sent news of the business's records, from the event in `Last-Event-ID` on",
    auth: 'session',
    owner: 'business',
    media: 'text/event-stream',
  }),
  status: endpoint({
    method: 'GET',
    path: '/api/status',
    summary: 'How this service is set up',
    auth: 'none',
    owner: 'public',
    response: z.object({ data: serviceStatus }),
  }),
};
