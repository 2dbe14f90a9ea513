import { expect, test } from 'vitest';
import { isOurPage, isWhatsApp } from '../markdown/markdown.tsx';
import { parseEvent } from './event-stream.ts';
import { displayText, toMessages } from './messages.ts';

test.each([
  [{ role: 'user', content: 'Hello' }, 'user', 'Hello'],
  [{ sender: 'user', message: 'From message' }, 'user', 'From message'],
  [
    { sender: 'bot', content: ['one', { text: 'two' }, { content: 'three' }] },
    'assistant',
    'one\ntwo\nthree',
  ],
  [{ content: { message: { text: 'deep' } } }, 'assistant', 'deep'],
  [{ role: 'user', content: '[IMAGE_UPLOADED]Bill this' }, 'user', 'Bill this'],
  [{ role: 'user', content: '[IMAGE_UPLOADED] Invoice image uploaded' }, 'user', 'Invoice image uploaded'],
  [{ role: 'user', content: '', metadata: { hasImage: true } }, 'user', 'Invoice image uploaded'],
])('an earlier message %j is read', (stored, role, text) => {
  const [message] = toMessages([stored]);
  expect(message && { role: message.role, text: displayText(message) }).toEqual({ role, text });
});

test('times come from timestamp or createdAt, pictures from metadata only with hasImage', () => {
  const [a, b] = toMessages([
    { content: 'a', createdAt: '2026-11-21T10:00:00.000Z', metadata: { imagePath: '/x' } },
    { content: 'b', timestamp: '2026-11-20T10:00:00.000Z', metadata: { hasImage: true, imagePath: '/x' } },
  ]);
  expect(a).toMatchObject({ at: new Date('2026-11-21T10:00:00.000Z'), picture: null });
  expect(b).toMatchObject({ at: new Date('2026-11-20T10:00:00.000Z'), picture: { path: '/x' } });
});

test.each([null, 'text', [null], [{ role: 'user' }], [{ content: 7 }]])(
  'a conversation that is %j cannot be read',
  (stored) => {
    expect(() => toMessages(stored)).toThrow();
  },
);

test.each([
  ['/dashboard/invoices?status=due', true],
  ['/dashboard', true],
  ['https://evil.example/dashboard', false],
  ['//evil.example/dashboard', false],
  ['javascript:alert(1)', false],
  ['/dashboardx', false],
  ['/api/files/1', false],
  ['/dashboard/../api/files', false],
])('a link to %s is ours: %s', (href, ours) => {
  expect(isOurPage(href)).toBe(ours);
});

test.each([
  ['https://wa.me/2348031234567?text=Good%20day%2C%20pay%20here', true],
  ['https://wa.me/?text=a', true],
  ['https://wa.me.evil.example/1?text=a', false],
  ['https://wa.me/1?text=a&x=y', false],
  ['javascript:alert(1)', false],
])('a link to %s hands a message over to WhatsApp: %s', (href, hands) => {
  expect(isWhatsApp(href)).toBe(hands);
});

test('an event has its name and its data, whatever ends its lines', () => {
  expect(parseEvent('event: delta\r\ndata: {"text":"a"}')).toEqual({ name: 'delta', data: { text: 'a' } });
  expect(parseEvent(': ping')).toEqual({ name: 'message', data: null });
});
