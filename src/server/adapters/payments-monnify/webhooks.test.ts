import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { hexHmac } from '#server/adapters/shared/signatures.ts';
import { checkoutFor, payoutFor, refundFor, stage } from './testing.ts';
import { parseWebhook } from './webhooks.ts';

const SECRET = '91MUDL9N6U3BQRXBQ2PJ9M0PW4J22M1Y';
const VECTOR =
  '{"eventData":{"product":{"reference":"111222333","type":"OFFLINE_PAYMENT_AGENT"},"transactionReference":"MNFY|76|20211117154810|000001","paymentReference":"0.01462001097368737","paidOn":"17/11/2021 3:48:10 PM","paymentDescription":"Mockaroo Jesse","metaData":{},"destinationAccountInformation":{},"paymentSourceInformation":{},"amountPaid":78000,"totalPayable":78000,"offlineProductInformation":{"code":"41470","type":"DYNAMIC"},"cardDetails":{},"paymentMethod":"CASH","currency":"NGN","settlementAmount":77600,"paymentStatus":"PAID","customer":{"name":"Mockaroo Jesse","email":"111222333@ZZAMZ4WT4Y3E.monnify"}},"eventType":"SUCCESSFUL_TRANSACTION"}';
const VECTOR_SIGNATURE =
  'f04fb635e04d71648bd3cc7999003da6861483342c856d05ddfa9b2dafacb873b0de1d0f8f67405d0010b4348b721c49fa171d317972618debba6b638aedcd3c';

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (body: string | Uint8Array, signature: string | null, secret = SECRET) =>
  parseWebhook(
    secret,
    typeof body === 'string' ? bytes(body) : body,
    new Headers(signature === null ? {} : { 'monnify-signature': signature }),
  );
const signed = (body: string | Uint8Array) =>
  read(body, hexHmac('sha512', SECRET, typeof body === 'string' ? bytes(body) : body));
const notice = (eventType: string, eventData: unknown) => signed(JSON.stringify({ eventType, eventData }));

test('the published example of a signature is accepted', () => {
  expect(read(VECTOR, VECTOR_SIGNATURE)).toEqual({
    eventId: 'SUCCESSFUL_TRANSACTION:MNFY|76|20211117154810|000001:PAID:7800000',
    about: 'payment',
    transactionId: 'MNFY|76|20211117154810|000001',
  });
});

