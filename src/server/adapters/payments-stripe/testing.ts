import { MINUTE_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import type { CheckoutRequest, RefundRequest } from '#server/kernel/ports/index.ts';
import { startStripeSimulator } from '../../../../tests/simulators/stripe/index.ts';
import { createStripe, type StripeOptions } from './index.ts';

/** Stripe's imitation, the adapter that speaks to it, and a clock both of them have. */
export async function stripeFixture() {
  let now = new Date('2026-11-20T10:00:00Z');
  const clock = () => now;
  const simulator = await startStripeSimulator(clock);
  const { STRIPE_SECRET_KEY = '', STRIPE_WEBHOOK_SECRET = '' } = simulator.settings;
  const adapter = (options: Partial<StripeOptions> = {}) =>
    createStripe({
      baseUrl: simulator.url,
      secretKey: STRIPE_SECRET_KEY,
      webhookSecret: STRIPE_WEBHOOK_SECRET,
      clock,
      timeoutMs: 5000,
      ...options,
    });
  let references = 0;
  const stripe = adapter();
  return {
    simulator,
    stripe,
    adapter,
    clock,
    webhookSecret: STRIPE_WEBHOOK_SECRET,
    passMinutes: (minutes: number) => {
      now = new Date(now.getTime() + minutes * MINUTE_MS);
    },
    newReference: () => `dw_${(references += 1)}`,
    /** A checkout that a customer has paid: its reference and transaction. */
    paid: async (amount = 12_345) => {
      const reference = `dw_${(references += 1)}`;
      await stripe.startCheckout(checkoutOf(reference, { amount: minor(amount) }));
      return { reference, transactionId: simulator.pay(reference) };
    },
  };
}

export const checkoutOf = (reference: string, change: Partial<CheckoutRequest> = {}): CheckoutRequest => ({
  reference,
  amount: minor(12_345),
  currency: 'USD',
  customerName: 'Ada Obi',
  customerEmail: 'ada@example.com',
  description: 'Invoice INV-0007',
  businessName: 'Bola & Sons',
  returnUrl: 'https://duewell.test/pay/abc',
  ...change,
});

export const refundOf = (
  { reference, transactionId }: { reference: string; transactionId: string },
  change: Partial<RefundRequest> = {},
): RefundRequest => ({
  reference: `rf_${reference}`,
  transactionId,
  paymentReference: reference,
  amount: minor(5000),
  currency: 'USD',
  reason: 'Paid twice',
  providerId: null,
  ...change,
});

/** A `fetch` that answers everything with the same JSON, or by path. */
export const answering =
  (answer: (path: string) => unknown, status = 200): typeof fetch =>
  async (input) =>
    Response.json(answer(new URL(String(input)).pathname), { status });
