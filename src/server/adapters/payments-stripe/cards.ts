import { z } from 'zod';
import type { Clock } from '#core/dates.ts';
import { expiryOf, refusedCharge, unknownCharge } from '#server/adapters/shared/charge-failures.ts';
import type { Outcome } from '#server/kernel/ports/index.ts';
import type {
  ChargeFailure,
  ChargeRequest,
  ChargeState,
  ReusableCard,
} from '#server/kernel/ports/saved-cards.ts';
import { callStripe, type Client } from './client.ts';
import { intentsOf } from './payments.ts';
import { failureOf, parseAs } from './wire.ts';

const keptCard = z.object({
  object: z.literal('payment_intent'),
  id: z.string(),
  status: z.string(),
  customer: z.string().nullish(),
  setup_future_usage: z.string().nullish(),
  payment_method: z.string().nullish(),
  latest_charge: z
    .object({
      payment_method_details: z
        .object({
          card: z
            .object({ brand: z.string(), last4: z.string(), exp_month: z.number(), exp_year: z.number() })
            .nullish(),
        })
        .nullish(),
    })
    .nullish(),
});

// A charge needs the customer and the payment method; neither has a point in its id.
const tokenOf = (customer: string, method: string): string => `${customer}.${method}`;
const partsOf = (token: string): [customer: string, method: string] => {
  const [customer = '', method = ''] = token.split('.');
  return [customer, method];
};

/** The card of a payment that was made to be charged again. */
export async function cardOf(client: Client, id: string): Promise<Outcome<{ card: ReusableCard | null }>> {
  if (!/^pi_\w+$/.test(id)) return { ok: true, card: null };
  const response = await callStripe(client, (stripe) =>
    stripe.paymentIntents.retrieve(id, { expand: ['latest_charge'] }),
  );
  const parsed = parseAs(keptCard, response);
  if (parsed.kind === 'refusal' && parsed.code === 'resource_missing') return { ok: true, card: null };
  if (parsed.kind !== 'answer') return failureOf(parsed);
  const { customer, payment_method: method, status, setup_future_usage: use } = parsed.body;
  const card = parsed.body.latest_charge?.payment_method_details?.card;
  if (status !== 'succeeded' || use !== 'off_session' || !customer || !method || !card)
    return { ok: true, card: null };
  return {
    ok: true,
    card: {
      token: tokenOf(customer, method),
      brand: card.brand,
      last4: card.last4,
      expires: expiryOf(card.exp_month, card.exp_year),
    },
  };
}

const failures: Record<string, ChargeFailure> = {
  authentication_required: 'holder',
  insufficient_funds: 'funds',
  expired_card: 'card',
  lost_card: 'card',
  stolen_card: 'card',
  pickup_card: 'card',
  do_not_honor: 'declined',
  generic_decline: 'declined',
  processing_error: 'issuer',
  issuer_not_available: 'issuer',
};

const chargedIntent = z.object({
  object: z.literal('payment_intent'),
  status: z.string(),
  metadata: z.record(z.string(), z.string()),
  last_payment_error: z
    .object({
      code: z.string().nullish(),
      decline_code: z.string().nullish(),
      message: z.string().nullish(),
    })
    .nullish(),
});
type ChargedIntent = z.infer<typeof chargedIntent>;

/**
 * A payment intent, confirmed off session. Our reference is the idempotency key. A card that is declined is answered with an
 * error that leaves an intent behind, so the intent says what happened.
 */
export async function chargeSaved(client: Client, request: ChargeRequest): Promise<ChargeState> {
  const [customer, method] = partsOf(request.token);
  const { reference } = request;
  const response = await callStripe(client, (stripe) =>
    stripe.paymentIntents.create(
      {
        amount: request.amount,
        currency: 'usd',
        customer,
        payment_method: method,
        off_session: true,
        confirm: true,
        capture_method: 'automatic',
        description: request.description,
        metadata: { reference },
      },
      { idempotencyKey: reference },
    ),
  );
  if (response.kind === 'refusal') {
    const failure = failures[response.code ?? ''];
    const refused = refusedCharge(response.reason);
    return failure && refused.state === 'failed' ? { ...refused, failure } : refused;
  }
  const parsed = parseAs(chargedIntent, response);
  return parsed.kind === 'answer' ? stateOf(parsed.body) : unknownCharge(parsed.reason);
}

/** The state of a charge: a fresh intent is found in the list, an old one by search. */
export async function chargeState(client: Client, clock: Clock, reference: string): Promise<ChargeState> {
  const found = await intentsOf(client, clock, reference);
  if (!found.ok) return unknownCharge(found.reason);
  const [id] = [...found.ids];
  if (id === undefined) return { state: 'not_found', reason: null };
  const parsed = parseAs(
    chargedIntent,
    await callStripe(client, (stripe) => stripe.paymentIntents.retrieve(id)),
  );
  return parsed.kind === 'answer' ? stateOf(parsed.body) : unknownCharge(parsed.reason);
}

function stateOf({ status, last_payment_error: error }: ChargedIntent): ChargeState {
  if (status === 'succeeded') return { state: 'completed', reason: null };
  if (status === 'processing' || status === 'requires_confirmation')
    return { state: 'processing', reason: null };
  const refused = refusedCharge(error?.message);
  const code = error?.decline_code ?? error?.code ?? '';
  const failure = status === 'requires_action' ? 'holder' : (failures[code] ?? null);
  return failure && refused.state === 'failed' ? { ...refused, failure } : refused;
}

/** Takes a card off its customer; one that is off already is. */
export async function revokeCard(client: Client, token: string): Promise<Outcome<object>> {
  const [, method] = partsOf(token);
  const response = await callStripe(client, (stripe) => stripe.paymentMethods.detach(method));
  return response.kind === 'silence' || response.kind === 'conflict' ? failureOf(response) : { ok: true };
}
