import { describe, expect, test } from 'vitest';
import { ADA, message, notice, readSigned, value } from './testing.ts';

const of = (one: object) => readSigned(JSON.stringify(notice({}, [value(one)])));

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
