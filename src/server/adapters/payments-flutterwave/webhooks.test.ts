import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { startFlutterwaveSimulator } from '../../../../tests/simulators/flutterwave/index.ts';
import { serve } from '../../../../tests/simulators/serve.ts';
import type { Simulator, SimWebhook } from '../../../../tests/simulators/simulator.ts';
import { createFlutterwave } from './index.ts';
import { checkoutOf, payoutOf } from './testing.ts';

const clock = () => new Date('2026-11-20T09:00:00Z');
let sim: Simulator;
beforeAll(async () => {
  sim = await startFlutterwaveSimulator(clock);
});
afterAll(() => sim.close());

const open = (secretHash = sim.settings.FLUTTERWAVE_SECRET_HASH ?? '') =>
  createFlutterwave({
    baseUrl: sim.url,
    secretKey: sim.settings.FLUTTERWAVE_SECRET_KEY ?? '',
    secretHash,
    clock,
  });
const bytes = (text: string) => new TextEncoder().encode(text);
const read = ({ body, headers }: SimWebhook) => open().parseWebhook(bytes(body), new Headers(headers));
const parsedWebhook = (value: unknown) => read(sim.sign(JSON.stringify(value)));

async function paid(): Promise<string> {
  const request = checkoutOf();
  await open().startCheckout(request);
  return sim.pay(request.reference);
}

const body = '{"event":"charge.completed","data":{"id":285959875,"status":"successful"}}';

test('Only the very secret makes a notice authentic', () => {
  const secret = sim.settings.FLUTTERWAVE_SECRET_HASH ?? '';
  const withHeader = (headers: Record<string, string>, adapter = open()) =>
    adapter.parseWebhook(bytes(body), new Headers(headers));
  expect(withHeader({ 'verif-hash': secret })).toEqual({
    eventId: 'charge:285959875:successful',
    about: 'payment',
    transactionId: '285959875',
  });
  const wrong = ['', secret.slice(1), secret.toUpperCase(), `${secret}0`, 'undefined', `"${secret}"`];
  for (const hash of wrong) expect(withHeader({ 'verif-hash': hash })).toBeNull();
  expect(withHeader({})).toBeNull();
  expect(withHeader({ 'flutterwave-signature': secret })).toBeNull();
  for (const hash of ['', 'anything']) expect(withHeader({ 'verif-hash': hash }, open(''))).toBeNull();
});

describe('A body that can be read in two ways, or not at all, is no notice', () => {
  const bodies: [string, string | Uint8Array][] = [
    ['nothing', ''],
    ['no JSON', 'id=1'],
    ['an array', `[${body}]`],
    ['a text', '"charge.completed"'],
    ['null', 'null'],
    ['a byte order mark', `\uFEFF${body}`],
    ['an id twice', '{"event":"charge.completed","data":{"id":1,"status":"successful","id":2}}'],
    [
      'an id twice, once in disguise',
      '{"event":"charge.completed","data":{"id":1,"status":"a","\\u0069d":2}}',
    ],
    ['another character set', new Uint8Array([...bytes('{"event":"'), 0xff, ...bytes('"}')])],
    ['more than a notice ever has', JSON.stringify({ ...JSON.parse(body), filler: 'x'.repeat(262_144) })],
  ];
  test.each(bodies)('%s', (_, raw) => {
    const headers = new Headers(sim.sign('').headers);
    expect(open().parseWebhook(typeof raw === 'string' ? bytes(raw) : raw, headers)).toBeNull();
  });

  test('the same key in two objects, and brackets within texts, are no ambiguity', () => {
    const deep = {
      ...JSON.parse(body),
      a: [
        { id: 1, b: '{"x":[1]' },
        { id: 2, b: '":,' },
      ],
      'event.type': '"',
    };
    expect(parsedWebhook(deep)).toMatchObject({ about: 'payment' });
  });
});

test('Payments are told in three shapes, and each is about the payment', async () => {
  sim.takeWebhooks();
  const ids = [await paid(), await paid(), await paid()];
  const notices = sim.takeWebhooks();
  expect(notices.map(read)).toEqual(
    ids.map((transactionId) => ({
      eventId: `charge:${transactionId}:successful`,
      about: 'payment',
      transactionId,
    })),
  );
  expect(new Set(notices.map((notice) => Object.keys(JSON.parse(notice.body)).join())).size).toBe(3);
});

