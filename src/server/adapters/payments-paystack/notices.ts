import { createHash } from 'node:crypto';
import { z } from 'zod';
import { hexHmac, sameText } from '#server/adapters/shared/signatures.ts';
import { parseStrictly } from '#server/adapters/shared/strict-json.ts';
import type { ProviderNotice } from '#server/kernel/ports/index.ts';

const MAX_BYTES = 256 * 1024;

const text = z.string().min(1).max(200);
const told = z
  .union([z.string().max(200), z.number()])
  .nullish()
  .catch(null);

const notice = z.object({ event: text, data: z.unknown().optional() });
const about = z.object({
  id: told,
  status: told,
  amount: told,
  reference: text.nullish().catch(null),
  refund_reference: told,
  transaction_reference: text.nullish().catch(null),
  transaction: z.object({ reference: text }).nullish().catch(null),
});
type About = z.infer<typeof about>;

/**
 * Parses a webhook whose signature over its raw bytes is right. Paystack gives webhooks no ids: they are made
 * of their contents.
 */
export function readNotice(secretKey: string, rawBody: Uint8Array, headers: Headers): ProviderNotice | null {
  const signature = headers.get('x-paystack-signature') ?? '';
  if (rawBody.byteLength > MAX_BYTES) return null;
  if (!sameText(signature, hexHmac('sha512', secretKey, rawBody))) return null;
  const read = notice.safeParse(parseStrictly(rawBody));
  if (!read.success) return null;
  const data = about.safeParse(read.data.data);
  return (data.success && subjectOf(read.data.event, data.data)) || other(read.data.event, rawBody);
}

function subjectOf(event: string, data: About): ProviderNotice | null {
  if (event === 'charge.success' || event === 'charge.failed') {
    if (!data.reference) return null;
    return { eventId: name(event, data.reference, data.id), about: 'payment', transactionId: data.reference };
  }
  if (event.startsWith('transfer.')) {
    if (!data.reference) return null;
    return { eventId: name(event, data.reference, data.status), about: 'payout', reference: data.reference };
  }
  if (!event.startsWith('refund.') && !event.startsWith('charge.dispute.')) return null;
  const transactionId = data.transaction_reference ?? data.transaction?.reference;
  if (!transactionId) return null;
  // Amounts are a number here and a text there.
  const eventId = name(event, transactionId, data.id, data.refund_reference, data.amount, data.status);
  return { eventId, about: 'refund', transactionId };
}

const other = (event: string, rawBody: Uint8Array): ProviderNotice => ({
  eventId: name(event, createHash('sha256').update(rawBody).digest('hex')),
  about: 'other',
});

const name = (event: string, ...facts: (string | number | null | undefined)[]): string =>
  [event, ...facts.map((fact) => encodeURIComponent(fact ?? ''))].join(':');
