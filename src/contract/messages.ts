import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { currencyParams, instant, page, paging, recordId } from './wire.ts';

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

export const messages = {
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
