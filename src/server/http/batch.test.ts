import { afterAll, beforeAll, expect, test } from 'vitest';
import { pathOf } from '#contract/client.ts';
import { api, endpoints } from '#contract/index.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../../../tests/harness.ts';

let app: TestApp;
let alice: Owner;
let mallory: Owner;

beforeAll(async () => {
  app = await testApp();
  alice = await newOwner(app);
  mallory = await newOwner(app, { name: 'Mallory Stores' });
});
afterAll(() => app.close());

const post = (token: string, reads: readonly string[]) =>
  fetch(`${app.url}/api/batch`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ reads }),
  });

const invoicePath = (id: string) => pathOf(api.invoices.detail, { currency: 'NGN', id });

const single = async (token: string, path: string) => {
  const response = await fetch(app.url + path, { headers: { Authorization: `Bearer ${token}` } });
  return { status: response.status, body: (await response.json()) as Part['body'] };
};

type Part = { status: number; body: Record<string, unknown> };
const partsOf = async (response: Response) => ((await response.json()) as { data: Part[] }).data;

test('a batch answers each read as it is answered by itself, in its order, and nobody may keep it', async () => {
  const { data: invoice } = await alice.call(api.invoices.create, {
    params: { currency: 'NGN' },
    body: sampleInvoice({}),
  });
  const reads = [
    '/api/status',
    invoicePath(invoice.id),
    '/api/ngn/invoice/get-all-invoices?limit=1',
    '/api/ngn/withdrawal/balance',
    '/api/xyz/withdrawal/balance',
  ];
  const response = await post(alice.token, reads);
  expect(response.status).toBe(200);
  expect(response.headers.get('Cache-Control')).toBe('no-store');
  const data = await partsOf(response);
  expect(data).toHaveLength(reads.length);
  expect(data[2]?.body.data).toHaveLength(1);
  for (const [at, path] of reads.entries()) {
    const alone = await single(alice.token, path);
    expect(data[at]?.status).toBe(alone.status);
    expect({ ...data[at]?.body, requestId: '' }).toEqual({ ...alone.body, requestId: '' });
  }
});

test("another business's records are as unknown in a batch as by themselves", async () => {
  const { data: invoice } = await alice.call(api.invoices.create, {
    params: { currency: 'NGN' },
    body: sampleInvoice({ clientName: 'Only Alice knows' }),
  });
  const response = await post(mallory.token, [
    invoicePath(invoice.id),
    `/api/user/get-business-profile/${alice.userId}`,
  ]);
  const parts = await partsOf(response);
  expect(parts.map(({ status }) => status)).toEqual([404, 404]);
  expect(JSON.stringify(parts)).not.toContain('Only Alice knows');
});

test.each([
  '/api/auth/logout',
  '/api/live',
  '/mailbox',
  '/api/../mailbox',
  '//elsewhere.example/api/status',
  'https://elsewhere.example/api/status',
  'status',
  ...endpoints.flatMap(({ endpoint: { method, media, path } }) =>
    media && method === 'GET' ? path.replace(':currency', 'ngn').replace(/:\w+/g, 'x') : [],
  ),
])('%s is no read of a batch', async (path) => {
  const response = await post(alice.token, ['/api/status', path]);
  expect(response.status).toBe(422);
});

test('a session that was ended reads nothing more', async () => {
  const eve = await newOwner(app);
  expect((await post(eve.token, ['/api/auth/session'])).status).toBe(200);
  await eve.call(api.identity.logout, {});
  expect((await post(eve.token, ['/api/status', '/api/auth/session'])).status).toBe(401);
});

test('each part counts against the limit of its business', async () => {
  const limited = await testApp({ RATE_REQUESTS_PER_BUSINESS: '30' });
  try {
    const owner = await newOwner(limited);
    const reads = Array.from({ length: 12 }, () => '/api/auth/session');
    const statuses: number[] = [];
    for (let round = 0; round < 4; round++) {
      const response = await fetch(`${limited.url}/api/batch`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ reads }),
      });
      statuses.push(response.status);
    }
    expect(statuses).toEqual([200, 200, 200, 429]);
  } finally {
    await limited.close();
  }
});
