import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sameText } from '#server/adapters/shared/signatures.ts';
import { parseStrictly } from '#server/adapters/shared/strict-json.ts';
import type { ProviderWebhook } from '#server/kernel/ports/index.ts';
import { id, reference, shortString } from './wire.ts';

const MAX_BYTES = 256 * 1024;

/**
 * The header `verif-hash` is the secret itself and does not sign the body, so only ids are read from the
 * body, to be verified with the API.
 */
export function parseWebhook(secretHash: string, raw: Uint8Array, headers: Headers): ProviderWebhook | null {
  const hash = headers.get('verif-hash');
  if (hash === null || secretHash === '' || !sameText(hash, secretHash)) return null;
  if (raw.byteLength > MAX_BYTES) return null;
  const body = z.record(z.string(), z.unknown()).safeParse(parseStrictly(raw));
  if (!body.success) return null;
  return (
    refundEvent(body.data) ??
    namedEvent(body.data) ?? {
      eventId: `other:${createHash('sha256').update(raw).digest('hex')}`,
      about: 'other',
    }
  );
}

type Body = Record<string, unknown>;

const charge = z.object({ id, status: shortString });
const transfer = z.object({ id, reference, status: shortString });
const refund = z
  .object({ id, status: shortString, TransactionId: id.optional(), tx_id: id.optional() })
  .transform((fields) => ({ ...fields, transactionId: fields.TransactionId ?? fields.tx_id }));

/** Refunds come bare, without an event around them; an event around them is understood too. */
function refundEvent(body: Body): ProviderWebhook | null {
  const payload = nameOf(body).startsWith('refund') ? (body.data ?? body) : body;
  const parsed = refund.safeParse(payload);
  if (!parsed.success || parsed.data.transactionId === undefined) return null;
  const { id: refundId, status, transactionId } = parsed.data;
  return { eventId: `refund:${refundId}:${status.toLowerCase()}`, about: 'refund', transactionId };
}

/** Name of the event; the older form has only the second key, and its fields bare or under `transfer`. */
const nameOf = (body: Body): string =>
  z.string().catch('').parse(body.event) || z.string().catch('').parse(body['event.type']);

function namedEvent(body: Body): ProviderWebhook | null {
  const name = nameOf(body).toLowerCase();
  if (name.startsWith('transfer')) return transferEvent(body.data ?? body.transfer);
  if (!/^charge\.|_transaction$/.test(name)) return null;
  const parsed = charge.safeParse(body.data ?? body);
  if (!parsed.success) return null;
  const { id: transactionId, status } = parsed.data;
  return { eventId: `charge:${transactionId}:${status.toLowerCase()}`, about: 'payment', transactionId };
}

function transferEvent(payload: unknown): ProviderWebhook | null {
  const parsed = transfer.safeParse(payload);
  if (!parsed.success) return null;
  const { id: transferId, status } = parsed.data;
  return {
    eventId: `transfer:${transferId}:${status.toLowerCase()}`,
    about: 'payout',
    // A retry from the dashboard is about the payout it repeats.
    reference: parsed.data.reference.replace(/_RETRY_\d+$/, ''),
  };
}
