import { describe, expect, test } from 'vitest';
import { createStripe } from './index.ts';
import { refundOf } from './testing.ts';

// Lists that never say they are at their end: what was seen counts, once, and nobody asks for ever.

const intent = {
  object: 'payment_intent',
  id: 'pi_1',
  status: 'succeeded',
  amount: 90_000,
  amount_received: 90_000,
  currency: 'usd',
  livemode: true,
  metadata: { reference: 'dw_1' },
  latest_charge: {
    object: 'charge',
    created: 1_700_000_000,
    amount_refunded: 1000,
    disputed: true,
    balance_transaction: { fee: 59, currency: 'usd', exchange_rate: null },
  },
};
const refund = (id: string, reference = 'other') => ({
  object: 'refund',
  id,
  amount: 1000,
  status: 'succeeded',
  payment_intent: 'pi_1',
  metadata: { reference },
});
const dispute = { object: 'dispute', id: 'dp_1', amount: 500, status: 'lost' };

function world(refunds: (after: string | null) => object[]) {
  const calls: string[] = [];
  const lists: Record<string, (after: string | null) => object[]> = {
    '/v1/refunds': refunds,
    '/v1/disputes': () => [dispute],
    '/v1/payment_intents': () => [intent],
  };
  const stripe = createStripe({
    baseUrl: 'https://stripe.test',
    secretKey: 'sk_live_x',
    webhookSecret: 'whsec_x',
    clock: () => new Date('2026-11-20T10:00:00Z'),
    fetch: async (input, init) => {
      const url = new URL(String(input));
      calls.push(`${init?.method ?? 'GET'} ${url.pathname}`);
      const list = lists[url.pathname];
      if (url.pathname.endsWith('/search')) return Response.json({ object: 'search_result', data: [intent] });
      if (!list) return Response.json(intent);
      return Response.json({
        object: 'list',
        data: list(url.searchParams.get('starting_after')),
        has_more: true,
      });
    },
  });
  return { stripe, calls };
}

let made = 0;
describe.each([
  ['gives the same page again', () => [refund('re_1')], 1000],
  ['gives an empty page', (after: string | null) => (after ? [] : [refund('re_1')]), 1000],
  ['goes on and on', () => [refund(`re_${(made += 1)}`)], 20_000],
])('A list that %s', (_, refunds, refunded) => {
  test('leaves the payment told, each of its refunds and disputes once', async () => {
    const { stripe, calls } = world(refunds);
    const payment = { status: 'completed', amount: 90_000, refunded: refunded + 500 };
    expect(await stripe.verifyPayment('pi_1')).toMatchObject({ ok: true, payment });
    expect(calls.length).toBeLessThanOrEqual(1 + 20 + 2);
    expect(await stripe.listPayments('dw_1')).toMatchObject({ ok: true, payments: [payment] });
  });

  test('says of a refund that is not on it nothing for sure, and does not send it', async () => {
    const { stripe, calls } = world(refunds);
    const request = refundOf({ reference: 'dw_1', transactionId: 'pi_1' });
    expect(await stripe.sendRefund(request)).toMatchObject({ state: 'unknown' });
    expect(calls.some((call) => call.startsWith('POST'))).toBe(false);
  });
});

test('A refund that is on such a list is found', async () => {
  const { stripe } = world(() => [refund('re_9', 'rf_dw_1')]);
  const request = refundOf({ reference: 'dw_1', transactionId: 'pi_1' });
  expect(await stripe.refundState(request)).toMatchObject({ state: 'completed', providerId: 're_9' });
});

test('A page of payments that leads to itself is no answer', async () => {
  const { stripe } = world(() => []);
  const span = { from: new Date(0), until: new Date('2026-11-20T10:00:00Z') };
  expect(await stripe.payments(span, null)).toMatchObject({ ok: true, next: 'pi_1' });
  expect(await stripe.payments(span, 'pi_1')).toMatchObject({ ok: false, retry: true });
});
