import { addDays, dateIn } from '#core/dates.ts';
import { type Minor, minor } from '#core/money.ts';
import type {
  PaymentProvider,
  PaymentProviders,
  PayoutState,
  ProviderPayment,
  RefundState,
} from '#server/kernel/ports/index.ts';
import type { ChargeRequest, ChargeState, ReusableCard } from '#server/kernel/ports/saved-cards.ts';
import { paymentProviders } from '#server/kernel/providers.ts';
import type { Ports } from '#server/kernel/scope.ts';

/** A fake provider controlled by the test: it knows only the transactions it is given. */
export type FakeProvider = PaymentProvider & {
  transactions: Map<string, ProviderPayment>;
  paidOut: Map<string, PayoutState>;
  /** Every payout asked for, in order; repeats included. */
  sent: string[];
  /** The reported result of `sendPayout`, and what really happened. */
  onSend: (reference: string) => { reported: PayoutState; truth: PayoutState };
  /** Refunds by our reference, and what `sendRefund` answers and really does. */
  refunds: Map<string, RefundState>;
  onRefund: (reference: string) => { told: RefundState; truth: RefundState };
  /** Charges of saved cards by our reference, every one asked for, and what `chargeSaved` answers and really does. */
  charged: Map<string, ChargeState>;
  chargesSent: ChargeRequest[];
  onCharge: (request: ChargeRequest) => { told: ChargeState; truth: ChargeState };
  revoked: string[];
  down: boolean;
};

const chargeCompleted: ChargeState = { state: 'completed', reason: null };

const cardOf = (id: string): ReusableCard => ({
  token: `card_${id}`,
  brand: 'visa',
  last4: '4081',
  expires: '2030-12',
});

const state = (name: PayoutState['state'], reason: string | null = null): PayoutState => ({
  state: name,
  reason,
  fee: minor(0),
});
export const payoutState = state;

export const refundState = (name: RefundState['state'], reason: string | null = null): RefundState => ({
  state: name,
  reason,
  providerId: null,
});

/** Makes a fake provider that takes checkouts and completes payouts at once. */
export function createFakeProvider(): FakeProvider {
  const unreachable = { ok: false as const, reason: 'down', retry: true };
  const fake: FakeProvider = {
    name: 'fake',
    title: 'Fake',
    testMode: true,
    collects: ['NGN', 'USD'],
    paysOut: ['NGN', 'USD'],
    refunds: new Map(),
    onRefund: () => ({ told: refundState('completed'), truth: refundState('completed') }),
    transactions: new Map(),
    charged: new Map(),
    chargesSent: [],
    onCharge: () => ({ told: chargeCompleted, truth: chargeCompleted }),
    revoked: [],
    paidOut: new Map(),
    sent: [],
    down: false,
    onSend: () => ({ reported: state('completed'), truth: state('completed') }),
    startCheckout: async ({ reference }) =>
      fake.down
        ? unreachable
        : {
            ok: true,
            checkout: { checkoutUrl: `https://fake.test/${reference}`, account: null, ussdCode: null },
          },
    verifyPayment: async (id) =>
      fake.down ? unreachable : { ok: true, payment: fake.transactions.get(id) ?? null },
    listPayments: async (reference) =>
      fake.down
        ? unreachable
        : {
            ok: true,
            payments: [...fake.transactions.values()].filter((payment) => payment.reference === reference),
          },
    parseWebhook: (raw, headers) => {
      if (headers.get('x-fake-signature') !== 'good') return null;
      return JSON.parse(Buffer.from(raw).toString());
    },
    banks: async () => ({
      ok: true,
      banks: [
        { code: '058', name: 'Guaranty Trust Bank (GTB)' },
        { code: '044', name: 'Access Bank' },
      ],
    }),
    resolveAccount: async (_bank, number) => ({
      ok: true,
      accountName: number === '0000000000' ? null : 'ADAEZE OKAFOR',
    }),
    payoutFee: () => minor(5000),
    sendPayout: async ({ reference }) => {
      fake.sent.push(reference);
      if (fake.paidOut.has(reference)) return fake.paidOut.get(reference) as PayoutState;
      const { reported: told, truth } = fake.onSend(reference);
      fake.paidOut.set(reference, truth);
      return told;
    },
    payoutState: async (reference) =>
      fake.down ? state('unknown') : (fake.paidOut.get(reference) ?? state('not_found')),
    sendRefund: async ({ reference }) => {
      const known = fake.refunds.get(reference);
      if (known) return known;
      const { told, truth } = fake.onRefund(reference);
      fake.refunds.set(reference, truth);
      return told;
    },
    refundState: async ({ reference }) =>
      fake.down ? refundState('unknown') : (fake.refunds.get(reference) ?? refundState('not_found')),
    surcharge: () => minor(100),
    settlesOn: (paidAt) => addDays(dateIn(paidAt), 1),
    payments: async () => ({ ok: true, items: [...fake.transactions.values()], next: null }),
    payouts: async () => ({ ok: true, items: [], next: null }),
    balance: async () => ({ ok: true, available: null }),
    savesCards: ['NGN', 'USD'],
    cardOf: async (id) =>
      fake.down ? unreachable : { ok: true, card: fake.transactions.has(id) ? cardOf(id) : null },
    chargeSaved: async (request) => {
      const known = fake.charged.get(request.reference);
      fake.chargesSent.push(request);
      if (known) return known;
      const { told, truth } = fake.onCharge(request);
      if (truth.state !== 'not_found') fake.charged.set(request.reference, truth);
      if (truth.state === 'completed') {
        const paid = reported(request.reference, request.amount, { method: 'card' });
        fake.transactions.set(paid.transactionId, paid);
      }
      return told;
    },
    chargeState: async (reference) =>
      fake.down
        ? { state: 'unknown', reason: 'down' }
        : (fake.charged.get(reference) ?? { state: 'not_found', reason: null }),
    revokeCard: async ({ token }) => {
      if (fake.down) return unreachable;
      fake.revoked.push(token);
      return { ok: true };
    },
  };
  return fake;
}

/** A transaction as the fake reports it: a completed transfer of `amount` by default. */
export const reported = (
  reference: string,
  amount: Minor,
  more: Partial<ProviderPayment> = {},
): ProviderPayment => ({
  transactionId: `t_${reference}_${Math.floor(performance.now() * 1e6).toString(36)}`,
  reference,
  status: 'completed',
  amount,
  refunded: minor(0),
  fee: minor(100),
  currency: 'NGN',
  method: 'bank_transfer',
  testMode: true,
  paidAt: null,
  ...more,
});

let events = 0;

/** Sends a signed webhook about a transaction, as the provider would over HTTP. */
export async function postWebhook(
  url: string,
  transactionId: string,
  eventId = `e${++events}`,
): Promise<Response> {
  return fetch(`${url}/api/webhooks/fake`, {
    method: 'POST',
    headers: { 'x-fake-signature': 'good', 'Content-Type': 'application/json' },
    body: JSON.stringify({ eventId, about: 'payment', transactionId }),
  });
}

/** One provider for everything it can do. */
export function onlyProvider(provider: PaymentProvider): PaymentProviders {
  const choice = { collecting: [provider], payingOut: provider };
  return paymentProviders({ NGN: choice, USD: choice });
}

/** The ports of an app whose payments are all of one provider. */
export const paidBy =
  (provider: PaymentProvider) =>
  (made: Ports): Ports => ({ ...made, payments: onlyProvider(provider) });
