import type { Clock } from '#core/dates.ts';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { balance, banks, resolveAccount } from './banks.ts';
import { cardOf, chargeSaved, chargeState } from './cards.ts';
import { startCheckout } from './checkout.ts';
import { createClient } from './client.ts';
import { listPayments, payments, verifyPayment } from './payments.ts';
import { payoutState, payouts, sendPayout } from './payouts.ts';
import { payoutFee, settlesOn } from './prices.ts';
import { refundState, sendRefund } from './refunds.ts';
import { createReversals } from './reversals.ts';
import { parseWebhook } from './webhooks.ts';

type Options = {
  /** `https://api.flutterwave.com`, with or without its `/v3`. */
  baseUrl: string;
  secretKey: string;
  /**
   * Secret typed into their dashboard, sent along with every webhook. Without one no webhook is authentic.
   */
  secretHash: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
  clock: Clock;
};

/** Flutterwave's API v3. Collects naira and dollars and pays out naira. */
export function createFlutterwave(options: Options): PaymentProvider {
  const { baseUrl, secretKey, secretHash, clock } = options;
  const connection = {
    fetch: options.fetch ?? guardedFetch(baseUrl),
    timeoutMs: options.timeoutMs ?? 10_000,
  };
  const client = createClient({ baseUrl, secretKey, connection, clock });
  const reversals = createReversals(client);
  return {
    name: 'flutterwave',
    title: 'Flutterwave',
    testMode: client.testMode,
    collects: ['NGN', 'USD'],
    paysOut: ['NGN'],
    startCheckout: (request) => startCheckout(client, request),
    verifyPayment: (transactionId) => verifyPayment(client, reversals, transactionId),
    listPayments: (reference) => listPayments(client, reversals, reference),
    parseWebhook: (rawBody, headers) => parseWebhook(secretHash, rawBody, headers),
    banks: (currency) => banks(client, currency),
    resolveAccount: (bankCode, accountNumber) => resolveAccount(client, bankCode, accountNumber),
    payoutFee,
    sendPayout: singleFlight((request) => sendPayout(client, request)),
    payoutState: (reference) => payoutState(client, reference),
    sendRefund: singleFlight((request) => sendRefund(client, request)),
    refundState: (request) => refundState(client, request),
    // Its dashboard says who bears the fee, and then its own page adds it.
    surcharge: () => null,
    settlesOn,
    payments: (span, cursor) => payments(client, reversals, span, cursor),
    payouts: (span, cursor) => payouts(client, span, cursor),
    balance: (currency) => balance(client, currency),
    savesCards: ['NGN', 'USD'],
    cardOf: (transactionId) => cardOf(client, transactionId),
    chargeSaved: singleFlight((request) => chargeSaved(client, request)),
    chargeState: (reference) => chargeState(client, reference),
    // Its API has no call for it: a token ends with its year.
    revokeCard: async () => ({ ok: true }),
  };
}

/**
 * Runs one request at a time per reference; concurrent callers share its outcome, because two at once would
 * both check before either has sent.
 */
function singleFlight<R extends { reference: string }, T>(send: (request: R) => Promise<T>) {
  const inFlight = new Map<string, Promise<T>>();
  return (request: R): Promise<T> => {
    const existing = inFlight.get(request.reference);
    if (existing) return existing;
    const sending = send(request).finally(() => inFlight.delete(request.reference));
    inFlight.set(request.reference, sending);
    return sending;
  };
}
