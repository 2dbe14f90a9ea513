import { z } from 'zod';
import { expiryOf, refusedCharge, unknownCharge } from '#server/adapters/shared/charge-failures.ts';
import type { Outcome } from '#server/kernel/ports/index.ts';
import type { ChargeRequest, ChargeState, ReusableCard } from '#server/kernel/ports/saved-cards.ts';
import { callApi, type Client, failureOf } from './client.ts';
import { isReference, wireOf } from './references.ts';
import { verifyTransaction, wasPaid } from './transactions.ts';

/** The authorization of a payment, where it is one that may be charged again. */
export async function cardOf(
  client: Client,
  transactionId: string,
): Promise<Outcome<{ card: ReusableCard | null }>> {
  if (!isReference(transactionId)) return { ok: true, card: null };
  const result = await verifyTransaction(client, transactionId);
  if (result.kind !== 'said') return failureOf(result);
  const of = result.data && wasPaid(result.data) ? result.data.authorization : null;
  if (!of?.reusable) return { ok: true, card: null };
  return {
    ok: true,
    card: {
      token: of.authorization_code,
      brand: (of.brand || of.card_type || 'card').trim(),
      last4: of.last4,
      expires: expiryOf(of.exp_month, of.exp_year),
    },
  };
}

const charged = z.object({
  reference: z.string(),
  status: z.string(),
  gateway_response: z.string().nullish(),
});

/** Charges an authorization. Paystack refuses a reference a second time, so the answer to a repeat is what it knows of it. */
export async function chargeSaved(client: Client, request: ChargeRequest): Promise<ChargeState> {
  const wire = wireOf(request.reference);
  if (!wire) return refusedCharge('Paystack cannot take this reference');
  const json = {
    email: request.email,
    amount: request.amount,
    currency: request.currency,
    authorization_code: request.token,
    reference: wire,
    metadata: JSON.stringify({ reference: request.reference, description: request.description }),
  };
  const call = { method: 'POST', path: '/transaction/charge_authorization', json } as const;
  const result = await callApi(client, call, charged);
  if (result.kind === 'unclear') return unknownCharge(result.reason);
  if (result.kind === 'refused')
    return result.code === 'duplicate_reference' || /duplicate transaction reference/i.test(result.message)
      ? chargeState(client, request.reference)
      : refusedCharge(result.message);
  if (result.data.reference !== wire) return unknownCharge('it answered about another charge');
  return stateOf(result.data);
}

/** The state of a charge, by our reference. */
export async function chargeState(client: Client, reference: string): Promise<ChargeState> {
  const wire = wireOf(reference);
  const result = wire ? await verifyTransaction(client, wire) : null;
  if (!result) return { state: 'not_found', reason: null };
  if (result.kind !== 'said')
    return unknownCharge(result.kind === 'refused' ? result.message : result.reason);
  return result.data ? stateOf(result.data) : { state: 'not_found', reason: null };
}

function stateOf(of: { status: string; gateway_response?: string | null | undefined }): ChargeState {
  if (of.status === 'success' || of.status === 'reversed') return { state: 'completed', reason: null };
  if (of.status === 'failed') return refusedCharge(of.gateway_response);
  return { state: 'processing', reason: null };
}

/** Has Paystack forget an authorization; one it does not know is forgotten. */
export async function revokeCard(client: Client, token: string): Promise<Outcome<object>> {
  const json = { authorization_code: token };
  const call = { method: 'POST', path: '/customer/authorization/deactivate', json } as const;
  const result = await callApi(client, call, z.unknown());
  return result.kind === 'unclear' ? failureOf(result) : { ok: true };
}
