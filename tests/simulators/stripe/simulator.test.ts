import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import type { Simulator } from '../simulator.ts';
import { startStripeSimulator } from './index.ts';

let stripe: Simulator;
let now = new Date('2026-11-20T10:00:00Z');
beforeAll(async () => {
  stripe = await startStripeSimulator(() => now);
});
afterAll(() => stripe.close());

const seconds = (later: number) => String(Math.floor(now.getTime() / 1000) + later);
const checkout = {
  mode: 'payment',
  'line_items[0][quantity]': '2',
  'line_items[0][price_data][currency]': 'usd',
  'line_items[0][price_data][unit_amount]': '2500',
  'line_items[0][price_data][product_data][name]': 'Cake',
  client_reference_id: 'dw_1',
  success_url: 'https://shop.test/',
};

type StripeReply = { id: string; has_more: boolean; data: { id: string }[]; error: { type: string } };

async function call(
  path: string,
  form: Record<string, string> | null = null,
  change: Record<string, string | undefined> = {},
) {
  const headers = Object.entries({
    authorization: `Bearer ${stripe.settings.STRIPE_SECRET_KEY}`,
    'stripe-version': '2026-10-28.endive',
    ...change,
  }).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const sent = form && { method: 'POST', body: new URLSearchParams(form) };
  const response = await fetch(`${stripe.url}${path}`, { ...sent, headers });
  return { status: response.status, headers: response.headers, body: (await response.json()) as StripeReply };
}

test.each<[string, Parameters<typeof call>, number, object]>([
  ['no key', ['/v1/balance', null, { authorization: undefined }], 401, {}],
  ['a wrong key', ['/v1/balance', null, { authorization: 'Bearer sk_test_x' }], 401, {}],
  ['no version', ['/v1/balance', null, { 'stripe-version': undefined }], 400, {}],
  ['a body in JSON', ['/v1/refunds', {}, { 'content-type': 'application/json' }], 400, {}],
  ['an address nobody knows', ['/v1/nothing'], 404, {}],
  [
    'a field nobody knows',
    ['/v1/payment_intents?since=1'],
    400,
    { code: 'parameter_unknown', param: 'since' },
  ],
  ['too long a page', ['/v1/payment_intents?limit=101'], 400, { param: 'limit' }],
  ['a cursor from nowhere', ['/v1/refunds?starting_after=re_1'], 404, { code: 'resource_missing' }],
  ['what cannot be expanded', ['/v1/payment_intents?expand[]=data.customer.x'], 400, { param: 'expand' }],
  ['a query it cannot read', ['/v1/payment_intents/search?query=all'], 400, { param: 'query' }],
  [
    'empty text',
    ['/v1/checkout/sessions', { ...checkout, client_reference_id: '' }],
    400,
    { code: 'parameter_invalid_empty' },
  ],
  [
    'an end too soon',
    ['/v1/checkout/sessions', { ...checkout, expires_at: seconds(1799) }],
    400,
    { param: 'expires_at' },
  ],
  [
    'an end too late',
    ['/v1/checkout/sessions', { ...checkout, expires_at: seconds(86_401) }],
    400,
    { param: 'expires_at' },
  ],
])('refuses %s', async (_, ask, status, error) => {
  const answer = await call(...ask);
  expect(answer.status).toBe(status);
  expect(answer.body).toEqual({
    error: expect.objectContaining({ type: 'invalid_request_error', message: expect.any(String), ...error }),
  });
});

test('does a thing once under one key, for a day, and refuses the key for anything else', async () => {
  const key = { 'idempotency-key': 'key_1' };
  const first = await call('/v1/checkout/sessions', checkout, key);
  expect(first.body).toMatchObject({ amount_total: 5000, status: 'open', payment_intent: null });
  const again = await call('/v1/checkout/sessions', checkout, key);
  expect(again.body).toEqual(first.body);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const other = await call('/v1/checkout/sessions', { ...checkout, 'line_items[0][quantity]': '3' }, key);
  expect([other.status, other.body.error.type]).toEqual([400, 'idempotency_error']);
  now = new Date(now.getTime() + 86_400_000);
  const later = await call('/v1/checkout/sessions', checkout, key);
  expect(later.body.id).not.toBe(first.body.id);
});

test('pages with a cursor, newest first, and expands only what is asked for', async () => {
  const ids = [1, 2, 3].map((amount) => stripe.payUnknownReference(minor(amount * 100)));
  const first = await call('/v1/payment_intents?limit=2&expand[0]=data.latest_charge');
  expect(first.body.has_more).toBe(true);
  expect(first.body.data.map(({ id }) => id)).toEqual([ids[2], ids[1]]);
  expect(first.body.data[0]).toMatchObject({
    latest_charge: { object: 'charge', balance_transaction: expect.stringMatching(/^txn_/) },
  });
  const rest = await call(`/v1/payment_intents?limit=2&starting_after=${ids[1]}`);
  const last = { id: ids[0], latest_charge: expect.stringMatching(/^ch_/) };
  expect(rest.body).toMatchObject({ has_more: false, data: [last] });
});

test('keeps its balance, and has no payouts to control', () => {
  const before = stripe.ledger.balance;
  const id = stripe.payUnknownReference(minor(10_000));
  expect(stripe.ledger.balance - before).toBe(10_000 - 320);
  stripe.refundByProvider(id, minor(1000));
  stripe.fund(minor(5));
  expect(stripe.ledger.balance - before).toBe(10_000 - 320 - 1000 + 5);
  expect(stripe.ledger.payments.at(-1)).toMatchObject({ amount: 10_000, fee: 320, refunded: 1000 });
  expect(() => stripe.payoutsEnd('completed')).toThrow('pays out nothing');
});

test('posts notices by itself when told where', async () => {
  const received: string[] = [];
  const server: Server = createServer((request, response) => {
    received.push(String(request.headers['stripe-signature']));
    response.end();
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  stripe.takeWebhooks();
  stripe.postTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`);
  stripe.payUnknownReference(minor(500));
  await expect.poll(() => received.length).toBe(1);
  expect(received[0]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  stripe.postTo(null);
  expect(stripe.takeWebhooks()).toEqual([]);
  await new Promise((done) => server.close(done));
});
