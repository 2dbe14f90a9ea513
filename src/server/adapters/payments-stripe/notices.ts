import { z } from 'zod';
import type { Clock } from '#core/dates.ts';
import type { ProviderNotice } from '#server/ports.ts';
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

/** Checks a notice as Stripe's library does, and its age by our clock; null when it is not authentic. */
export function readNotice(
  client: Client,
  { webhookSecret, clock }: { webhookSecret: string; clock: Clock },
  rawBody: Uint8Array,
  headers: Headers,
): ProviderNotice | null {
  const signature = headers.get('stripe-signature');
  const text = rawBody.byteLength <= MAX_BYTES ? textOf(rawBody) : null;
  if (!signature || text === null) return null;
  try {
    const told: unknown = client().webhooks.constructEvent(
      text,
      signature,
      webhookSecret,
      TOLERANCE_SECONDS,
      undefined,
      clock().getTime(),
    );
    const { success, data } = eventSchema.safeParse(told);
    return success && !hasRepeatedKeys(text) ? noticeOf(data) : null;
  } catch {
    return null;
  }
}

// The library would decode for itself, and so drop a byte-order mark (no JSON begins with one) and replace what is not
// UTF-8: other bytes than those that were signed.
function textOf(rawBody: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(rawBody);
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

function noticeOf({ id: eventId, type, data: { object } }: StripeEvent): ProviderNotice {
  const about = topicOf(type);
  const told = intentId.safeParse(object.object === 'payment_intent' ? object.id : object.payment_intent);
  // A session that ends unpaid may have no intent, and then there is nothing to ask about.
  return about === 'other' || !told.success
    ? { eventId, about: 'other' }
    : { eventId, about, transactionId: told.data };
}

/** Whether an object in the JSON has a key twice, which two readers may take for two different things. */
function hasRepeatedKeys(json: string): boolean {
  const open: (Set<string> | null)[] = [];
  for (const [token, text, colon] of json.matchAll(/("(?:[^"\\]|\\.)*")\s*(:?)|[{}[\]]/g)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(null);
    else if (token === '}' || token === ']') open.pop();
    else if (text && colon) {
      const key: string = JSON.parse(text);
      if (open.at(-1)?.has(key)) return true;
      open.at(-1)?.add(key);
    }
  }
  return false;
}
