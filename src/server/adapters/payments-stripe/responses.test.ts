import { describe, expect, test } from 'vitest';
import { createStripe } from './index.ts';
import { answering, checkoutOf, refundOf } from './testing.ts';

const clientFor = (answer: (path: string) => unknown, status = 200, secretKey = 'sk_live_x') =>
  createStripe({
    baseUrl: 'https://stripe.test',
    secretKey,
    webhookSecret: 'whsec_x',
    clock: () => new Date(0),
    fetch: answering(answer, status),
  });

const charge = {
  object: 'charge',
  created: 1_700_000_000,
  amount_refunded: 0,
  disputed: false,
  payment_method_details: { type: 'card' },
  balance_transaction: { fee: 59, currency: 'usd', exchange_rate: null },
};
const intent = {
  object: 'payment_intent',
  id: 'pi_1',
  status: 'succeeded',
  amount: 1000,
  amount_received: 1000,
  currency: 'usd',
  livemode: true,
  metadata: { reference: 'dw_1' },
  latest_charge: charge,
};
const refund = {
  object: 'refund',
  id: 're_1',
  amount: 5000,
  status: 'succeeded',
  payment_intent: 'pi_1',
  metadata: { reference: 'rf_dw_1' },
};
const session = {
  object: 'checkout.session',
  id: 'cs_live_1',
  status: 'open',
  url: 'https://checkout.stripe.com/c/pay/cs_live_1',
  amount_total: 12_345,
  currency: 'usd',
  client_reference_id: 'dw_1',
};
const list = (data: unknown[]) => ({ object: 'list', data, has_more: false });
const request = refundOf({ reference: 'dw_1', transactionId: 'pi_1' });
const statusIn = async (answer: object) => {
  const result = await clientFor(() => answer).verifyPayment('pi_1');
  return result.ok ? result.payment?.status : result;
};

describe('the words of Stripe', () => {
  test.each([
    ['succeeded', {}, 'completed'],
    ['canceled', {}, 'cancelled'],
    ['processing', {}, 'pending'],
    ['requires_action', {}, 'pending'],
    ['requires_capture', {}, 'pending'],
    ['requires_confirmation', {}, 'pending'],
    ['requires_payment_method', { last_payment_error: null }, 'pending'],
    ['requires_payment_method', { last_payment_error: { code: 'card_declined' } }, 'failed'],
    ['a_new_word', { last_payment_error: { code: 'card_declined' } }, 'pending'],
  ])('of payments: %s %j is %s', async (status, change, expected) => {
    expect(await statusIn({ ...intent, ...change, status })).toBe(expected);
  });

  test.each([
    ['pending', 'processing'],
    ['requires_action', 'needs_attention'],
    ['succeeded', 'completed'],
    ['failed', 'failed'],
    ['canceled', 'failed'],
    ['a_new_word', 'unknown'],
    [null, 'unknown'],
  ])('of refunds: %s is %s', async (status, expected) => {
    const result = await clientFor(() => list([{ ...refund, status }])).refundState(request);
    expect(result).toMatchObject({ state: expected, providerId: 're_1' });
  });

  test.each([
    ['card', 'card'],
    ['us_bank_account', 'bank_transfer'],
    ['wechat_pay', 'qr_code'],
    ['cashapp', 'wallet'],
    ['link', 'wallet'],
  ])('of ways to pay: %s is %s', async (type, method) => {
    const result = await clientFor(() => ({
      ...intent,
      latest_charge: { ...charge, payment_method_details: { type } },
    })).verifyPayment('pi_1');
    expect(result).toMatchObject({ ok: true, payment: { method, testMode: false } });
  });
});

describe('an answer that lacks or garbles what matters is none', () => {
  test.each<[string, object]>([
    ['amount', { amount: undefined }],
    ['amount as text', { amount_received: '1000' }],
    ['a fraction of a cent', { amount_received: 10.5 }],
    ['currency', { currency: 'US' }],
    ['status', { status: 7 }],
    ['mode', { livemode: undefined }],
    ['metadata', { metadata: null }],
    ['another payment', { id: 'pi_2' }],
    ['another thing', { object: 'charge' }],
    ['charge not expanded', { latest_charge: 'ch_1' }],
    ['no charge', { latest_charge: null }],
    ['fee not known yet', { latest_charge: { ...charge, balance_transaction: null } }],
  ])('payment: %s', async (_, change) => {
    const result = await clientFor(() => ({ ...intent, ...change })).verifyPayment('pi_1');
    expect(result).toMatchObject({ ok: false, retry: true });
  });

  test.each<[string, object]>([
    ['amount', { amount_total: 12_344 }],
    ['currency', { currency: 'eur' }],
    ['reference', { client_reference_id: 'dw_2' }],
    ['address', { url: 'nowhere' }],
  ])('checkout: %s', async (_, change) => {
    const result = await clientFor(() => ({ ...session, ...change })).startCheckout(checkoutOf('dw_1'));
    expect(result).toMatchObject({ ok: false, retry: true });
  });

  test('checkout: over', async () => {
    const result = await clientFor(() => ({ ...session, status: 'expired', url: null })).startCheckout(
      checkoutOf('dw_1'),
    );
    expect(result).toMatchObject({ ok: false, retry: false });
  });

  test.each<[string, unknown, number]>([
    ['refused without its envelope', { message: 'no' }, 400],
    ['an error with a status of success', { error: { type: 'api_error', message: 'x' } }, 200],
    ['an unlisted kind of error', { error: { type: 'other_error', message: 'x' } }, 400],
    ['a refusal by a broken server', { error: { type: 'invalid_request_error', message: 'x' } }, 500],
    ['a key that may not', { error: { type: 'invalid_request_error', message: 'x' } }, 403],
    ['accepted, not done', refund, 202],
    ['nothing', null, 200],
    ['a list', [], 200],
    ['text', 'refund', 200],
  ])('refund: %s', async (_, body, status) => {
    let calls = 0;
    const stripe = createStripe({
      baseUrl: 'https://stripe.test',
      secretKey: 'sk_live_x',
      webhookSecret: 'whsec_x',
      clock: () => new Date(0),
      fetch: async (_url, init) => {
        if (init?.method !== 'POST') return Response.json(list([]));
        calls += 1;
        return Response.json(body, { status });
      },
    });
    expect(await stripe.sendRefund(request)).toMatchObject({ state: 'unknown' });
    expect(calls).toBe(1);
  });
});

