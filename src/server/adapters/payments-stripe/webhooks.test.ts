import { createHmac } from 'node:crypto';
import { Stripe } from 'stripe';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { signatureOf } from '../../../../tests/simulators/stripe/webhooks.ts';
import { checkoutOf, refundOf, stripeFixture } from './testing.ts';

let world: Awaited<ReturnType<typeof stripeFixture>>;
beforeAll(async () => {
  world = await stripeFixture();
});
afterAll(() => world.simulator.close());

const bytes = (body: string | Uint8Array) =>
  typeof body === 'string' ? new TextEncoder().encode(body) : body;
const read = (body: string | Uint8Array, header: string | null) =>
  world.stripe.parseWebhook(bytes(body), new Headers(header === null ? {} : { 'stripe-signature': header }));
const signed = (body: string, secret = world.webhookSecret, at = world.clock()) =>
  signatureOf(secret, at, body);

const event = (type: string, object: object, change: object = {}) =>
  JSON.stringify({ id: 'evt_1', object: 'event', type, livemode: false, data: { object }, ...change });
const paid = () => event('payment_intent.succeeded', { object: 'payment_intent', id: 'pi_1' });

test('the simulator signs as the documentation and the library do', () => {
  const body = '{"a":1}';
  const secret = 'whsec_test';
  const header = signatureOf(secret, new Date(1_700_000_000_000), body);
  expect(header).toBe('t=1700000000,v1=38877139021993b830af32feea6e18a8da83eb2f6e49ee50bd9e4cf4ca4d3789');
  const byLibrary = (payload: string, timestamp: number) =>
    new Stripe('sk_test_x').webhooks.generateTestHeaderString({ payload, secret, timestamp });
  expect(byLibrary(body, 1_700_000_000)).toBe(header);
  const odd = '{"name":"Ọlá 😀 \\u2028"}\n';
  expect(byLibrary(odd, 5)).toBe(signatureOf(secret, new Date(5000), odd));
});

