import { banks } from '#core/banks.ts';
import { currencies } from '#core/money.ts';
import { unknownCharge } from '#server/adapters/shared/charge-failures.ts';
import { surchargeFor } from '#server/adapters/shared/surcharge.ts';
import type {
  Checkout,
  CheckoutRequest,
  Outcome,
  PaymentProvider,
  PayoutState,
} from '#server/kernel/ports/index.ts';
import { findPayment, paymentsOf, presentPayment, type SandboxContext } from './books.ts';
import { accountOf, openCheckout, ussdCodeOf } from './checkouts.ts';
import { balanceOf, pageOfPayments, pageOfPayouts } from './lists.ts';
import { accountNameOf, CHANGING_ACCOUNT, changingNames, SILENT_ACCOUNT } from './names.ts';
import { findPayout, presentPayout, sendPayout, settlePayouts, unknownPayout } from './payouts.ts';
import { refundState, sendRefund, unknownRefund } from './refund-requests.ts';
import { collectionFee, payoutFee, settlesOn } from './rules.ts';
import { cardOf, chargeSaved, chargeState, revokeCard } from './saved-cards.ts';
import { readSettings } from './settings.ts';
import { settleIncoming } from './settle.ts';
import type { CheckoutRow } from './table.ts';
import { parseWebhook } from './webhooks.ts';

const DOWN = 'The sandbox provider is switched off';

type Identity = { secret: string; publicUrl: () => string };

/** The sandbox as a payment provider port. */
export function portOf(sandbox: SandboxContext, { secret, publicUrl }: Identity): PaymentProvider {
  const whenUp = <T>(work: () => Promise<Outcome<T>>) => respondWhenUp(sandbox, work);
  // Due changes are settled before every query: no answer depends on when the loop last ran.
  const whenSettled = <T>(work: () => Promise<Outcome<T>>) =>
    whenUp(() => settleIncoming(sandbox).then(work));
  const changing = changingNames();
  return {
    name: 'sandbox',
    title: 'Sandbox',
    testMode: true,
    collects: currencies,
    paysOut: currencies,
    startCheckout: (request) => whenUp(() => startCheckout(sandbox, publicUrl(), request)),
    verifyPayment: (transactionId) =>
      whenSettled(async () => {
        const payment = await findPayment(sandbox.db, transactionId);
        return { ok: true, payment: payment && presentPayment(payment) };
      }),
    listPayments: (reference) =>
      whenSettled(async () => ({
        ok: true,
        payments: (await paymentsOf(sandbox.db, reference)).map(presentPayment),
      })),
    parseWebhook: (rawBody, headers) => parseWebhook(secret, rawBody, headers),
    banks: () => whenUp(async () => ({ ok: true, banks: banks.map(({ code, name }) => ({ code, name })) })),
    resolveAccount: (bankCode, accountNumber) =>
      whenUp(async () =>
        accountNumber === CHANGING_ACCOUNT
          ? { ok: true, accountName: changing.next(bankCode) }
          : resolveAccount(bankCode, accountNumber),
      ),
    payoutFee,
    sendPayout: async (request) => {
      if (await isDown(sandbox)) return unknownPayout(DOWN);
      if (request.accountNumber === CHANGING_ACCOUNT) changing.begin(request.bankCode);
      return sendPayout(sandbox, request);
    },
    payoutState: async (reference) =>
      (await isDown(sandbox)) ? unknownPayout(DOWN) : payoutState(sandbox, reference),
    sendRefund: async (request) =>
      (await isDown(sandbox)) ? unknownRefund(DOWN) : sendRefund(sandbox, request),
    refundState: async (request) =>
      (await isDown(sandbox)) ? unknownRefund(DOWN) : refundState(sandbox, request),
    surcharge: (amount, currency) => surchargeFor(amount, (gross) => collectionFee(gross, currency)),
    settlesOn,
    payments: (span, cursor) => whenSettled(() => pageOfPayments(sandbox, span, cursor)),
    payouts: (span, cursor) =>
      whenUp(() => settlePayouts(sandbox).then(() => pageOfPayouts(sandbox, span, cursor))),
    balance: (currency) =>
      whenSettled(async () => {
        await settlePayouts(sandbox);
        return { ok: true, available: await balanceOf(sandbox, currency) };
      }),
    savesCards: currencies,
    cardOf: (transactionId) => whenSettled(() => cardOf(sandbox, transactionId)),
    chargeSaved: async (request) =>
      (await isDown(sandbox)) ? unknownCharge(DOWN) : chargeSaved(sandbox, request),
    chargeState: async (reference) => {
      if (await isDown(sandbox)) return unknownCharge(DOWN);
      await settleIncoming(sandbox);
      return chargeState(sandbox, reference);
    },
    revokeCard: ({ token }) => whenUp(() => revokeCard(sandbox, token)),
  };
}

async function isDown(sandbox: SandboxContext): Promise<boolean> {
  return (await readSettings(sandbox.db)).providerDown;
}

async function respondWhenUp<T>(
  sandbox: SandboxContext,
  work: () => Promise<Outcome<T>>,
): Promise<Outcome<T>> {
  if (await isDown(sandbox)) return { ok: false, reason: DOWN, retry: true };
  return work();
}

async function startCheckout(
  sandbox: SandboxContext,
  publicUrl: string,
  request: CheckoutRequest,
): Promise<Outcome<{ checkout: Checkout }>> {
  if (!isValid(request)) return { ok: false, reason: 'The checkout request cannot be used', retry: false };
  const row = await openCheckout(sandbox, request);
  if (!row) return { ok: false, reason: 'No free account number', retry: true };
  if (row.amount_minor !== request.amount || row.currency !== request.currency) {
    return { ok: false, reason: 'This reference belongs to a checkout of another amount', retry: false };
  }
  return { ok: true, checkout: presentCheckout(row, publicUrl) };
}

function isValid(request: CheckoutRequest): boolean {
  return (
    request.amount > 0 &&
    request.reference.length > 0 &&
    request.reference.length <= 200 &&
    /^https?:\/\//.test(request.returnUrl)
  );
}

function presentCheckout(row: CheckoutRow, publicUrl: string): Checkout {
  return {
    checkoutUrl: `${publicUrl}/sandbox/checkout/${row.token}`,
    account: accountOf(row),
    ussdCode: row.account_number && ussdCodeOf(row.account_number),
  };
}

function resolveAccount(bankCode: string, accountNumber: string): Outcome<{ accountName: string | null }> {
  if (accountNumber === SILENT_ACCOUNT) return { ok: false, reason: 'The bank did not answer', retry: true };
  const bank = banks.find((known) => known.code === bankCode);
  return { ok: true, accountName: bank?.takesPayouts ? accountNameOf(bankCode, accountNumber) : null };
}

async function payoutState(sandbox: SandboxContext, reference: string): Promise<PayoutState> {
  await settlePayouts(sandbox);
  const payout = await findPayout(sandbox.db, reference);
  return payout
    ? presentPayout(payout)
    : { ...unknownPayout('No payout has this reference'), state: 'not_found' };
}
