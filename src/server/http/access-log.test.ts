import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { createLog } from '#server/observability/log.ts';
import { eventually, newOwner, sampleInvoice, type TestApp, testApp } from '../../../tests/harness.ts';
import { networkOf, requestIdFrom } from './access-log.ts';

let app: TestApp;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  const log = createLog('info', { write: (line) => void lines.push(JSON.parse(line)) });
  app = await testApp({}, { log, ports: (made) => ({ ...made, mailer: { send: sendNothing } }) });
});
afterAll(() => app.close());

const sendNothing = async () => ({ ok: false as const, reason: 'No letters today', retry: true });
const requestLine = (id: string) => lines.find(({ requestId, msg }) => requestId === id && msg === 'Request');

test('one line tells of a request by pattern, who and how long, and nothing of what its address held', async () => {
  const token = 'a-token-that-nobody-may-read';
  const answer = await fetch(`${app.url}/api/auth/verify-email/${token}?also=${token}`, { method: 'POST' });
  const line = requestLine(answer.headers.get('X-Request-Id') ?? '');
  expect(line).toMatchObject({
    method: 'POST',
    route: '/api/auth/verify-email/:token',
    status: answer.status,
    network: '127.0.0.0',
  });
  expect(line?.ms).toBeGreaterThan(0);
  await fetch(`${app.url}/pay/${token}`);
  await fetch(`${app.url}/no/such/${token}`);
  expect(JSON.stringify(lines)).not.toContain(token);
  expect(lines.filter(({ msg }) => msg === 'Request').map(({ route }) => route)).toContain('/pay/:publicId');
});

test('a proxy that is not trusted is told of, once', async () => {
  const headers = { 'X-Forwarded-For': '203.0.113.9' };
  for (let times = 0; times < 2; times++) await fetch(`${app.url}/v1/countries`, { headers });
  expect(lines.filter(({ msg }) => String(msg).includes('TRUST_PROXY=true'))).toHaveLength(1);
});

test('a request of somebody says whose; what its job writes later names the same request', async () => {
  const owner = await newOwner(app);
  const headers = {
    Authorization: `Bearer ${owner.token}`,
    'Content-Type': 'application/json',
    'X-Request-Id': 'made-by-a-test-0001',
  };
  const made = await owner.call(api.invoices.create, {
    params: { currency: 'NGN' },
    body: sampleInvoice(),
  });
  const body = JSON.stringify({ invoiceId: made.data.id });
  const answer = await fetch(`${app.url}/api/ngn/invoice/send`, { method: 'POST', headers, body });
  expect([answer.status, answer.headers.get('X-Request-Id')]).toEqual([200, 'made-by-a-test-0001']);
  expect(requestLine('made-by-a-test-0001')).toMatchObject({
    businessId: owner.businessId,
    userId: owner.userId,
  });
  const failure = 'A job failed and will be tried again';
  const jobLine = await eventually(async () =>
    lines.find(({ requestId, msg }) => requestId === 'made-by-a-test-0001' && msg === failure),
  );
  expect(jobLine).toMatchObject({ job: 'invoices.deliver', jobId: expect.any(String) });
});

test('probes are not written down', async () => {
  const before = lines.length;
  for (const path of ['/livez', '/healthz', '/readyz']) await fetch(`${app.url}${path}`);
  expect(lines.length).toBe(before);
});

test.each([
  ['req_01m80jqgg9gm2ra2aw1gxgjq6c', true],
  ['0c9f6a54-31b2-4a45-9d2c-3f54f4a1f0aa', true],
  ['short', false],
  ['x'.repeat(65), false],
  ['with space 1234', false],
  ['with"quote1234', false],
  ['{"json":"here"}', false],
  ['-starts-with-a-dash', false],
])('a request id of a client: %s', (requestId, logged) => {
  expect(requestIdFrom(new Headers({ 'X-Request-Id': requestId }))).toBe(logged ? requestId : undefined);
});

test.each([
  ['102.89.47.211', '102.89.47.0'],
  ['::ffff:102.89.47.211', '102.89.47.0'],
  ['2c0f:f5c0:512:aaaa:1:2:3:4', '2c0f:f5c0:512::'],
  ['::1', '::'],
  ['unknown', 'unknown'],
])('of %s no more than %s is kept', (address, logged) => {
  expect(networkOf(address)).toBe(logged);
});
