import { createHash } from 'node:crypto';
import { minorFromDecimal } from '#server/adapters/shared/decimals.ts';
import { hexHmac, sameText } from '#server/adapters/shared/signatures.ts';
import { parseStrictly } from '#server/adapters/shared/strict-json.ts';
import type { ProviderWebhook } from '#server/kernel/ports/index.ts';

const SIGNATURE_HEADER = 'monnify-signature';
const MAX_BYTES = 256 * 1024;
const MAX_LENGTH = 200;

/** Verifies a webhook over its raw bytes; null when it is not authentic, or no plain JSON object. */
export function parseWebhook(secret: string, rawBody: Uint8Array, headers: Headers): ProviderWebhook | null {
  if (secret === '' || rawBody.byteLength > MAX_BYTES) return null;
  const signature = headers.get(SIGNATURE_HEADER) ?? '';
  if (!/^[0-9a-f]{128}$/.test(signature)) return null;
  if (!sameText(signature, hexHmac('sha512', secret, rawBody))) return null;
  const event = parseObject(rawBody);
  if (!event) return null;
  return webhookEventOf(event) ?? { eventId: `sha256:${hashOf(rawBody)}`, about: 'other' };
}

const hashOf = (raw: Uint8Array): string => createHash('sha256').update(raw).digest('hex');

// Monnify gives its webhooks no ids, so one is made of the fields that distinguish two of them. A transaction
// paid in parts is reported each time with the sum so far, which is why the amount belongs to it.
function webhookEventOf({ eventType, eventData }: Fields): ProviderWebhook | null {
  const type = shortText(eventType);
  if (!type || !isObject(eventData)) return null;
  const transactionId = shortText(eventData.transactionReference);
  const id = (...parts: (string | number | null)[]) => [type, ...parts.map((part) => part ?? '')].join(':');
  if (payments.includes(type) && transactionId) {
    const amount = minorFromDecimal(eventData.amountPaid ?? eventData.amount);
    const eventId = id(transactionId, shortText(eventData.paymentStatus), amount);
    return { eventId, about: 'payment', transactionId };
  }
  const reference = shortText(eventData.reference);
  if (payouts.includes(type) && reference)
    return { eventId: id(reference, shortText(eventData.status)), about: 'payout', reference };
  const refund = shortText(eventData.refundReference);
  if (refunds.includes(type) && refund && transactionId)
    return {
      eventId: id(refund, transactionId, shortText(eventData.refundStatus)),
      about: 'refund',
      transactionId,
    };
  const settlement = shortText(eventData.settlementReference);
  return type === 'SETTLEMENT' && settlement ? { eventId: id(settlement), about: 'other' } : null;
}

const payments = ['SUCCESSFUL_TRANSACTION', 'REJECTED_PAYMENT'];
const payouts = ['SUCCESSFUL_DISBURSEMENT', 'FAILED_DISBURSEMENT', 'REVERSED_DISBURSEMENT'];
const refunds = ['SUCCESSFUL_REFUND', 'FAILED_REFUND'];

type Fields = Record<string, unknown>;

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const shortText = (value: unknown): string | null =>
  typeof value === 'string' && value.length > 0 && value.length <= MAX_LENGTH ? value : null;

// A duplicate key is read one way by us and maybe another way by the signer.
function parseObject(raw: Uint8Array): Fields | null {
  const value = parseStrictly(raw);
  return isObject(value) ? value : null;
}
