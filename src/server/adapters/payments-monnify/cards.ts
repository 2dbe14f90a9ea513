import { z } from 'zod';
import { decimalFromMinor } from '#server/adapters/shared/decimals.ts';
import { expiryOf, refusedCharge, unknownCharge } from '#server/adapters/shared/charge-failures.ts';
import type { Outcome } from '#server/kernel/ports/index.ts';
import type { ChargeRequest, ChargeState, ReusableCard } from '#server/kernel/ports/saved-cards.ts';
import type { Answer, Client } from './client.ts';
import { statusOf } from './transactions.ts';
import { isNotFound, shortString, tryLater, UNREADABLE } from './wire.ts';

const digits = z.union([z.string(), z.number()]).transform(String);
const paidByCard = z.object({
  transactionReference: shortString,
  paymentStatus: shortString,
  cardDetails: z
    .object({
      cardToken: z.string().min(1).nullish(),
      reusable: z.boolean().nullish(),
      cardType: z.string().nullish(),
      last4: digits,
      expMonth: digits,
      expYear: digits,
    })
    .nullish()
    .catch(null),
});

/** The token of a payment's card; Monnify gives one where it has switched tokens on for the merchant. */
export async function cardOf(client: Client, id: string): Promise<Outcome<{ card: ReusableCard | null }>> {
  const answer = await client.call({ method: 'GET', path: `/api/v2/transactions/${encodeURIComponent(id)}` });
  if (answer.kind === 'silence') return tryLater(answer.reason);
  if (answer.kind === 'refused')
    return isNotFound(answer) ? { ok: true, card: null } : tryLater(answer.message);
  const data = paidByCard.safeParse(answer.body).data;
  if (data?.transactionReference !== id) return tryLater(UNREADABLE);
  const of = statusOf(data.paymentStatus) === 'completed' ? data.cardDetails : null;
  if (!of?.cardToken || of.reusable === false) return { ok: true, card: null };
  return {
    ok: true,
    card: {
      token: of.cardToken,
      brand: (of.cardType || 'card').toLowerCase(),
      last4: of.last4,
      expires: expiryOf(of.expMonth, of.expYear),
    },
  };
}

type Place = { apiKey: string; contractCode: string };

/** Charges a token; our reference is the payment's. A refusal may be of a repeat, so what Monnify knows of it decides. */
export async function chargeSaved(
  client: Client,
  { apiKey, contractCode }: Place,
  request: ChargeRequest,
): Promise<ChargeState> {
  const answer = await client.call({
    method: 'POST',
    path: '/api/v1/merchant/cards/charge-card-token',
    json: {
      cardToken: request.token,
      amount: decimalFromMinor(request.amount),
      customerName: request.customerName,
      customerEmail: request.email,
      paymentReference: request.reference,
      paymentDescription: request.description,
      currencyCode: 'NGN',
      contractCode,
      apiKey,
    },
  });
  if (answer.kind !== 'refused') return read(answer, request.reference);
  const known = await chargeState(client, request.reference);
  return known.state === 'not_found' ? refusedCharge(answer.message) : known;
}

/** The state of a charge, by our reference. */
export async function chargeState(client: Client, reference: string): Promise<ChargeState> {
  const answer = await client.call({
    method: 'GET',
    path: '/api/v2/merchant/transactions/query',
    query: { paymentReference: reference },
  });
  if (isNotFound(answer)) return { state: 'not_found', reason: null };
  return read(answer, reference);
}

const charge = z.object({
  paymentReference: shortString,
  paymentStatus: shortString,
  paymentDescription: z.string().nullish(),
  responseMessage: z.string().nullish(),
});

function read(answer: Answer, reference: string): ChargeState {
  if (answer.kind !== 'done')
    return unknownCharge(answer.kind === 'silence' ? answer.reason : answer.message);
  const data = charge.safeParse(answer.body).data;
  if (data?.paymentReference !== reference) return unknownCharge(UNREADABLE);
  const status = statusOf(data.paymentStatus);
  if (status === 'completed' || status === 'refunded') return { state: 'completed', reason: null };
  return status === 'pending' ? { state: 'processing', reason: null } : refusedCharge(data.responseMessage);
}
