import { type Clock, dateIn } from '#core/dates.ts';
import { type Currency, type Minor, minor, ZERO } from '#core/money.ts';
import { workingDaysAfter } from '#server/adapters/shared/working-days.ts';
import type { Outcome, PaymentProvider, PayoutState } from '#server/kernel/ports/index.ts';
import { cardOf, chargeSaved, chargeState, revokeCard } from './cards.ts';
import { startCheckout } from './checkout.ts';
import { callStripe, type Client, clientOf, type ClientOptions } from './client.ts';
import { listPayments, payments, verifyPayment } from './payments.ts';
import { refundState, sendRefund } from './refunds.ts';
import { parseWebhook } from './webhooks.ts';
import { balanceSchema, failureOf, parseAs } from './wire.ts';

/** `baseUrl` as `https://api.stripe.com`; `webhookSecret` is that of the endpoint, `whsec_…`. */
export type StripeOptions = ClientOptions & { webhookSecret: string; clock: Clock };

const LIVE_KEY = /^(sk|rk)_live_/;
/** Stripe passes US card payments on two working days later. */
const SETTLES_AFTER_DAYS = 2;
const NO_PAYOUTS = 'Stripe pays out to no bank in Nigeria';

/** Stripe, for collecting US dollars. It pays nothing out: its payouts go to the account holder only. */
export function createStripe(options: StripeOptions): PaymentProvider {
  const client = clientOf(options);
  return {
    name: 'stripe',
    title: 'Stripe',
    testMode: !LIVE_KEY.test(options.secretKey),
    collects: ['USD'],
    startCheckout: (request) => startCheckout(client, request),
    verifyPayment: (transactionId) => verifyPayment(client, transactionId),
    listPayments: (reference) => listPayments(client, options.clock, reference),
    parseWebhook: (rawBody, headers) => parseWebhook(client, options, rawBody, headers),
    sendRefund: (request) => sendRefund(client, request),
    refundState: (request) => refundState(client, request),
    // Card rules of many countries forbid a surcharge.
    surcharge: () => null,
    settlesOn: (paidAt) => workingDaysAfter(dateIn(paidAt), SETTLES_AFTER_DAYS),
    payments: (span, cursor) => payments(client, span, cursor),
    balance: (currency) => balance(client, currency),
    savesCards: ['USD'],
    cardOf: (transactionId) => cardOf(client, transactionId),
    chargeSaved: (request) => chargeSaved(client, request),
    chargeState: (reference) => chargeState(client, options.clock, reference),
    revokeCard: ({ token }) => revokeCard(client, token),
    ...withoutPayouts,
  };
}

type Payouts =
  | 'paysOut'
  | 'banks'
  | 'resolveAccount'
  | 'payoutFee'
  | 'sendPayout'
  | 'payoutState'
  | 'payouts';

const noPayout = (state: PayoutState['state']): PayoutState => ({
  state,
  reason: NO_PAYOUTS,
  fee: ZERO,
});

const withoutPayouts: Pick<PaymentProvider, Payouts> = {
  paysOut: [],
  banks: async () => ({ ok: true, banks: [] }),
  resolveAccount: async () => ({ ok: false, reason: NO_PAYOUTS, retry: false }),
  payoutFee: () => ZERO,
  sendPayout: async () => noPayout('failed'),
  payoutState: async () => noPayout('not_found'),
  payouts: async () => ({ ok: true, items: [], next: null }),
};

async function balance(client: Client, currency: Currency): Promise<Outcome<{ available: Minor | null }>> {
  const parsed = parseAs(balanceSchema, await callStripe(client, (stripe) => stripe.balance.retrieve()));
  if (parsed.kind !== 'answer') return failureOf(parsed);
  const found = parsed.body.available.find((one) => one.currency === currency.toLowerCase());
  return { ok: true, available: found ? minor(found.amount) : null };
}
