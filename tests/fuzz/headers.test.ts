import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, endpoints } from '#contract/index.ts';
import { newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../harness.ts';
import { recordResult } from './report.ts';

let app: TestApp;
let owner: Owner;
let pages: string[];
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://duewell.test' });
  owner = await newOwner(app);
  const params = { currency: 'NGN' } as const;
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  const sent = await owner.call(api.invoices.detail, { params: { ...params, id: data.id } });
  const pay = new URL(sent.data.checkoutUrl ?? '').pathname;
  pages = [
    '/',
    '/nowhere',
    '/dashboard',
    '/dashboard/invoices',
    '/onboarding',
    '/terms',
    '/assets/none.js',
    '/healthz',
    pay,
    `${pay}x`,
  ];
  pages.push(
    '/receipt/none',
    '/verify',
    '/verify/AAAA',
    '/shop/none',
    '/unsubscribe/none',
    '/robots.txt',
    '/api/docs',
    '/api/openapi.json',
    '/api/none',
  );
});
afterAll(() => app.close());

const pathOf = (path: string) =>
  path
    .replace(':currency', 'ngn')
    .replace(/:(\w+)/g, (_, name: string) => (name === 'userId' ? owner.userId : 'none'));

/** Missing headers of a response. */
function missing(answer: Response, path: string): string[] {
  const policy = answer.headers.get('Content-Security-Policy') ?? '';
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? /default-src ([^;]*)/.exec(policy)?.[1] ?? '*';
  const tokens = /^\/(pay|receipt|verify|unsubscribe|auth)\//.test(path);
  const wrong: [boolean, string][] = [
    [!/default-src 'none'/.test(policy), `policy ${policy}`],
    [/unsafe-inline|unsafe-eval|\*|http:|data:/.test(scripts), `scripts from ${scripts}`],
    [!/base-uri 'none'|sandbox/.test(policy), 'may have another base'],
    [!/frame-ancestors 'none'|sandbox/.test(policy), 'may be framed'],
    [answer.headers.get('X-Frame-Options') !== 'DENY', 'X-Frame-Options'],
    [answer.headers.get('X-Content-Type-Options') !== 'nosniff', 'nosniff'],
    [!/max-age=\d{8}/.test(answer.headers.get('Strict-Transport-Security') ?? ''), 'HSTS'],
    [!answer.headers.get('Referrer-Policy'), 'Referrer-Policy'],
    [tokens && answer.headers.get('Referrer-Policy') !== 'no-referrer', 'tells the token'],
    [
      path.startsWith('/api/') &&
        !/no-store|immutable|no-cache|max-age/.test(answer.headers.get('Cache-Control') ?? ''),
      'may be stored',
    ],
    [answer.headers.has('Access-Control-Allow-Origin'), 'lets other origins read'],
    [answer.headers.has('Access-Control-Allow-Credentials'), 'lets other origins sign in'],
    [answer.headers.has('Server') || answer.headers.has('X-Powered-By'), 'says what it is'],
  ];
  return wrong.flatMap(([is, why]) => (is ? [`${path} (${answer.status}): ${why}`] : []));
}

test('every answer of every route and page has what keeps browsers safe', async () => {
  const problems: string[] = [];
  let answers = 0;
  const calls = endpoints.map(({ endpoint }) => ({ method: endpoint.method, path: pathOf(endpoint.path) }));
  const request = [...calls, ...pages.map((path) => ({ method: 'GET', path }))];
  for (const { method, path } of request)
    for (const token of [null, owner.token]) {
      const abort = new AbortController();
      const answer = await fetch(app.url + path, {
        method,
        redirect: 'manual',
        signal: abort.signal,
        headers: { Origin: 'https://evil.example', ...(token ? { Authorization: `Bearer ${token}` } : {}) },
      });
      answers += 1;
      problems.push(...missing(answer, path));
      abort.abort();
      if (/\/auth\/log-?out/.test(path)) owner = await newOwner(app);
    }
  expect(problems).toEqual([]);
  recordResult('O4 headers', answers, 'answers, none without a header');
});

test('another site can neither ask beforehand nor send a form', async () => {
  const problems: string[] = [];
  const writes = endpoints.filter(
    ({ name, endpoint }) =>
      endpoint.method !== 'GET' && endpoint.body && !endpoint.multipart && !name.startsWith('inbox.'),
  );
  for (const { name, endpoint } of writes)
    for (const type of ['text/plain', 'application/x-www-form-urlencoded', '']) {
      const answer = await fetch(app.url + pathOf(endpoint.path), {
        method: endpoint.method,
        headers: { Authorization: `Bearer ${owner.token}`, ...(type ? { 'Content-Type': type } : {}) },
        body: new TextEncoder().encode('{"a":1}'),
      });
      if (answer.status !== 415) problems.push(`${name} as ${type || 'nothing'}: ${answer.status}`);
    }
  for (const path of ['/api/ngn/customers', '/api/auth/login']) {
    const headers = { Origin: 'https://evil.example', 'Access-Control-Request-Method': 'POST' };
    const answer = await fetch(app.url + path, { method: 'OPTIONS', headers });
    if (answer.headers.has('Access-Control-Allow-Origin') || answer.ok)
      problems.push(`${path}: ${answer.status}`);
  }
  expect(problems).toEqual([]);
  recordResult(
    'O4 types',
    writes.length * 3,
    'writes with another type than JSON, all 415; no origin but our own',
  );
});
