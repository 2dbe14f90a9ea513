import { afterAll, beforeAll, expect, test } from 'vitest';
import { createService } from '#server/app.ts';
import { freshDatabase } from '../../../tests/databases.ts';
import { type TestApp, testApp } from '../../../tests/harness.ts';
import { hopAddress } from './headers.ts';

const apps: Record<string, TestApp> = {};
beforeAll(async () => {
  apps.direct = await testApp({ PUBLIC_URL: 'https://duewell.test' });
  apps.proxied = await testApp({ TRUST_PROXY: 'true' });
});
afterAll(() => Promise.all(Object.values(apps).map((app) => app.close())));

const HERE = '127.0.0.1';
const ELSEWHERE = '203.0.113.9';

test.each([
  ['9.9.9.9', '9.9.9.9'],
  ['9.9.9.9:20001', '9.9.9.9'],
  ['2001:DB8:0::1', '2001:db8::1'],
  ['[2001:db8::1]:20001', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['fe80::1%eth0', 'fe80::1'],
  ['::ffff:9.9.9.9', '9.9.9.9'],
  ['unknown', null],
  ['_hidden', null],
  ['9.9.9', null],
  ['010.9.9.9', null],
  ['9.9.9.9:', null],
  ['9.9.9.9:x', null],
])('the hop %s is the address %s', (hop, address) => expect(hopAddress(hop)).toBe(address));

test.each([
  ['direct', 'localhost:3000', HERE, {}, 200],
  ['direct', '127.0.0.1:3000', HERE, {}, 200],
  ['direct', '[::1]:3000', '::1', {}, 200],
  ['direct', 'duewell.test', HERE, {}, 200],
  ['direct', 'localhost:3000', ELSEWHERE, {}, 404],
  ['direct', 'rebound.example:3000', HERE, {}, 404],
  ['direct', '127.0.0.1.rebound.example', HERE, {}, 404],
  ['direct', 'duewell.test', HERE, { 'X-Forwarded-For': ELSEWHERE }, 404],
  ['direct', 'duewell.test', HERE, { 'X-Real-IP': ELSEWHERE }, 404],
  ['direct', 'localhost', ELSEWHERE, { 'X-Forwarded-For': HERE }, 404],
  ['proxied', 'localhost', HERE, { 'X-Forwarded-For': HERE }, 200],
  ['proxied', 'localhost', HERE, { 'X-Forwarded-For': `${HERE}, ${ELSEWHERE}` }, 404],
  ['proxied', 'localhost', ELSEWHERE, { 'X-Forwarded-For': HERE }, 404],
])(
  '%s, asked as %s from %s with %j: %i',
  async (name, host, peer, headers: Record<string, string>, status) => {
    const incoming = { socket: { remoteAddress: peer } };
    for (const page of ['/mailbox', '/sandbox']) {
      const answer = await apps[name]?.app.request(`http://${host}${page}`, { headers }, { incoming });
      expect(answer?.status, page).toBe(status);
    }
  },
);

const from = { incoming: { socket: { remoteAddress: HERE } } };

test.each(['/mailbox/%00', '/sandbox/checkout/%00', '/pay/%00', '/api/files/%00'])(
  '%s is nowhere',
  async (path) => {
    const answer = await apps.direct?.app.request(`http://localhost${path}`, {}, from);
    expect(answer?.status).toBe(404);
  },
);

test.each([
  ['application/x-www-form-urlencoded', 'account=%00&amount=5', 422],
  ['multipart/form-data', 'no boundary', 400],
  ['multipart/form-data; boundary=a', 'no parts', 400],
])('a form sent as %s with %s is refused, not failed', async (type, body, status) => {
  const headers = { 'Content-Type': type, Origin: 'http://localhost' };
  const form = { method: 'POST', headers, body };
  const answer = await apps.direct?.app.request('http://localhost/sandbox/pay', form, from);
  expect(answer?.status).toBe(status);
});

test('the sandbox is nowhere once no provider is it', async () => {
  const direct = apps.direct as TestApp;
  const chosen = { collecting: [], payingOut: null };
  const payments = { keys: direct.config.payments.keys, chosen: { NGN: chosen, USD: chosen } };
  const store = await freshDatabase();
  const service = await createService({ ...direct.config, payments }, { store, log: direct.system.log });
  for (const path of ['/sandbox', '/sandbox/checkout/ref_1'])
    expect((await service.app.request(`http://localhost${path}`, {}, from)).status, path).toBe(404);
  await service.stop();
});
