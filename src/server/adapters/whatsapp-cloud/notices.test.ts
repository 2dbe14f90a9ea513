import { createHmac } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { adapter, ADA, PHONE_ID, SECRET, staged, START } from './testing.ts';

const whatsapp = adapter();
const signature = (body: string | Uint8Array, secret = SECRET) =>
  `sha256=${createHmac('sha256', secret).update(body).digest('hex')}`;
const read = (body: string | Uint8Array, header: string | null = signature(body)) =>
  whatsapp.readNotice(
    typeof body === 'string' ? Buffer.from(body) : body,
    new Headers(header === null ? {} : { 'x-hub-signature-256': header }),
  );

const message = {
  from: ADA,
  id: 'wamid.HBgN',
  timestamp: '1795168800',
  type: 'text',
  text: { body: 'Invoice Mrs Bello ₦45,000' },
};
const value = (change: object = { messages: [message] }) => ({
  messaging_product: 'whatsapp',
  metadata: { display_phone_number: '2347000000001', phone_number_id: PHONE_ID },
  contacts: [{ profile: { name: 'Ada' }, wa_id: ADA }],
  ...change,
});
const notice = (change: object = {}, values: unknown[] = [value()]) => ({
  object: 'whatsapp_business_account',
  entry: [{ id: '102290129340398', changes: values.map((one) => ({ field: 'messages', value: one })) }],
  ...change,
});
const genuine = JSON.stringify(notice());
const right = signature(genuine);
const of = (one: object) => read(JSON.stringify(notice({}, [value(one)])));

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
  ])('about %s has no effect', (_, told) => {
    expect(read(JSON.stringify(told))).toEqual([]);
  });

  test('that comes again says the same again', () => {
    expect(read(genuine)).toEqual(read(genuine));
  });

  test('is read as far as it can be: one odd part takes no other with it', () => {
    const odd = { ...message, id: 7 };
    const status = { id: 'wamid.a', status: 'delivered', timestamp: 1_795_168_800, recipient_id: ADA };
    const told = notice({}, [
      value({ messages: [odd, message], statuses: 'none' }),
      null,
      value({ statuses: [{}, status, { ...status, status: 'read' }] }),
    ]);
    expect(read(JSON.stringify(told))).toMatchObject([
      { about: 'message', id: 'wamid.HBgN' },
      { about: 'status', id: 'wamid.a', state: 'delivered', reason: null, why: null },
      { about: 'status', state: 'read' },
    ]);
  });
});

