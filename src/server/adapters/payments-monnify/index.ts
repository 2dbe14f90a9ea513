import { type Clock, dateIn } from '#core/dates.ts';
import { ZERO } from '#core/money.ts';
import { guardedFetch } from '#server/adapters/shared/guarded-fetch.ts';
import { priceOf } from '#server/adapters/shared/prices.ts';
import { workingDaysAfter } from '#server/adapters/shared/working-days.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { listBanks, readBalance, resolveAccount } from './banks.ts';
import { cardOf, chargeSaved, chargeState } from './cards.ts';
import { startCheckout } from './checkout.ts';
import { createClient } from './client.ts';
import { listAllPayments, listPayments, verifyPayment } from './payments.ts';
import { listPayouts, payoutState, sendPayout } from './payouts.ts';
import { payoutPrices } from './prices.ts';
import { createRefundList } from './refund-list.ts';
import { refundState, sendRefund } from './refunds.ts';
import { parseWebhook } from './webhooks.ts';

export type MonnifyOptions = {
  /** `https://api.monnify.com`, or its sandbox; without a trailing slash. */
  baseUrl: string;
  apiKey: string;
  /** Also signs the webhooks. */
  secretKey: string;
  contractCode: string;
  /** The wallet payouts are made from; without one nothing is paid out. */
  walletAccount: string;
  fetch?: typeof fetch;
  timeoutMs?: number;
  clock: Clock;
};

/** Monnify: naira in by card, transfer and USSD, naira out by transfer. */
export function createMonnify(options: MonnifyOptions): PaymentProvider {
  const { secretKey, walletAccount } = options;
  const client = createClient({
    ...options,
    fetch: options.fetch ?? guardedFetch(options.baseUrl),
    timeoutMs: options.timeoutMs ?? 10_000,
  });
  const testMode = options.apiKey.startsWith('MK_TEST_');
  const settings = { testMode, refunds: createRefundList(client, options.clock) };
  return {
    name: 'monnify',
    title: 'Monnify',
    testMode,
    collects: ['NGN'],
    paysOut: walletAccount ? ['NGN'] : [],
    startCheckout: (request) => startCheckout(client, options, request),
    verifyPayment: (transactionId) => verifyPayment(client, settings, transactionId),
    listPayments: (reference) => listPayments(client, settings, reference),
    parseWebhook: (rawBody, headers) => parseWebhook(secretKey, rawBody, headers),
    banks: async (currency) => (currency === 'NGN' ? listBanks(client) : { ok: true, banks: [] }),
    resolveAccount: (bankCode, accountNumber) => resolveAccount(client, bankCode, accountNumber),
    payoutFee: (amount, currency, on) => (currency === 'NGN' ? priceOf(payoutPrices, amount, on) : ZERO),
    sendPayout: (request) => sendPayout(client, walletAccount, request),
    payoutState: (reference) => payoutState(client, reference),
    sendRefund: (request) => sendRefund(client, request),
    refundState: (request) => refundState(client, request),
    // Its fee is part of each merchant's contract, and a contract says who bears it.
    surcharge: () => null,
    settlesOn: (paidAt) => workingDaysAfter(dateIn(paidAt), 1),
    payments: (span, cursor) => listAllPayments(client, settings, span, cursor),
    payouts: async (span, cursor) =>
      walletAccount ? listPayouts(client, walletAccount, span, cursor) : { ok: true, items: [], next: null },
    balance: async (currency) =>
      currency === 'NGN' && walletAccount
        ? readBalance(client, walletAccount)
        : { ok: true, available: null },
    savesCards: ['NGN'],
    cardOf: (transactionId) => cardOf(client, transactionId),
    chargeSaved: (request) => chargeSaved(client, options, request),
    chargeState: (reference) => chargeState(client, reference),
    // Its API has no call for it.
    revokeCard: async () => ({ ok: true }),
  };
}
