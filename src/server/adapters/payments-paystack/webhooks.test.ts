import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { answering, KEY, paid, payoutRequest, refundRequest, staged } from './testing.ts';

const paystack = answering([500, null]);
const hmac = (body: string | Uint8Array, key = KEY) => createHmac('sha512', key).update(body).digest('hex');
const read = (body: string | Uint8Array, signature: string | null = hmac(body)) =>
  paystack.parseWebhook(
    typeof body === 'string' ? Buffer.from(body) : body,
    new Headers(signature === null ? {} : { 'x-paystack-signature': signature }),
  );

const body =
  '{"event":"charge.success","data":{"id":302961,"reference":"dw.1","status":"success","amount":"5000"}}';

describe('a notice', () => {
  test('signed over its bytes is read as what it is about', () => {
    expect(read(body)).toEqual({
      eventId: 'charge.success:dw.1:302961',
      about: 'payment',
      transactionId: 'dw.1',
    });
    // RFC 4231, test case 2: the construction is the one everybody else computes.
    expect(hmac('what do ya want for nothing?', 'Jefe')).toMatch(
      /^164b7a7bfcf819e2e395fbe73b56e0a387bd64222e831fd6/,
    );
  });

  const right = hmac(body);
  test.each([
    ['none', null],
    ['empty', ''],
    ['short', right.slice(0, 127)],
    ['long', `${right}0`],
    ['upper-case', right.toUpperCase()],
    ['doubled', `${right}, ${right}`],
    ['of another key', hmac(body, 'sk_test_another0000')],
    ['of an empty key', hmac(body, '')],
    ['of other bytes', hmac(`${body} `)],
    ['in base64', createHmac('sha512', KEY).update(body).digest('base64')],
    ['by SHA-256', createHmac('sha256', KEY).update(body).digest('hex')],
  ])('with a signature that is %s is refused', (_, signature) => {
    expect(read(body, signature)).toBeNull();
  });

  test('written anew with the same meaning is another one', () => {
    expect(read(JSON.stringify(JSON.parse(body), null, 1), right)).toBeNull();
  });

  test.each<[string, string | Uint8Array]>([
    ['an array', `[${body}]`],
    ['a text', '"charge.success"'],
    ['null', 'null'],
    ['no JSON', '{'],
    ['begun with a byte order mark', `\uFEFF${body}`],
    ['compressed', gzipSync(body)],
    [
      'no UTF-8',
      Buffer.concat([Buffer.from('{"event":"'), Buffer.from([0xff]), Buffer.from('","data":{}}')]),
    ],
    ['with a key twice', body.replace('"status"', '"reference":"dw.2","status"')],
    ['with a key twice, once disguised', body.replace('"status"', '"r\\u0065ference":"dw.2","status"')],
    ['with two events', body.replace('{"event"', '{"event":"x","event"')],
    ['without an event', '{"data":{"reference":"dw.1"}}'],
    ['too long', `${body}${' '.repeat(256 * 1024)}`],
  ])('that is %s is refused although its signature is right', (_, forged) => {
    expect(read(forged)).toBeNull();
  });

  test('may have braces, quotes and equal keys of different objects in it', () => {
    const odd =
      '{"event":"charge.success","data":{"reference":"r","id":1,"a":[{"id":1},{"id":"\\"}:{\\\\"}],"b":{"id":2}}}';
    expect(read(odd)).toMatchObject({ transactionId: 'r' });
  });

  test.each([
    [
      '{"event":"transfer.success","data":{"reference":"wdr-1","status":"success"}}',
      { about: 'payout', reference: 'wdr-1' },
    ],
    ['{"event":"transfer.reversed","data":{"reference":"wdr-1"}}', { about: 'payout', reference: 'wdr-1' }],
    [
      '{"event":"refund.needs-attention","data":{"transaction_reference":"dw.1","id":"9","amount":5306}}',
      { about: 'refund', transactionId: 'dw.1' },
    ],
    [
      '{"event":"charge.dispute.create","data":{"id":3,"transaction_reference":null,"transaction":{"reference":"dw.1"}}}',
      { about: 'refund', transactionId: 'dw.1' },
    ],
    ['{"event":"charge.success","data":{"reference":7}}', { about: 'other' }],
    ['{"event":"charge.success","data":[]}', { about: 'other' }],
    ['{"event":"bank.transfer.rejected","data":{"bank_transfer":{}}}', { about: 'other' }],
    ['{"event":"dedicatedaccount.assign.success"}', { about: 'other' }],
    ['{"event":"something.new","data":{"reference":"dw.1"}}', { about: 'other' }],
  ])('%s is read', (body, subject) => {
    expect(read(body)).toEqual({ eventId: expect.any(String), ...subject });
  });

  test('has one id when it is repeated, and another when it tells something else', () => {
    const refund = (change: object) =>
      read(
        JSON.stringify({
          event: 'refund.processed',
          data: {
            transaction_reference: 'dw.1',
            refund_reference: '13',
            amount: 5000,
            status: 'processed',
            ...change,
          },
        }),
      )?.eventId;
    expect(refund({ amount: '5000', domain: 'live' })).toBe(refund({}));
    const different = [
      {},
      { refund_reference: '14' },
      { amount: 5001 },
      { transaction_reference: 'dw.2' },
      { id: '1' },
    ];
    expect(new Set(different.map(refund)).size).toBe(different.length);
    const other = '{"event":"something.new","data":{}}';
    expect(read(other)).toEqual(read(other));
  });
});

test('every notice Paystack makes is understood, with all its quirks', async () => {
  const on = await staged();
  const about: string[] = [];
  const ids: string[] = [];
  on.there.refundsEnd('processing');
  on.there.payoutsEnd('processing');
  for (let turn = 0; turn < 8; turn += 1) {
    const id = await paid(on);
    await on.paystack.sendRefund(refundRequest(id, { amount: minor(5_000) }));
    on.there.decideRefunds(id, 'completed');
    const request = payoutRequest();
    await on.paystack.sendPayout(request);
    on.there.decidePayout(request.reference, 'completed');
    on.there.decidePayout(request.reference, 'reversed');
    const fullPayment = await paid(on);
    on.there.refundByProvider(fullPayment);
    const notices = on.there.takeWebhooks();
    const subjects = notices.map((notice) =>
      on.paystack.parseWebhook(Buffer.from(notice.body), new Headers(notice.headers)),
    );
    about.push(...subjects.map((subject) => subject?.about ?? 'refused'));
    ids.push(...subjects.map((subject) => subject?.eventId ?? ''));
    for (const subject of subjects)
      if (subject && 'transactionId' in subject) expect([id, fullPayment]).toContain(subject.transactionId);
  }
  expect(about).toEqual(
    Array.from({ length: 8 }, () => [
      'payment',
      'refund',
      'refund',
      'payout',
      'payout',
      'payment',
      'refund',
    ]).flat(),
  );
  expect(new Set(ids).size).toBe(ids.length);
});
