import { createHash } from 'node:crypto';
import { z } from 'zod';
import { sameText } from '#server/adapters/shared/signatures.ts';
import { parseStrictly } from '#server/adapters/shared/strict-json.ts';
import type { ProviderNotice } from '#server/kernel/ports/index.ts';
import { id, reference, word } from './wire.ts';

const MAX_BYTES = 256 * 1024;

/**
 * The header `verif-hash` is the secret itself and does not sign the body, so only ids are read from the
 * body, to be verified with the API.
 */
export function readNotice(secretHash: string, raw: Uint8Array, headers: Headers): ProviderNotice | null {
  const told = headers.get('verif-hash');
  if (told === null || secretHash === '' || !sameText(told, secretHash)) return null;
  if (raw.byteLength > MAX_BYTES) return null;
  const body = z.record(z.string(), z.unknown()).safeParse(parseStrictly(raw));
  if (!body.success) return null;
  return (
    aboutRefund(body.data) ??
    aboutEvent(body.data) ?? {
      eventId: `other:${createHash('sha256').update(raw).digest('hex')}`,
      about: 'other',
    }
  );
}

type Body = Record<string, unknown>;

const charge = z.object({ id, status: word });
const transfer = z.object({ id, reference, status: word });
const refund = z
  .object({ id, status: word, TransactionId: id.optional(), tx_id: id.optional() })
  .transform((told) => ({ ...told, transactionId: told.TransactionId ?? told.tx_id }));

/** Refunds come bare, without an event around them; an event around them is understood too. */
function aboutRefund(body: Body): ProviderNotice | null {
  const inside = nameOf(body).startsWith('refund') ? (body.data ?? body) : body;
  const told = refund.safeParse(inside);
  if (!told.success || told.data.transactionId === undefined) return null;
  const { id: refundId, status, transactionId } = told.data;
  return { eventId: `refund:${refundId}:${status.toLowerCase()}`, about: 'refund', transactionId };
}

/** Name of the event; the older form has only the second key, and its fields bare or under `transfer`. */
const nameOf = (body: Body): string =>
  z.string().catch('').parse(body.event) || z.string().catch('').parse(body['event.type']);

function aboutEvent(body: Body): ProviderNotice | null {
  const name = nameOf(body).toLowerCase();
  if (name.startsWith('transfer')) return aboutTransfer(body.data ?? body.transfer);
  if (!/^charge\.|_transaction$/.test(name)) return null;
  const told = charge.safeParse(body.data ?? body);
  if (!told.success) return null;
  const { id: transactionId, status } = told.data;
  return { eventId: `charge:${transactionId}:${status.toLowerCase()}`, about: 'payment', transactionId };
}

function aboutTransfer(inside: unknown): ProviderNotice | null {
  const told = transfer.safeParse(inside);
  if (!told.success) return null;
  const { id: transferId, status } = told.data;
  return {
    eventId: `transfer:${transferId}:${status.toLowerCase()}`,
    about: 'payout',
    // A retry from the dashboard is about the payout it repeats.
    reference: told.data.reference.replace(/_RETRY_\d+$/, ''),
  };
}
