import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Env } from './env.ts';
import { serveWebApp } from './static.ts';

const document = (robots: string, words: string) =>
  `<!doctype html><meta name="robots" content="${robots}"><p>${words}</p>`;
const files = {
  'index.html': document('index,follow', 'front __PUBLIC_URL__/ __PUBLIC_URL__/share.png'),
  'terms.html': document(
    'index,follow',
    'terms<script data-reads="/api/a">own()</script><script src="/a.js"></script>',
  ),
  '404.html': document('noindex', 'lost'),
  'app.html': document('noindex', 'any page of the app<script>own()</script>'),
  'app/dashboard.html': document('noindex', 'home'),
  'app/dashboard/invoices.html': document('noindex', 'invoices'),
  'app/dashboard/customers/$id.html': document('noindex', 'a customer'),
  'auth/login.html': document('noindex', 'log in'),
  'icon.svg': '<svg/>',
  'assets/a-1234.js': 'a()'.repeat(100),
  'assets/a-1234.js.br': 'stands for brotli',
  '.vite/manifest.json': '{}',
};

const outside = mkdtempSync(join(tmpdir(), 'duewell-static-'));
const folder = join(outside, 'web');
const app = new Hono<Env>();
let publicUrl = 'https://duewell.test';

beforeAll(() => {
  writeFileSync(join(outside, 'secret.html'), 'secret');
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  serveWebApp(app, () => publicUrl, folder);
});
afterAll(() => rmSync(outside, { recursive: true }));

const get = async (path: string, headers: Record<string, string> = {}) =>
  await app.request(path, { headers });

test.each([
  ['/', 200, 'front', 'index,follow'],
  ['/terms', 200, 'terms', 'index,follow'],
  ['/terms/', 200, 'terms', 'index,follow'],
  ['/auth/login?redirect=/dashboard', 200, 'log in', 'noindex'],
  ['/auth/nothing', 404, 'lost', 'noindex'],
  ['/dashboard', 200, 'home', 'noindex'],
  ['/dashboard/invoices', 200, 'invoices', 'noindex'],
  ['/dashboard/customers/cus_01kb7qen74vqz37hp9kehbfkeq', 200, 'a customer', 'noindex'],
  ['/dashboard/invoices/inv_01kb7qen74vqz37hp9kehbfkeq', 200, 'any page of the app', 'noindex'],
  ['/dashboard/coming-soon', 200, 'any page of the app', 'noindex'],
  ['/onboarding', 200, 'any page of the app', 'noindex'],
  ['/dashboards', 404, 'lost', 'noindex'],
  ['/no-such-page', 404, 'lost', 'noindex'],
])('%s is %i, "%s", %s', async (path, status, words, robots) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  expect(await answer.text()).toContain(words);
  expect(answer.headers.get('X-Robots-Tag')).toBe(robots);
});

test.each(['/.vite/manifest.json', '/..%2fsecret', '/%2e%2e/secret', '/api/nothing', '/assets/none.js'])(
  'nothing is given away at %s',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBe(404);
    expect(await answer.text()).not.toMatch(/secret|\{\}/);
  },
);

test('documents carry the public address of the moment, and are sent again only when they changed', async () => {
  const first = await get('/');
  expect(await first.text()).toContain('front https://duewell.test/ https://duewell.test/share.png');
  const etag = first.headers.get('ETag') ?? '';
  expect((await get('/', { 'If-None-Match': etag })).status).toBe(304);
  publicUrl = 'https://elsewhere.test';
  const second = await get('/', { 'If-None-Match': etag });
  expect(second.status).toBe(200);
  expect(await second.text()).toContain('https://elsewhere.test/share.png');
});

test('of scripts in a document only its own may run, after an unchanged answer too', async () => {
  const hash = createHash('sha256').update('own()').digest('base64');
  const policyOf = (answer: Response) =>
    /script-src ([^;]*)/.exec(answer.headers.get('Content-Security-Policy') ?? '')?.[1];
  const first = await get('/terms');
  const again = await get('/terms', { 'If-None-Match': first.headers.get('ETag') ?? '' });
  // The copy a service worker opens other pages with, kept with its headers.
  const kept = await get('/app.html');
  expect([first, again, kept].map(({ status }) => status)).toEqual([200, 304, 200]);
  for (const answer of [first, again, kept]) expect(policyOf(answer)).toBe(`'self' 'sha256-${hash}'`);
  expect(policyOf(await get('/'))).toBe("'self'");
});

test('documents are compressed as the browser likes', async () => {
  const bytes = async (accepted: string) =>
    Buffer.from(await (await get('/terms', { 'Accept-Encoding': accepted })).arrayBuffer());
  expect(brotliDecompressSync(await bytes('gzip, deflate, br')).toString()).toContain('terms');
  expect(gunzipSync(await bytes('gzip')).toString()).toContain('terms');
  expect((await bytes('identity')).toString()).toContain('terms');
  for (const [accepted, encoding] of [
    ['br', 'br'],
    ['br; q=0, gzip', 'gzip'],
    ['gzip; q=0', null],
  ] as const)
    expect((await get('/terms', { 'Accept-Encoding': accepted })).headers.get('Content-Encoding')).toBe(
      encoding,
    );
});

test('hashed files are kept for a year, in the form made when they were built', async () => {
  const answer = await get('/assets/a-1234.js', { 'Accept-Encoding': 'br' });
  expect(answer.headers.get('Content-Encoding')).toBe('br');
  expect(await answer.text()).toBe('stands for brotli');
  expect(answer.headers.get('Cache-Control')).toContain('immutable');
  expect((await get('/icon.svg')).headers.get('Cache-Control')).toBe('no-cache');
});
