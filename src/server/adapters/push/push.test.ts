import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPusher, vapidKeys } from './index.ts';
import { claimsOf, newBrowser, newPushService } from './testing.ts';

const secret = 'ab'.repeat(32);
const contact = 'mailto:ops@duewell.example';
let service: Awaited<ReturnType<typeof newPushService>>;
beforeAll(async () => {
  service = await newPushService();
});
afterAll(() => service.close());

const pusher = () => createPusher({ secret, contact, fetch: service.fetch });
const address = 'https://fcm.googleapis.com/fcm/send/one';
const flat = ({ endpoint, keys }: ReturnType<typeof newBrowser>['subscription']) => ({ endpoint, ...keys });

test('only the browser itself can read what is sent, and the push service knows who sends', async () => {
  const browser = newBrowser(address);
  expect(await pusher().send(flat(browser.subscription), '{"title":"₦45,000 from Ngọzi"}')).toEqual({
    ok: true,
  });
  const [got] = service.got.splice(0);
  expect(browser.open(got?.body ?? Buffer.alloc(0))).toBe('{"title":"₦45,000 from Ngọzi"}');
  expect(() => newBrowser(address).open(got?.body ?? Buffer.alloc(0))).toThrow();
  expect(got?.headers).toMatchObject({ ttl: '86400', 'content-encoding': 'aes128gcm' });
  const signed = claimsOf(got?.headers.authorization ?? '');
  expect(signed?.key).toBe(pusher().publicKey);
  expect(signed?.claims).toMatchObject({ aud: 'https://fcm.googleapis.com', sub: contact });
});

test.each([
  [404, { gone: true, retry: false }],
  [410, { gone: true, retry: false }],
  [413, { gone: false, retry: false }],
  [429, { gone: false, retry: true }],
  [503, { gone: false, retry: true }],
])('an answer of %i', async (status, meaning) => {
  service.answers.push(status);
  expect(await pusher().send(flat(newBrowser(address).subscription), 'x')).toMatchObject({
    ok: false,
    ...meaning,
  });
  service.got.splice(0);
});

test.each([
  'http://fcm.googleapis.com/x',
  'https://fcm.googleapis.com.evil.example/x',
  'https://evil.example/fcm.googleapis.com',
  'https://localhost/x',
  'https://127.0.0.1/x',
  'https://[::1]/x',
  'https://user@169.254.169.254/latest',
  'https://a.b.push.services.mozilla.com.evil.example',
  // Read by some as an address without a host, which is this machine.
  'https:///fcm.googleapis.com/x',
  'https:\\\\\\fcm.googleapis.com/x',
  'https://fcm.googleapis.com:22/x',
  'file:///etc/passwd',
  'nonsense',
])('%s is never called', async (endpoint) => {
  expect(pusher().accepts(endpoint)).toBe(false);
  expect(await pusher().send(flat(newBrowser(endpoint).subscription), 'x')).toMatchObject({
    ok: false,
    gone: true,
  });
  expect(service.got).toEqual([]);
});

test('the key pair is the same after every start, and another for another secret', () => {
  expect(vapidKeys(secret)).toEqual(vapidKeys(secret));
  expect(vapidKeys('cd'.repeat(32)).publicKey).not.toBe(vapidKeys(secret).publicKey);
  // Larger than the order of the curve.
  expect(Buffer.from(vapidKeys('ff'.repeat(32)).publicKey, 'base64url')).toHaveLength(65);
});