describe('a notice', () => {
  test('that the library signed is read', () => {
    const header = new Stripe('sk_test_x').webhooks.generateTestHeaderString({
      payload: paid(),
      secret: world.webhookSecret,
      timestamp: world.clock().getTime() / 1000,
    });
    expect(read(paid(), header)).toEqual({ eventId: 'evt_1', about: 'payment', transactionId: 'pi_1' });
  });

  test('is good for five minutes by our clock, and with one right signature among several', () => {
    const body = paid();
    const aged = (seconds: number) =>
      signed(body, undefined, new Date(world.clock().getTime() - seconds * 1000));
    expect(read(body, aged(300))).not.toBeNull();
    expect(read(body, aged(301))).toBeNull();
    const rolled = `${signed(body, 'whsec_old')},${signed(body).split(',')[1]},v0=abc`;
    expect(read(body, rolled)).not.toBeNull();
  });

  test.each<[string, (body: string) => [string | Uint8Array, string | null]]>([
    ['without a signature', (body) => [body, null]],
    ['with an empty one', (body) => [body, '']],
    ['with a moment only', (body) => [body, signed(body).replace(/,.*/, '')]],
    ['signed with another secret', (body) => [body, signed(body, 'whsec_other')]],
    ['with a shortened signature', (body) => [body, signed(body).slice(0, -1)]],
    ['with a lengthened signature', (body) => [body, `${signed(body)}0`]],
    [
      'in capitals',
      (body) => [body, signed(body).replace(/v1=.*/, (found) => `v1=${found.slice(3).toUpperCase()}`)],
    ],
    ['under another scheme', (body) => [body, signed(body).replace('v1=', 'v0=')]],
    [
      'with another moment',
      (body) => [body, signed(body).replace(/^t=\d+/, `t=${world.clock().getTime() / 1000 + 1}`)],
    ],
    ['signed without the moment', (body) => [body, unsaltedOf(body)]],
    ['with another body', (body) => [body.replace('pi_1', 'pi_2'), signed(body)]],
    ['written anew', (body) => [JSON.stringify(JSON.parse(body), null, 1), signed(body)]],
    ['with a byte-order mark', (body) => [`\uFEFF${body}`, signed(body)]],
    ['with a signed byte-order mark', (body) => [`\uFEFF${body}`, signed(`\uFEFF${body}`)]],
    [
      'that is not UTF-8',
      (body) => {
        const raw = bytes(body.replace('evt_1"', 'evt_1","note":"?"'));
        const garbled = raw.map((byte) => (byte === 0x3f ? 0xff : byte));
        return [garbled, signed(new TextDecoder().decode(garbled))];
      },
    ],
    ['that is not JSON', (body) => [`${body}}`, signed(`${body}}`)]],
    ['that is a list', (body) => [`[${body}]`, signed(`[${body}]`)]],
    ['that is null', () => ['null', signed('null')]],
    ['that is empty', () => ['', signed('')]],
    ['with a list for its object', () => both(event('payment_intent.succeeded', []))],
    ['of the second version', () => both(event('x', {}, { object: 'v2.core.event' }))],
    ['without an id', () => both(event('x', { object: 'x' }, { id: undefined }))],
    ['with a key twice', (body) => both(body.replace('"id":"pi_1"', '"id":"pi_1","id":"pi_2"'))],
    [
      'with a key twice in disguise',
      (body) => both(body.replace('"id":"pi_1"', '"id":"pi_1","\\u0069d":"pi_2"')),
    ],
    ['that is too long', () => both(event('x', { object: 'x', text: 'x'.repeat(262_144) }))],
  ])('%s is not read', (_, forge) => {
    const [body, header] = forge(paid());
    expect(read(body, header)).toBeNull();
  });

  const both = (body: string): [string, string] => [body, signed(body)];
  const unsaltedOf = (body: string) =>
    `t=${world.clock().getTime() / 1000},v1=${createHmac('sha256', world.webhookSecret).update(body).digest('hex')}`;

  const intent = { object: 'payment_intent', id: 'pi_1' };
  const session = { object: 'checkout.session', id: 'cs_1', payment_intent: 'pi_1' };
  const charge = { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' };
  const refund = { object: 'refund', id: 're_1', payment_intent: 'pi_1' };
  const dispute = { object: 'dispute', id: 'du_1', payment_intent: 'pi_1' };
  test.each<[string, object, 'payment' | 'refund' | 'other']>([
    ['payment_intent.succeeded', intent, 'payment'],
    ['payment_intent.payment_failed', intent, 'payment'],
    ['payment_intent.canceled', intent, 'payment'],
    ['payment_intent.created', intent, 'other'],
    ['checkout.session.completed', session, 'payment'],
    ['checkout.session.async_payment_succeeded', session, 'payment'],
    ['checkout.session.async_payment_failed', session, 'payment'],
    ['checkout.session.expired', session, 'payment'],
    ['checkout.session.expired', { ...session, payment_intent: null }, 'other'],
    ['charge.refunded', charge, 'refund'],
    ['charge.refund.updated', refund, 'refund'],
    ['refund.created', refund, 'refund'],
    ['refund.failed', refund, 'refund'],
    ['charge.dispute.created', dispute, 'payment'],
    ['charge.dispute.closed', dispute, 'payment'],
    ['charge.refunded', { ...charge, payment_intent: ['pi_1'] }, 'other'],
    ['charge.succeeded', charge, 'other'],
    ['payout.paid', { object: 'payout', id: 'po_1' }, 'other'],
    ['something.new', { object: 'something' }, 'other'],
  ])('of the kind %s is about the right thing', (type, object, about) => {
    const expected = { eventId: 'evt_1', about, ...(about === 'other' ? {} : { transactionId: 'pi_1' }) };
    expect(read(...both(event(type, object)))).toEqual(expected);
  });

  test('of live or test mode is read alike: what is true is asked for', () => {
    const body = event('payment_intent.succeeded', intent, { livemode: true });
    expect(read(...both(body))).toMatchObject({ about: 'payment' });
  });
});

test('every notice of the simulator is read, has an id of its own, and leads to what happened', async () => {
  const payment = await world.paid();
  const failing = world.newReference();
  await world.stripe.startCheckout(checkoutOf(failing));
  const slow = world.simulator.pay(failing, { status: 'pending' });
  world.simulator.pay(failing, { transactionId: slow });
  await world.stripe.sendRefund(refundOf(payment));
  world.simulator.refundByProvider(payment.transactionId, minor(1000));
  world.simulator.refundByProvider(payment.transactionId, minor(1000));
  const webhooks = world.simulator.takeWebhooks();
  const notices = webhooks.map(({ body, headers }) =>
    world.stripe.parseWebhook(bytes(body), new Headers(headers)),
  );
  const again = webhooks.map(({ body, headers }) =>
    world.stripe.parseWebhook(bytes(body), new Headers(headers)),
  );
  expect(again).toEqual(notices);
  expect(new Set(notices.map((notice) => notice?.eventId)).size).toBe(webhooks.length);
  const topics = notices.map((notice) => (notice && 'transactionId' in notice ? notice.transactionId : null));
  expect(new Set(topics)).toEqual(new Set([payment.transactionId, slow]));
  expect(world.simulator.takeWebhooks()).toEqual([]);
});
