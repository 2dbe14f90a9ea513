import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currencyParams, empty, instant, page, paging, recordId } from './wire.ts';

export const messageChannels = ['email', 'whatsapp', 'push'] as const;

/**
 * Delivery status of a message. `sent`: the mail server or WhatsApp accepted it; only WhatsApp reports
 * `delivered` and `read`. `unknown`: it may have been sent; it is not sent again automatically.
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
const message = z.object({
  ...recordId,
  channel: z.enum(messageChannels),
  /** The template: `invoiceSent`, `invoiceReminder`, `receipt` and so on. */
  kind: z.string(),
  to: z.string(),
  customerName: z.nullable(z.string()),
  invoiceId: z.nullable(z.string()),
  invoiceNumber: z.nullable(z.string()),
  state: z.enum(messageStates),
  /** The reason it did not arrive, as reported by the rejecting server. */
  reason: z.nullable(z.string()),
  createdAt: instant,
  settledAt: z.nullable(instant),
});

/** Maximum size of one delivery report; it includes the returned message. */
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
