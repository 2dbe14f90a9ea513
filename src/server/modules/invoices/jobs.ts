import * as z from 'zod/mini';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

/** Mails an invoice with its PDF, or sends it by WhatsApp to a `number`; `key` names the message once and for all. */
const delivery = z.object({
  businessId: z.string(),
  invoiceId: z.string(),
  letter: z.enum(['invoiceSent', 'invoiceReminder']),
  key: z.string(),
  number: z.optional(z.string()),
  /** Its owner's words for it. */
  words: z.optional(z.string()),
});

export const jobs = { deliver: job('invoices.deliver', delivery, SENDING_RETRIES) };
