import { z } from 'zod';
import type { Clock } from '#core/dates.ts';
import { parseStrictly } from '#server/adapters/shared/strict-json.ts';
import type { ProviderWebhook } from '#server/kernel/ports/index.ts';
import type { Client } from './client.ts';

const MAX_BYTES = 256 * 1024;
const TOLERANCE_SECONDS = 300;

const intentId = z.string().regex(/^pi_\w+$/);
const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string().regex(/^evt_\w+$/),
  type: z.string().min(1),
  livemode: z.boolean(),
  data: z.object({
    object: z.object({
      object: z.string(),
      id: z.string().optional(),
      payment_intent: z.unknown().optional(),
    }),
  }),
});
type StripeEvent = z.infer<typeof eventSchema>;

/** Verifies a webhook as Stripe's library does, and its age by our clock; null when it is not authentic. */
export function parseWebhook(
  client: Client,
  { webhookSecret, clock }: { webhookSecret: string; clock: Clock },
  rawBody: Uint8Array,
  headers: Headers,
): ProviderWebhook | null {
  const signature = headers.get('stripe-signature');
  // The library would decode for itself, and so drop a byte order mark and replace what is not UTF-8: other bytes than
  // those that were signed.
  if (!signature || rawBody.byteLength > MAX_BYTES || parseStrictly(rawBody) === undefined) return null;
  try {
    const event: unknown = client().webhooks.constructEvent(
      Buffer.from(rawBody),
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      clock().getTime(),
    );
    const { success, data } = eventSchema.safeParse(event);
    return success ? webhookEventOf(data) : null;
  } catch {
    return null;
  }
}

/** Which events are about what; the rest is of no consequence to us. */
function topicOf(type: string): 'payment' | 'refund' | 'other' {
  if (/^payment_intent\.(succeeded|payment_failed|processing|canceled)$/.test(type)) return 'payment';
  if (/^checkout\.session\.(completed|expired|async_payment_(succeeded|failed))$/.test(type))
    return 'payment';
  if (type.startsWith('charge.dispute.')) return 'payment';
  if (type === 'charge.refunded' || type === 'charge.refund.updated') return 'refund';
  return type.startsWith('refund.') ? 'refund' : 'other';
}

function webhookEventOf({ id: eventId, type, data: { object } }: StripeEvent): ProviderWebhook {
  const about = topicOf(type);
  const intent = intentId.safeParse(object.object === 'payment_intent' ? object.id : object.payment_intent);
  // A session that ends unpaid may have no intent, and then there is nothing to verify.
  return about === 'other' || !intent.success
    ? { eventId, about: 'other' }
    : { eventId, about, transactionId: intent.data };
}
