import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  ADA,
  adapter,
  message,
  notice,
  PHONE_ID,
  readSigned as read,
  SECRET,
  signature,
  staged,
  START,
  value,
} from './testing.ts';

const whatsapp = adapter();

const genuine = JSON.stringify(notice());
const right = signature(genuine);

describe('a notice', () => {
  test('signed over its bytes is read', () => {
    expect(read(genuine)).toEqual([
      {
        about: 'message',
        id: 'wamid.HBgN',
        from: { number: ADA, userId: null, name: 'Ada' },
        at: new Date(1_795_168_800_000),
        content: { kind: 'text', text: 'Invoice Mrs Bello ₦45,000' },
        answers: null,
      },
    ]);
    // RFC 4231, test case 2: the construction is the one everybody else computes.
    expect(signature('what do ya want for nothing?', 'Jefe')).toMatch(
      /^sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843$/,
    );
  });

  const hex = right.slice('sha256='.length);
  test.each<[string, string | null]>([
    ['none', null],
    ['empty', ''],
    ['of its name only', 'sha256='],
    ['short', right.slice(0, -1)],
    ['long', `${right}0`],
    ['upper-case', `sha256=${hex.toUpperCase()}`],
    ['upper-case as a whole', right.toUpperCase()],
    ['without its name', hex],
    ['named otherwise', `sha1=${hex}`],
    ['doubled', `${right}, ${right}`],
    ['of an old secret', signature(genuine, 'f'.repeat(32))],
    ['of an empty secret', signature(genuine, '')],
    ['of the verify token', signature(genuine, 'duewell-simulated-verify-token')],
    ['of other bytes', signature(`${genuine} `)],
    ['of the body before it was changed', signature(genuine.replace('45,000', '4,500'))],
    ['in base64', `sha256=${createHmac('sha256', SECRET).update(genuine).digest('base64')}`],
    ['by SHA-1', `sha256=${createHmac('sha1', SECRET).update(genuine).digest('hex')}`],
    ['all zeros', `sha256=${'0'.repeat(64)}`],
  ])('with a signature that is %s is refused', (_, header) => {
    expect(read(genuine, header)).toBeNull();
  });

  test.each<[string, string | Uint8Array]>([
    ['written anew', JSON.stringify(notice(), null, 1)],
    [
      'with the same keys in another order',
      JSON.stringify({ entry: notice().entry, object: notice().object }),
    ],
    ['with other escapes', genuine.replace('₦', String.raw`\u20a6`)],
    ['begun with a byte order mark', `\uFEFF${genuine}`],
    ['compressed', gzipSync(genuine)],
    ['ended with a line break', `${genuine}\n`],
  ])('%s is not what was signed', (_, body) => {
    expect(read(body, right)).toBeNull();
  });

  test.each<[string, string | Uint8Array]>([
    ['an array', `[${genuine}]`],
    ['a text', '"whatsapp_business_account"'],
    ['null', 'null'],
    ['empty', ''],
    ['no JSON', '{'],
    ['begun with a byte order mark', `\uFEFF${genuine}`],
    ['compressed', gzipSync(genuine)],
    ['no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['with a key twice', genuine.replace('"object"', '"object":"page","object"')],
    ['with a key twice, once disguised', genuine.replace('"from"', String.raw`"fro\u006d":"1","from"`)],
    ['endlessly deep', `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`],
    ['too long', `${genuine}${' '.repeat(3 * 1024 * 1024)}`],
  ])('that is %s is refused although its signature is right', (_, body) => {
    expect(read(body)).toBeNull();
  });

  test.each<[string, object]>([
    ['another object', notice({ object: 'page' })],
    ['an object in a list', notice({ object: ['whatsapp_business_account'] })],
    ['no entries', notice({ entry: [] })],
    ['entries that are none', notice({ entry: { 0: notice().entry[0] } })],
    ['another number of ours', notice({}, [{ ...value(), metadata: { phone_number_id: '1' } }])],
    ['a number in a list', notice({}, [{ ...value(), metadata: { phone_number_id: [PHONE_ID] } }])],
    ['no number', notice({}, [{ ...value(), metadata: null }])],
    ['another field', notice({ entry: [{ changes: [{ field: 'message_echoes', value: value() }] }] })],
    ['a message that is a list', notice({}, [value({ messages: [[message]] })])],
    ['messages that are none', notice({}, [value({ messages: message })])],
    ['a message without an id', notice({}, [value({ messages: [{ ...message, id: '' }] })])],
    ['a message of nobody', notice({}, [value({ contacts: [], messages: [{ ...message, from: {} }] })])],
    ['a message without a time', notice({}, [value({ messages: [{ ...message, timestamp: 'soon' }] })])],
    [
      'a message of the year 9999',
      notice({}, [value({ messages: [{ ...message, timestamp: '253370764800' }] })]),
    ],
    ['a message in a group', notice({}, [value({ messages: [{ ...message, group_id: 'g1' }] })])],
    [
      'a state we do not know',
      notice({}, [value({ statuses: [{ id: 'a', status: 'warning', timestamp: '1' }] })]),
    ],
  ])('about %s has no effect', (_, update) => {
    expect(read(JSON.stringify(update))).toEqual([]);
  });

  test('that comes again says the same again', () => {
    expect(read(genuine)).toEqual(read(genuine));
  });

  test('is read as far as it can be: one odd part takes no other with it', () => {
    const odd = { ...message, id: 7 };
    const status = { id: 'wamid.a', status: 'delivered', timestamp: 1_795_168_800, recipient_id: ADA };
    const parsed = notice({}, [
      value({ messages: [odd, message], statuses: 'none' }),
      null,
      value({ statuses: [{}, status, { ...status, status: 'read' }] }),
    ]);
    expect(read(JSON.stringify(parsed))).toMatchObject([
      { about: 'message', id: 'wamid.HBgN' },
      { about: 'status', id: 'wamid.a', state: 'delivered', reason: null, why: null },
      { about: 'status', state: 'read' },
    ]);
  });
});

test('nothing that is signed can break the reader, whatever stands where', () => {
  const slots = [
    'object',
    'entry',
    'changes',
    'field',
    'value',
    'metadata',
    'contacts',
    'messages',
    'statuses',
    'from',
    'id',
    'timestamp',
    'type',
    'text',
    'errors',
  ];
  const replaceAt = (object: unknown, slot: string, odd: unknown): unknown => {
    if (Array.isArray(object)) return object.map((one) => replaceAt(one, slot, odd));
    if (typeof object !== 'object' || object === null) return object;
    return Object.fromEntries(
      Object.entries(object).map(([key, one]) => [key, key === slot ? odd : replaceAt(one, slot, odd)]),
    );
  };
  const payload = notice({}, [
    value({
      messages: [message],
      statuses: [{ id: 'a', status: 'failed', timestamp: '1', errors: [{ code: 1 }] }],
    }),
  ]);
  fc.assert(
    fc.property(fc.constantFrom(...slots), fc.jsonValue({ maxDepth: 4 }), (slot, odd) => {
      const news = read(JSON.stringify(replaceAt(payload, slot, odd)));
      expect(Array.isArray(news) || news === null).toBe(true);
      for (const one of news ?? []) expect(Number.isFinite(one.at.getTime())).toBe(true);
    }),
    { numRuns: 400 },
  );
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (raw) => {
      expect(read(raw) ?? []).toEqual([]);
    }),
    { numRuns: 200 },
  );
});

