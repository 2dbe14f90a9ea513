import * as z from 'zod/mini';
import { job, SENDING_RETRIES } from '#server/kernel/jobs.ts';

/** A receipt to send, by WhatsApp where there is a `number`: what came in, what was then still owed and what of it was too much, in minor units. `key` names the letter once and for all. */
const receipt = z.object({
  key: z.string(),
  businessId: z.string(),
  paymentId: z.string(),
  amount: z.int(),
  balance: z.int(),
  over: z._default(z.int(), 0),
  number: z.optional(z.string()),
});

export const jobs = {
  /** Sends a customer the receipt: with its PDF by mail, as a link by WhatsApp. */
  receipt: job('payments.receipt', receipt, SENDING_RETRIES),
  /** Sends a created refund. */
  refund: job('payments.refund', z.object({ reference: z.string() })),
  /** Verifies one transaction with the provider. */
  verify: job('payments.verify', z.object({ provider: z.string(), transactionId: z.string() })),
};