describe('a notice is refused', () => {
  test.each([
    ['without a signature', VECTOR, null],
    ['with an empty one', VECTOR, ''],
    ['with a short one', VECTOR, VECTOR_SIGNATURE.slice(0, 127)],
    ['with a long one', VECTOR, `${VECTOR_SIGNATURE}0`],
    ['in capitals', VECTOR, VECTOR_SIGNATURE.toUpperCase()],
    ['with two of them', VECTOR, `${VECTOR_SIGNATURE}, ${VECTOR_SIGNATURE}`],
    ['with a name in front', VECTOR, `sha512=${VECTOR_SIGNATURE}`],
    ['with that of other bytes', `${VECTOR} `, VECTOR_SIGNATURE],
    ['with that of another secret', VECTOR, hexHmac('sha512', 'another', bytes(VECTOR))],
    ['with a shorter hash', VECTOR, hexHmac('sha256', SECRET, bytes(VECTOR))],
  ])('%s', (_, body, signature) => {
    expect(read(body, signature)).toBeNull();
  });

  test('where there is no secret to check it with', () => {
    expect(read(VECTOR, hexHmac('sha512', 'x', bytes(VECTOR)), '')).toBeNull();
  });

  const doubled = '{"eventType":"SUCCESSFUL_TRANSACTION","eventData":{"transactionReference":"a"';
  test.each([
    ['an array', `[${VECTOR}]`],
    ['a text', '"SUCCESSFUL_TRANSACTION"'],
    ['null', 'null'],
    ['nothing', ''],
    ['half of it', VECTOR.slice(0, -1)],
    ['a mark of its encoding in front', `\uFEFF${VECTOR}`],
    ['a key twice', `${doubled},"transactionReference":"b"}}`],
    ['a key twice, once written otherwise', `${doubled},"transactionReferenc\\u0065":"b"}}`],
    ['a key twice at the top', `${doubled}},"eventType":"SETTLEMENT"}`],
    ['bytes that are no text', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['too much', JSON.stringify({ eventType: 'SETTLEMENT', eventData: { padding: 'x'.repeat(262_144) } })],
    ['too many brackets', `{"eventData":${'['.repeat(60_000)}${']'.repeat(60_000)}}`],
  ])('with a right signature over %s', (_, body) => {
    expect(signed(body)).toBeNull();
  });
});

describe('a notice is about', () => {
  const transactionReference = 'MNFY|1|2|3';
  test.each([
    [
      'REJECTED_PAYMENT',
      { transactionReference, amount: 100 },
      'payment',
      { transactionId: transactionReference },
    ],
    [
      'SUCCESSFUL_DISBURSEMENT',
      { transactionReference: 'MFDS1', reference: 'wdr_1', status: 'SUCCESS' },
      'payout',
      { reference: 'wdr_1' },
    ],
    ['FAILED_DISBURSEMENT', { reference: 'wdr_1', status: 'FAILED' }, 'payout', { reference: 'wdr_1' }],
    ['REVERSED_DISBURSEMENT', { reference: 'wdr_1', status: 'REVERSED' }, 'payout', { reference: 'wdr_1' }],
    [
      'SUCCESSFUL_REFUND',
      { transactionReference, refundReference: 'rfd_1', refundStatus: 'COMPLETED' },
      'refund',
      { transactionId: transactionReference },
    ],
    [
      'FAILED_REFUND',
      { transactionReference, refundReference: 'rfd_1', refundStatus: 'FAILED' },
      'refund',
      { transactionId: transactionReference },
    ],
    ['SETTLEMENT', { settlementReference: 'S1', transactions: [{ transactionReference }] }, 'other', {}],
    ['ACCOUNT_ACTIVITY', { reference: 'wdr_1' }, 'other', {}],
    ['toString', { transactionReference, reference: 'wdr_1' }, 'other', {}],
    ['SUCCESSFUL_TRANSACTION', { transactionReference: 7 }, 'other', {}],
    ['SUCCESSFUL_TRANSACTION', [transactionReference], 'other', {}],
    ['SUCCESSFUL_DISBURSEMENT', { transactionReference }, 'other', {}],
  ])('%s %j: %s', (type, data, about, more) => {
    expect(notice(type, data)).toEqual({ eventId: expect.any(String), about, ...more });
  });
});

describe('the id of an event', () => {
  const data = { transactionReference: 'MNFY|1', paymentStatus: 'PARTIALLY_PAID', amountPaid: 3000 };
  const idOf = (change: object) => notice('SUCCESSFUL_TRANSACTION', { ...data, ...change })?.eventId;
  test('stays for a repeat that is written otherwise', () => {
    expect(idOf({ amountPaid: '3000.00', paidOn: '17/11/2021 3:48:10 PM' })).toBe(idOf({}));
  });
  test('is another for another transaction, status or sum', () => {
    const ids = [
      idOf({}),
      idOf({ transactionReference: 'MNFY|2' }),
      idOf({ paymentStatus: 'PAID' }),
      idOf({ amountPaid: 4000 }),
      notice('REJECTED_PAYMENT', data)?.eventId,
      notice('LOW_BALANCE_ALERT', data)?.eventId,
      notice('LOW_BALANCE_ALERT', { ...data, amountPaid: 1 })?.eventId,
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe('what the simulator sends', () => {
  const on = stage();
  const take = () =>
    on.sim.takeWebhooks().map((sent) => ({
      told: JSON.parse(sent.body).eventData,
      read: on.monnify.parseWebhook(bytes(sent.body), new Headers(sent.headers)),
    }));

  test('is read in every shape it has', async () => {
    const references = [on.reference(), on.reference()];
    for (const reference of references) await on.monnify.startCheckout(checkoutFor(reference));
    const ids = references.map((reference) => on.sim.pay(reference));
    const [first, second] = take();
    expect([first?.read, second?.read]).toMatchObject(ids.map((transactionId) => ({ transactionId })));
    expect(Array.isArray(first?.told.paymentSourceInformation)).toBe(true);
    expect(second?.told.paymentSourceInformation).toEqual({});
    expect([typeof first?.told.settlementAmount, typeof second?.told.settlementAmount]).toEqual([
      'string',
      'number',
    ]);
    expect([first?.told.paidOn, second?.told.paidOn]).toEqual([
      '2026-11-23 10:00:00.250',
      '23/11/2026 10:00:00 AM',
    ]);
  });

  test('covers payments that fail, refunds and payouts', async () => {
    const reference = on.reference();
    await on.monnify.startCheckout(checkoutFor(reference));
    const id = on.sim.pay(reference);
    const failed = on.sim.pay(reference, { status: 'failed' });
    await on.monnify.sendRefund(refundFor('rfd_1', id, minor(10_000)));
    on.sim.refundByProvider(id);
    on.sim.fund(minor(100_000_000));
    await on.monnify.sendPayout(payoutFor('wdr_1'));
    on.sim.decidePayout('wdr_1', 'reversed');
    const parsedWebhooks = take().map(({ read: one }) => one);
    expect(parsedWebhooks).toMatchObject([
      { about: 'payment', transactionId: id },
      { about: 'payment', transactionId: failed },
      { about: 'refund', transactionId: id },
      { about: 'refund', transactionId: id },
      { about: 'payout', reference: 'wdr_1' },
      { about: 'payout', reference: 'wdr_1' },
    ]);
    expect(new Set(parsedWebhooks.map((one) => one?.eventId)).size).toBe(6);
    expect(
      on.monnify.parseWebhook(bytes(on.sim.sign('{}').body), new Headers(on.sim.sign('{}').headers)),
    ).toEqual({
      eventId: expect.stringMatching(/^sha256:/),
      about: 'other',
    });
  });
});