test('everything a phone does is understood, in any order, more than once and all at once', async () => {
  const { whatsapp: ours, there } = await staged();
  const ada = there.phone(ADA, { name: 'Ada Ọkọ́rọ̀' });
  const shy = there.phone('2348099999999', { hidden: true });
  await ada.says('Ṣe invoice fún Mrs Bello / ₦45,000');
  await ours.send(ADA, { kind: 'buttons', body: 'Send it?', buttons: [{ id: 'yes', title: 'Send' }] });
  await ada.presses('Send');
  await ada.sends({ mime: 'application/pdf', bytes: Buffer.from('%PDF'), name: 'old.pdf' });
  await ada.does('sticker', { sticker: { id: '9' } });
  await ada.reads();
  await shy.says('Me too');
  there.failNext(131000);
  await ours.send(shy.userId, { kind: 'text', body: 'Hi' });
  const notices = there.takeNotices({ shuffled: 7, times: 2, together: true });
  expect(notices.length).toBe(1);
  const news = notices.flatMap(
    ({ body, headers }) => ours.parseWebhook(Buffer.from(body), new Headers(headers)) ?? [],
  );
  const outcomes = news.map((one) =>
    one.about === 'message' ? `${one.from.name} ${one.content.kind}` : `${one.state} ${one.why ?? ''}`.trim(),
  );
  const once = [
    'Ada Ọkọ́rọ̀ document',
    'Ada Ọkọ́rọ̀ other',
    'Ada Ọkọ́rọ̀ press',
    'Ada Ọkọ́rọ̀ text',
    'Somebody 9999 text',
    'delivered',
    'failed other',
    'read',
    'sent',
  ];
  expect(outcomes.toSorted()).toEqual([...once, ...once].toSorted());
  const unread = news.find((one) => one.about === 'message' && one.from.name === 'Somebody 9999');
  expect(unread).toMatchObject({ from: { number: null, userId: shy.userId }, at: START });
});

test.each<[string, Record<string, string>, string | null]>([
  ['the right token', {}, '1158201444'],
  ['another token', { 'hub.verify_token': 'wrong' }, null],
  ['an empty token', { 'hub.verify_token': '' }, null],
  ['another mode', { 'hub.mode': 'unsubscribe' }, null],
  ['no challenge', { 'hub.challenge': '' }, null],
  ['a challenge that is a page', { 'hub.challenge': '<script>alert(1)</script>' }, null],
])('a challenge with %s', (_, change, answer) => {
  const request = {
    'hub.mode': 'subscribe',
    'hub.verify_token': 'duewell-simulated-verify-token',
    'hub.challenge': '1158201444',
    ...change,
  };
  expect(whatsapp.challenge(request)).toBe(answer);
});