describe('a refund that the provider says no to', () => {
  const sentInto = (status: number, type: string, after: object[]) => {
    let sent = false;
    const stripe = createStripe({
      baseUrl: 'https://stripe.test',
      secretKey: 'sk_live_x',
      webhookSecret: 'whsec_x',
      clock: () => new Date(0),
      fetch: async (_url, init) => {
        if (init?.method !== 'POST') return Response.json(list(sent ? after : []));
        sent = true;
        return Response.json({ error: { type, message: 'no' } }, { status });
      },
    });
    return stripe.sendRefund(request);
  };

  test.each([
    [400, 'invalid_request_error', 'failed'],
    [404, 'invalid_request_error', 'failed'],
    [400, 'idempotency_error', 'unknown'],
    [409, 'invalid_request_error', 'unknown'],
  ])(
    'with %i and %s is looked for, for another call may have been first',
    async (status, type, otherwise) => {
      expect(await sentInto(status, type, [refund])).toMatchObject({
        state: 'completed',
        providerId: 're_1',
      });
      expect(await sentInto(status, type, [])).toMatchObject({
        state: otherwise,
        reason: expect.any(String),
      });
    },
  );

  test('is not taken for one of another payment or reference, but known by its own id', async () => {
    const stateWith = (change: object, providerId: string | null = null) =>
      clientFor(() => list([{ ...refund, ...change }])).refundState({ ...request, providerId });
    expect(await stateWith({ payment_intent: 'pi_2' })).toMatchObject({ state: 'not_found' });
    expect(await stateWith({ metadata: { reference: 'rf_2' } })).toMatchObject({ state: 'not_found' });
    expect(await stateWith({ metadata: null }, 're_1')).toMatchObject({ state: 'completed' });
  });
});

test('follows no redirect, and tells a checkout under way from one refused', async () => {
  const redirects: unknown[] = [];
  const stripe = createStripe({
    baseUrl: 'https://stripe.test',
    secretKey: 'sk_live_x',
    webhookSecret: 'whsec_x',
    clock: () => new Date(0),
    fetch: async (_url, init) => {
      redirects.push(init?.redirect);
      return Response.json({ error: { type: 'invalid_request_error', message: 'busy' } }, { status: 409 });
    },
  });
  const result = await stripe.startCheckout(checkoutOf('dw_1'));
  expect(result).toEqual({ ok: false, reason: 'the same request is still under way', retry: true });
  expect(redirects).toEqual(['error']);
});

test('turns a fee told in another currency back by the rate it was taken at', async () => {
  const balance_transaction = { fee: 80, currency: 'gbp', exchange_rate: 0.8 };
  const checkoutWith = (change: object) =>
    clientFor(() => ({
      ...intent,
      latest_charge: { ...charge, balance_transaction: { ...balance_transaction, ...change } },
    })).verifyPayment('pi_1');
  expect(await checkoutWith({})).toMatchObject({ ok: true, payment: { fee: 100 } });
  expect(await checkoutWith({ exchange_rate: null })).toMatchObject({ ok: false });
});

test('counts disputes that are lost, never more than was paid, and not those still fought', async () => {
  const disputed = { ...intent, latest_charge: { ...charge, disputed: true, amount_refunded: 600 } };
  const refunded = async (status: string) => {
    const result = await clientFor((path) => {
      if (path.endsWith('/disputes')) return list([{ object: 'dispute', id: 'du_1', amount: 900, status }]);
      return path.endsWith('/refunds') ? list([{ ...refund, amount: 600 }]) : disputed;
    }).verifyPayment('pi_1');
    return result.ok && result.payment?.refunded;
  };
  expect(await refunded('lost')).toBe(1000);
  expect(await refunded('under_review')).toBe(600);
  expect(await refunded('won')).toBe(600);
});

test('tells a payment without our reference by its own id', async () => {
  const result = await clientFor(() => ({ ...intent, metadata: {} })).verifyPayment('pi_1');
  expect(result).toMatchObject({ ok: true, payment: { reference: 'pi_1' } });
});
