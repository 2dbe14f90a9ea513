import { z } from 'zod';
import { addDays } from '#core/dates.ts';
import { decimalFromMinor } from '#server/adapters/shared/decimals.ts';
import { expiryOf, refusedCharge, unknownCharge } from '#server/adapters/shared/charge-failures.ts';
import type { Outcome } from '#server/kernel/ports/index.ts';
import type { ChargeRequest, ChargeState, ReusableCard } from '#server/kernel/ports/saved-cards.ts';
import { type Client, failureOf, isInconclusive, isNotFound, type Reply, unreadable } from './client.ts';
import { id, instant, reference as referenceField, shortString } from './wire.ts';

/** A token works for a year from the payment it came with. */
const TOKEN_DAYS = 365;

const paidByCard = z.object({
  id,
  status: shortString,
  created_at: instant,
  card: z
    .object({
      token: z.string().min(1).nullish(),
      type: z.string().nullish(),
      last_4digits: z.string().regex(/^\d{4}$/),
      expiry: z.string().regex(/^\d{1,2}\/\d{2}$/),
    })
    .nullish()
    .catch(null),
});

/** The token of a payment's card, which its verification carries. */
export async function cardOf(
  client: Client,
  transactionId: string,
): Promise<Outcome<{ card: ReusableCard | null }>> {
  const reply = await client.get(`/transactions/${encodeURIComponent(transactionId)}/verify`);
  if (reply.kind === 'refused' && isNotFound(reply.message, 'transaction')) return { ok: true, card: null };
  if (reply.kind !== 'data') return failureOf(reply);
  const parsed = paidByCard.safeParse(reply.data).data;
  if (!parsed || parsed.id !== transactionId) return failureOf(unreadable);
  const { card, created_at: at } = parsed;
  if (!card?.token || parsed.status.toLowerCase() !== 'successful') return { ok: true, card: null };
  const [month = '', year = ''] = card.expiry.split('/');
  const tokenEnds = addDays(at.toISOString().slice(0, 10), TOKEN_DAYS).slice(0, 7);
  const cardEnds = expiryOf(month, year);
  return {
    ok: true,
    card: {
      token: card.token,
      brand: (card.type || 'card').toLowerCase(),
      last4: card.last_4digits,
      expires: cardEnds !== null && cardEnds < tokenEnds ? cardEnds : tokenEnds,
    },
  };
}

/** Charges a token. It does not promise that a repeated reference is refused, so what it knows of it is asked first. */
export async function chargeSaved(client: Client, request: ChargeRequest): Promise<ChargeState> {
  const before = await chargeState(client, request.reference);
  if (before.state !== 'not_found') return before;
  const [firstName = '', ...rest] = request.customerName.trim().split(/\s+/);
  const reply = await client.post('/tokenized-charges', {
    token: request.token,
    email: request.email,
    currency: request.currency,
    country: 'NG',
    amount: decimalFromMinor(request.amount),
    tx_ref: request.reference,
    first_name: firstName,
    last_name: rest.join(' ') || firstName,
    narration: request.description,
  });
  if (reply.kind === 'refused') return afterRefusal(client, request.reference, reply.message);
  return read(reply, request.reference);
}

// Nothing tells a refusal before the bank was asked from one after it; the transaction, where there is one, does.
async function afterRefusal(client: Client, reference: string, words: string): Promise<ChargeState> {
  if (isInconclusive(words)) return unknownCharge(words);
  const now = await chargeState(client, reference);
  return now.state === 'not_found' ? refusedCharge(words) : now;
}

/** The state of a charge, by our reference. */
export async function chargeState(client: Client, reference: string): Promise<ChargeState> {
  const reply = await client.get('/transactions/verify_by_reference', { tx_ref: reference });
  if (reply.kind === 'refused')
    return isNotFound(reply.message, 'transaction')
      ? { state: 'not_found', reason: null }
      : unknownCharge(reply.message);
  return read(reply, reference);
}

const charge = z.object({
  tx_ref: referenceField,
  status: shortString,
  processor_response: z.string().nullish(),
});

function read(reply: Exclude<Reply, { kind: 'refused' }>, reference: string): ChargeState {
  if (reply.kind === 'nothing') return unknownCharge(reply.reason);
  const parsed = charge.safeParse(reply.data).data;
  if (parsed?.tx_ref !== reference) return unknownCharge(unreadable.reason);
  const status = parsed.status.toLowerCase();
  if (status === 'successful') return { state: 'completed', reason: null };
  return status === 'failed'
    ? refusedCharge(parsed.processor_response)
    : { state: 'processing', reason: null };
}