describe('a message', () => {
  test.each<[string, object, object]>([
    ['text', { text: { body: 'a\u0000b\ud800' } }, { kind: 'text', text: 'ab\ufffd' }],
    ['text', { text: ['a'] }, { kind: 'other', type: 'text' }],
    [
      'interactive',
      { interactive: { type: 'button_reply', button_reply: { id: 'send:1', title: 'Send' } } },
      { kind: 'press', id: 'send:1', title: 'Send' },
    ],
    [
      'interactive',
      { interactive: { type: 'list_reply', list_reply: { id: 'r1', title: 'Mrs Bello', description: 'x' } } },
      { kind: 'press', id: 'r1', title: 'Mrs Bello' },
    ],
    ['interactive', { interactive: { type: 'nfm_reply', nfm_reply: {} } }, { kind: 'other' }],
    ['button', { button: { payload: 'STOP', text: 'Stop' } }, { kind: 'press', id: 'STOP', title: 'Stop' }],
    [
      'image',
      { image: { id: '77', mime_type: 'image/jpeg', sha256: 'x' } },
      { kind: 'image', mediaId: '77', mime: 'image/jpeg', caption: '', name: null },
    ],
    [
      'document',
      { document: { id: '78', mime_type: 'application/pdf', filename: 'a\u0000.pdf', caption: 'Look' } },
      { kind: 'document', mediaId: '78', mime: 'application/pdf', caption: 'Look', name: 'a.pdf' },
    ],
    ['image', { image: { id: '../me', mime_type: 'image/jpeg' } }, { kind: 'other', type: 'image' }],
    ['location', { location: { latitude: 6.5 } }, { kind: 'other', type: 'location' }],
    ['reaction', { reaction: { emoji: '👍' } }, { kind: 'other', type: 'reaction' }],
    ['constructor', {}, { kind: 'other', type: 'constructor' }],
    ['__proto__', {}, { kind: 'other', type: '__proto__' }],
  ])('of the kind %s %j is understood', (type, content, meant) => {
    const { text: _, ...rest } = message;
    expect(of({ messages: [{ ...rest, type, ...content }] })).toMatchObject([{ content: meant }]);
  });

  const shy = 'NG.1349120865530274';
  test.each<[string, object, object]>([
    ['a number', {}, { number: ADA, userId: null, name: 'Ada' }],
    [
      'an id only',
      {
        contacts: [{ profile: { name: 'Ada\nOkoro' }, user_id: shy }],
        messages: [{ ...message, from: undefined, from_user_id: shy }],
      },
      { number: null, userId: shy, name: 'Ada Okoro' },
    ],
    [
      'an id of the person told about',
      { contacts: [{ user_id: shy }], messages: [{ ...message, from: null }] },
      { number: null, userId: shy, name: '' },
    ],
    [
      'the other of two',
      {
        contacts: [
          { profile: { name: 'Bisi' }, wa_id: '2348000000000', user_id: 'NG.1' },
          { profile: { name: 'Ada' }, wa_id: ADA, user_id: shy },
        ],
      },
      { number: ADA, userId: shy, name: 'Ada' },
    ],
    [
      'somebody nobody told about',
      { contacts: [{ profile: { name: 'Bisi' }, wa_id: '2348000000000' }] },
      { number: ADA, name: '' },
    ],
    ['a hostile list of people', { contacts: [null, 5, [], { wa_id: { a: 1 } }] }, { number: ADA, name: '' }],
  ])('is from %s', (_, change, from) => {
    expect(of({ messages: [message], ...change })).toMatchObject([{ from }]);
  });

  test('says which one it answers', () => {
    expect(of({ messages: [{ ...message, context: { from: '1', id: 'wamid.q' } }] })).toMatchObject([
      { answers: 'wamid.q' },
    ]);
    expect(of({ messages: [{ ...message, context: ['wamid.q'] }] })).toMatchObject([{ answers: null }]);
  });
});

test.each<[object, string | null, RegExp]>([
  [{ errors: [{ code: 131047, title: 'Re-engagement message' }] }, 'closed', /131047/],
  [{ errors: [{ code: 131026 }] }, 'unreachable', /131026/],
  [{ errors: [{ code: 130429 }] }, 'limited', /130429/],
  [{ errors: [null, { code: 'x' }, { code: 132015 }] }, 'template', /132015/],
  [{ errors: { code: 131026 } }, 'other', /does not say/],
  [{}, 'other', /does not say/],
])('a failure with %j is told as %s', (change, why, reason) => {
  const failed = { id: 'wamid.a', status: 'failed', timestamp: '1795168800', ...change };
  expect(of({ statuses: [failed] })).toMatchObject([
    { state: 'failed', why, reason: expect.stringMatching(reason) },
  ]);
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
  const put = (told: unknown, slot: string, odd: unknown): unknown => {
    if (Array.isArray(told)) return told.map((one) => put(one, slot, odd));
    if (typeof told !== 'object' || told === null) return told;
    return Object.fromEntries(
      Object.entries(told).map(([key, one]) => [key, key === slot ? odd : put(one, slot, odd)]),
    );
  };
  const whole = notice({}, [
    value({
      messages: [message],
      statuses: [{ id: 'a', status: 'failed', timestamp: '1', errors: [{ code: 1 }] }],
    }),
  ]);
  fc.assert(
    fc.property(fc.constantFrom(...slots), fc.jsonValue({ maxDepth: 4 }), (slot, odd) => {
      const news = read(JSON.stringify(put(whole, slot, odd)));
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
    ({ body, headers }) => ours.readNotice(Buffer.from(body), new Headers(headers)) ?? [],
  );
  const told = news.map((one) =>
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
  expect(told.toSorted()).toEqual([...once, ...once].toSorted());
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
  const asked = {
    'hub.mode': 'subscribe',
    'hub.verify_token': 'duewell-simulated-verify-token',
    'hub.challenge': '1158201444',
    ...change,
  };
  expect(whatsapp.challenge(asked)).toBe(answer);
});
