import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hexHmac, sameText } from '#server/adapters/shared/signatures.ts';
import { parseStrictly } from '#server/adapters/shared/strict-json.ts';
import type { ProviderWebhook } from '#server/kernel/ports/index.ts';

const MAX_BYTES = 256 * 1024;

const text = z.string().min(1).max(200);
const scalar = z
  .union([z.string().max(200), z.number()])
  .nullish()
  .catch(null);

const eventSchema = z.object({ event: text, data: z.unknown().optional() });
const subjectSchema = z.object({
  id: scalar,
  status: scalar,
  amount: scalar,
  reference: text.nullish().catch(null),
  refund_reference: scalar,
  transaction_reference: text.nullish().catch(null),
  transaction: z.object({ reference: text }).nullish().catch(null),
});
type Subject = z.infer<typeof subjectSchema>;

/**
 * Parses a webhook whose signature over its raw bytes is right. Paystack gives webhooks no ids: they are made
 * of their contents.
 */
export function parseWebhook(
  secretKey: string,
  rawBody: Uint8Array,
  headers: Headers,
): ProviderWebhook | null {
  const signature = headers.get('x-paystack-signature') ?? '';
  if (rawBody.byteLength > MAX_BYTES) return null;
  if (!sameText(signature, hexHmac('sha512', secretKey, rawBody))) return null;
  const parsed = eventSchema.safeParse(parseStrictly(rawBody));
  if (!parsed.success) return null;
  const data = subjectSchema.safeParse(parsed.data.data);
  return (
    (data.success && webhookEventOf(parsed.data.event, data.data)) || otherEvent(parsed.data.event, rawBody)
  );
}

function webhookEventOf(event: string, data: Subject): ProviderWebhook | null {
  if (event === 'charge.success' || event === 'charge.failed') {
    if (!data.reference) return null;
    return {
      eventId: eventIdOf(event, data.reference, data.id),
      about: 'payment',
      transactionId: data.reference,
    };
  }
  if (event.startsWith('transfer.')) {
    if (!data.reference) return null;
    return {
      eventId: eventIdOf(event, data.reference, data.status),
      about: 'payout',
      reference: data.reference,
    };
  }
  if (!event.startsWith('refund.') && !event.startsWith('charge.dispute.')) return null;
  const transactionId = data.transaction_reference ?? data.transaction?.reference;
  if (!transactionId) return null;
  // Amounts are a number here and a text there.
  const eventId = eventIdOf(event, transactionId, data.id, data.refund_reference, data.amount, data.status);
  return { eventId, about: 'refund', transactionId };
}

const otherEvent = (event: string, rawBody: Uint8Array): ProviderWebhook => ({
  eventId: eventIdOf(event, createHash('sha256').update(rawBody).digest('hex')),
  about: 'other',
});

const eventIdOf = (event: string, ...facts: (string | number | null | undefined)[]): string =>
  [event, ...facts.map((fact) => encodeURIComponent(fact ?? ''))].join(':');
