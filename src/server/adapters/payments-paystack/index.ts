import { assert } from '#core/assert.ts';
import type { Clock } from '#core/dates.ts';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { banks, resolveAccount } from './banks.ts';
import { cardOf, chargeSaved, chargeState, revokeCard } from './cards.ts';
import { startCheckout } from './checkout.ts';
import type { Client } from './client.ts';
import { listPayments, paymentsWithin, verifyPayment } from './payments.ts';
import { balance, payoutState, payoutsWithin, sendPayout } from './payouts.ts';
import { payoutFee, settlesOn, surcharge } from './prices.ts';
import { refundState, sendRefund } from './refunds.ts';
import { parseWebhook } from './webhooks.ts';

type Options = {
  /** Origin of the API, `https://api.paystack.co` for test and live money alike. */
  baseUrl: string;
  /** `sk_test_…` or `sk_live_…`, which decides the mode. It also signs the webhooks. */
  secretKey: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
  clock: Clock;
};

const TIMEOUT_MS = 10_000;

/**
 * Paystack. Throws when the key is none of its secret keys: with an empty one anybody could sign webhooks.
 */
export function createPaystack({ baseUrl, secretKey, clock, ...options }: Options): PaymentProvider {
  assert(/^sk_(test|live)_\w{10,}$/.test(secretKey), 'Paystack needs a secret key, sk_test_… or sk_live_…');
  const client: Client = {
    baseUrl: baseUrl.replace(/(?<!\/)\/+$/, ''),
    secretKey,
    clock,
    fetch: options.fetch ?? guardedFetch(baseUrl),
    timeoutMs: options.timeoutMs ?? TIMEOUT_MS,
  };
  return {
    name: 'paystack',
    title: 'Paystack',
    testMode: secretKey.startsWith('sk_test_'),
    collects: ['NGN', 'USD'],
    paysOut: ['NGN'],
    startCheckout: (request) => startCheckout(client, request),
    verifyPayment: (transactionId) => verifyPayment(client, transactionId),
    listPayments: (reference) => listPayments(client, reference),
    parseWebhook: (rawBody, headers) => parseWebhook(secretKey, rawBody, headers),
    banks: (currency) => banks(client, currency),
    resolveAccount: (bankCode, accountNumber) => resolveAccount(client, bankCode, accountNumber),
    payoutFee,
    sendPayout: (request) => sendPayout(client, request),
    payoutState: (reference) => payoutState(client, reference),
    sendRefund: (request) => sendRefund(client, request),
    refundState: (request) => refundState(client, request),
    surcharge,
    settlesOn,
    payments: (span, cursor) => paymentsWithin(client, span, cursor),
    payouts: (span, cursor) => payoutsWithin(client, span, cursor),
    balance: (currency) => balance(client, currency),
    savesCards: ['NGN', 'USD'],
    cardOf: (transactionId) => cardOf(client, transactionId),
    chargeSaved: (request) => chargeSaved(client, request),
    chargeState: (reference) => chargeState(client, reference),
    revokeCard: ({ token }) => revokeCard(client, token),
  };
}
