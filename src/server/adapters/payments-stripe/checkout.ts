import type { Stripe } from 'stripe';
import { ZERO } from '#core/money.ts';
import type { Checkout, CheckoutRequest, Outcome } from '#server/kernel/ports/index.ts';
import { callStripe, type Client, UNREADABLE } from './client.ts';
import { failureOf, parseAs, sessionSchema } from './wire.ts';

const MAX_NAME = 250;

/**
 * Opens a checkout session. The reference is also the idempotency key: the same request again gives the same
 * session. Stripe drops keys after 24 hours; that is also the life of a session without an expiry of its own,
 * so by then the former one can no longer be paid. (An expiry of our own would differ at each repeat, and be
 * refused.)
 */
export async function startCheckout(
  client: Client,
  request: CheckoutRequest,
): Promise<Outcome<{ checkout: Checkout }>> {
  if (request.currency !== 'USD' || request.amount <= ZERO)
    return { ok: false, reason: 'Stripe collects US dollars only', retry: false };
  const response = await callStripe(client, (stripe) =>
    stripe.checkout.sessions.create(sessionOf(request), { idempotencyKey: request.reference }),
  );
  const parsed = parseAs(sessionSchema, response);
  if (parsed.kind !== 'answer') return failureOf(parsed);
  const { body: session } = parsed;
  const isOurs =
    session.amount_total === request.amount &&
    session.currency === 'usd' &&
    session.client_reference_id === request.reference;
  if (!isOurs) return { ok: false, reason: UNREADABLE, retry: true };
  if (session.status !== 'open' || session.url === null)
    return { ok: false, reason: 'this checkout is over', retry: false };
  return { ok: true, checkout: { checkoutUrl: session.url, account: null, ussdCode: null } };
}

function sessionOf(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { reference, description, businessName, customerEmail, returnUrl, savesCard } = request;
  const name = (description || businessName || reference).slice(0, MAX_NAME);
  return {
    mode: 'payment',
    line_items: [
      {
        quantity: 1,
        price_data: {
          currency: 'usd',
          unit_amount: request.amount,
          product_data: { name, ...(businessName ? { description: businessName.slice(0, MAX_NAME) } : {}) },
        },
      },
    ],
    client_reference_id: reference,
    metadata: { reference },
    payment_intent_data: {
      metadata: { reference },
      description: name,
      // Captured later, the payment would for up to an hour be without its fee.
      capture_method: 'automatic',
      ...(savesCard ? { setup_future_usage: 'off_session' as const } : {}),
    },
    // A card is kept with a customer of Stripe's.
    ...(savesCard ? { customer_creation: 'always' as const } : {}),
    // Charged in the requested currency, dollars.
    adaptive_pricing: { enabled: false },
    ...(customerEmail ? { customer_email: customerEmail } : {}),
    // The parameter in the return URL makes the pay page poll at once.
    success_url: `${returnUrl}?session_id={CHECKOUT_SESSION_ID}`,
    cancel_url: returnUrl,
  };
}