test('Payouts are told in three shapes, and a retry is about the payout it repeats', async () => {
  sim.fund(minor(10_000_000));
  sim.takeWebhooks();
  for (const reference of ['out-1', 'out-2', 'out-3']) {
    await open().sendPayout(payoutOf({ reference }));
  }
  expect(sim.takeWebhooks().map(read)).toMatchObject([
    { about: 'payout', reference: 'out-1' },
    { about: 'payout', reference: 'out-2' },
    { about: 'payout', reference: 'out-3' },
  ]);
  const retried = { id: 9, reference: 'out-1_RETRY_2', status: 'SUCCESSFUL' };
  expect(parsedWebhook({ event: 'transfer.completed', data: retried })).toEqual({
    eventId: 'transfer:9:successful',
    about: 'payout',
    reference: 'out-1',
  });
});

test('Refunds come without an event, and are about the payment they belong to', async () => {
  const transactionId = await paid();
  sim.takeWebhooks();
  sim.refundByProvider(transactionId, minor(5_000));
  sim.refundByProvider(transactionId, minor(5_000));
  const notices = sim.takeWebhooks().map(read);
  expect(notices).toMatchObject([
    { about: 'refund', transactionId },
    { about: 'refund', transactionId },
  ]);
  expect(notices[0]?.eventId).not.toBe(notices[1]?.eventId);
  const wrapped = { event: 'refund.completed', data: { id: 4, status: 'completed', tx_id: 77 } };
  expect(parsedWebhook(wrapped)).toEqual({
    eventId: 'refund:4:completed',
    about: 'refund',
    transactionId: '77',
  });
});

test('The same event has the same id however it is told, and another event another', async () => {
  const charge = (id: number, status: string) =>
    parsedWebhook({ event: 'charge.completed', data: { id, status } });
  expect(charge(1, 'successful')).toEqual(charge(1, 'SUCCESSFUL'));
  expect(charge(1, 'successful')).toEqual(
    parsedWebhook({ 'event.type': 'CARD_TRANSACTION', status: 'successful', id: '1', amount: '5' }),
  );
  const ids = [
    charge(1, 'successful'),
    charge(1, 'pending'),
    charge(2, 'successful'),
    parsedWebhook({ event: 'transfer.completed', data: { id: 1, reference: 'r', status: 'successful' } }),
    parsedWebhook({ event: 'transfer.completed', data: { id: 1, reference: 'r', status: 'failed' } }),
    parsedWebhook({ id: 1, status: 'successful', TransactionId: 1 }),
    parsedWebhook({ event: 'subscription.cancelled', data: { id: 1, status: 'deactivated' } }),
    parsedWebhook({ event: 'subscription.cancelled', data: { id: 2, status: 'deactivated' } }),
  ];
  expect(new Set(ids.map((notice) => notice?.eventId)).size).toBe(ids.length);
});

test('Notices can be posted as they come up', async () => {
  const deliveries: { raw: Buffer; headers: Headers }[] = [];
  const hook = await serve((call) => {
    deliveries.push(call);
    return { status: 200, body: {} };
  });
  sim.takeWebhooks();
  sim.postTo(`${hook.url}/hook`);
  const transactionId = await paid();
  await expect.poll(() => deliveries.length).toBe(1);
  sim.postTo(null);
  await hook.close();
  expect(sim.takeWebhooks()).toEqual([]);
  expect(deliveries.map(({ raw, headers }) => open().parseWebhook(raw, headers))).toMatchObject([
    { transactionId },
  ]);
});

const others: [string, unknown][] = [
  ['an event we do not know', { event: 'bvn.completed', data: { id: 1, status: 'ok' } }],
  ['a charge without its id', { event: 'charge.completed', data: { tx_ref: 'inv-1', status: 'successful' } }],
  [
    'a charge whose id is no number',
    { event: 'charge.completed', data: { id: '../1', status: 'successful' } },
  ],
  ['a transfer without a reference', { event: 'transfer.completed', data: { id: 1, status: 'NEW' } }],
  ['an empty object', {}],
];
test.each(others)('%s is authentic and about nothing to ask', (_, value) => {
  expect(parsedWebhook(value)).toEqual({
    eventId: expect.stringMatching(/^other:[0-9a-f]{64}$/),
    about: 'other',
  });
});
