import { afterEach, describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { createFlutterwave } from '#server/adapters/payments-flutterwave/index.ts';
import { createMonnify } from '#server/adapters/payments-monnify/index.ts';
import { createPaystack } from '#server/adapters/payments-paystack/index.ts';
import { createStripe } from '#server/adapters/payments-stripe/index.ts';
import type { PaymentProvider } from '#server/kernel/ports/index.ts';
import { startFlutterwaveSimulator } from './simulators/flutterwave/index.ts';
import { startMonnifySimulator } from './simulators/monnify/index.ts';
import { startPaystackSimulator } from './simulators/paystack/index.ts';
import type { ChargeEnd, Simulator, StartSimulator } from './simulators/simulator.ts';
import { startStripeSimulator } from './simulators/stripe/index.ts';

// Each provider's adapter against that provider's imitation: what all of them promise about saved cards.
const now = new Date('2026-11-20T10:00:00Z');
const clock = () => now;
type Make = (there: Simulator) => PaymentProvider;
const setting = ({ settings }: Simulator, name: string) => settings[name] ?? '';
const providers: Record<string, [StartSimulator, Make]> = {
  paystack: [
    startPaystackSimulator,
    (there) =>
      createPaystack({ baseUrl: there.url, clock, secretKey: setting(there, 'PAYSTACK_SECRET_KEY') }),
  ],
  flutterwave: [
    startFlutterwaveSimulator,
    (there) =>
      createFlutterwave({
        baseUrl: there.url,
        clock,
        secretKey: setting(there, 'FLUTTERWAVE_SECRET_KEY'),
        secretHash: setting(there, 'FLUTTERWAVE_SECRET_HASH'),
      }),
  ],
  monnify: [
    startMonnifySimulator,
    (there) =>
      createMonnify({
        baseUrl: there.url,
        clock,
        apiKey: setting(there, 'MONNIFY_API_KEY'),
        secretKey: setting(there, 'MONNIFY_SECRET_KEY'),
        contractCode: setting(there, 'MONNIFY_CONTRACT_CODE'),
        walletAccount: setting(there, 'MONNIFY_WALLET_ACCOUNT'),
      }),
  ],
  stripe: [
    startStripeSimulator,
    (there) =>
      createStripe({
        baseUrl: there.url,
        clock,
        secretKey: setting(there, 'STRIPE_SECRET_KEY'),
        webhookSecret: setting(there, 'STRIPE_WEBHOOK_SECRET'),
      }),
  ],
};

const open: Simulator[] = [];
afterEach(() => Promise.all(open.splice(0).map((there) => there.close())));

async function withCard(name: string) {
  const [start, make] = providers[name] ?? [];
  if (!start || !make) throw new Error(`no ${name}`);
  const there = await start(clock);
  open.push(there);
  const provider = make(there);
  const { currency } = there;
  const amount = minor(1_000_000);
  const started = await provider.startCheckout({
    reference: 'dw_first',
    amount,
    currency,
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.com',
    description: 'Invoice INV-0001',
    businessName: 'Bello and Sons',
    returnUrl: 'https://duewell.example/pay/abc',
    savesCard: true,
  });
  expect(started.ok).toBe(true);
  const id = there.pay('dw_first', { method: 'card' });
  const kept = await provider.cardOf(id);
  const card = kept.ok ? kept.card : null;
  let count = 0;
  const charge = (more: { reference?: string; token?: string } = {}) =>
    provider.chargeSaved({
      reference: `dw_charge_${(count += 1)}`,
      amount,
      currency,
      token: card?.token ?? '',
      email: 'ada@example.com',
      customerName: 'Ada Obi',
      description: 'Invoice INV-0002',
      ...more,
    });
  return { there, provider, card, charge, id, amount };
}

const paidUnder = (there: Simulator, reference: string) =>
  there.ledger.payments.filter((one) => one.reference === reference && one.status === 'completed');

describe.each(Object.keys(providers))('saved cards of %s', (name) => {
  test('the card comes with its payment, and a charge pays once however often it is asked for', async () => {
    const { there, provider, card, charge, amount } = await withCard(name);
    expect(card).toMatchObject({
      last4: expect.stringMatching(/^\d{4}$/),
      expires: expect.stringMatching(/^20\d\d-\d\d$/),
    });
    expect(card?.brand).not.toBe('');
    expect(await charge({ reference: 'dw_next' })).toEqual({ state: 'completed', reason: null });
    await charge({ reference: 'dw_next' });
    expect(await provider.chargeState('dw_next')).toEqual({ state: 'completed', reason: null });
    expect(paidUnder(there, 'dw_next')).toHaveLength(1);
    const found = await provider.listPayments('dw_next');
    expect(found).toMatchObject({ ok: true, payments: [{ status: 'completed', amount, method: 'card' }] });
  });

  test('each refusal is told by its kind, and what is under way ends later', async () => {
    const { there, provider, charge } = await withCard(name);
    for (const kind of ['funds', 'declined', 'card', 'holder'] as const satisfies ChargeEnd[]) {
      there.chargesEnd(kind);
      const reference = `dw_${kind}`;
      expect(await charge({ reference })).toMatchObject({ state: 'failed', failure: kind });
      expect(await provider.chargeState(reference)).toMatchObject({ state: 'failed', failure: kind });
      expect(paidUnder(there, reference)).toEqual([]);
    }
    there.chargesEnd('processing');
    expect(await charge({ reference: 'dw_slow' })).toMatchObject({ state: 'processing' });
    there.decideCharge('dw_slow', 'completed');
    expect(await provider.chargeState('dw_slow')).toMatchObject({ state: 'completed' });
    expect(await provider.chargeState('dw_nobody')).toMatchObject({ state: 'not_found' });
  });

  test('a card that is not one of theirs is refused for good, one that was revoked too', async () => {
    const { provider, card, charge } = await withCard(name);
    expect(await charge({ token: 'cus_none.pm_none' })).toMatchObject({ state: 'failed', failure: 'card' });
    expect(await provider.revokeCard({ token: card?.token ?? '', email: 'ada@example.com' })).toMatchObject({
      ok: true,
    });
    expect(await provider.revokeCard({ token: card?.token ?? '', email: 'ada@example.com' })).toMatchObject({
      ok: true,
    });
    if (name === 'paystack' || name === 'stripe')
      expect(await charge()).toMatchObject({ state: 'failed', failure: 'card' });
  });

  test('an answer that is lost is unknown, and asked about it is what it was', async () => {
    const { there, provider, charge } = await withCard(name);
    const { currency } = there;
    there.setFaults((call) =>
      call.method === 'POST' && !call.path.includes('login') ? 'lose_answer' : null,
    );
    expect(await charge({ reference: 'dw_lost' })).toMatchObject({ state: 'unknown' });
    there.setFaults(null);
    expect(await provider.chargeState('dw_lost')).toMatchObject({ state: 'completed' });
    expect(paidUnder(there, 'dw_lost')).toHaveLength(1);
    expect(provider.savesCards).toContain(currency);
  });
});
