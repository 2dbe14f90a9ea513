import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currencyParams, empty, instant, page, paging, recordId } from './wire.ts';

export const messageChannels = ['email', 'whatsapp', 'push'] as const;

/**
 * What became of a message. `sent`: the mail server or WhatsApp took it; only WhatsApp tells of `delivered` and `read`.
 * `unknown`: it may have gone; it is not sent again by itself.
 */
export const messageStates = [
  'queued',
  'sending',
  'sent',
  'delivered',
  'read',
  'failed',
  'bounced',
  'unknown',
] as const;

/** A message to a customer. */
export const message = z.object({
  ...recordId,
  channel: z.enum(messageChannels),
  /** What it was: `invoiceSent`, `invoiceReminder`, `receipt` and so on. */
  kind: z.string(),
  to: z.string(),
  customerName: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
  invoiceNumber: z.nullable(z.string()),
  state: z.enum(messageStates),
  /** Why it did not arrive, in the words of whoever refused it. */
  reason: z.nullable(z.string()),
  createdAt: instant,
  settledAt: z.nullable(instant),
});

/** What one report of a mail server may weigh; the message it returns comes along. */
const MAX_REPORT_BYTES = 1024 * 1024;

export const messages = {
  mailEvent: endpoint({
    method: 'POST',
    path: '/api/webhooks/mail',
    summary:
      'A mail server tells that a message came back (RFC 3464, as it is), signed with MAIL_EVENTS_SECRET',
    auth: 'none',
    owner: 'public',
    mostBytes: MAX_REPORT_BYTES,
    response: empty,
    metered: 'refusals',
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/:currency/messages',
    summary: 'Messages to customers, newest first, and what became of them',
    auth: 'business',
    owner: 'business',
    params: currencyParams,
    query: z.object({
      ...paging,
      invoiceId: z.optional(z.string().check(z.maxLength(64))),
      /** Only those that did not arrive, or may not have. */
      problems: z.optional(z.literal('only')),
    }),
    response: z.object({ data: z.array(message), page }),
  }),
};
