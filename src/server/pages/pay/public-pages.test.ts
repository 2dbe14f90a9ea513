import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Env } from '#server/http/env.ts';
import { limitConcurrency } from '#server/http/overload.ts';
import { sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { publicPages } from './public-pages.ts';

let app: TestApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

const dropped = Object.assign(new Error('terminating connection due to administrator command'), {
  code: '57P01',
});

test.each([
  ['the database drops the connection', dropped, 503, '2'],
  ['the driver finds it gone', new Error('Connection terminated unexpectedly'), 503, '2'],
  ['a fault nobody foresaw', new TypeError('undefined is no function'), 500, null],
])('a page while %s', async (_, error, status, retryAfter) => {
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const pages = publicPages({ ...app.system, log }, ({ receipt }) => receipt.failure);
  pages.app.get('/page', () => {
    throw error;
  });
  const visited = new Hono<Env>().use(limitConcurrency(10), async (c, next) => {
    c.set('clientAddress', '192.0.2.1');
    await next();
  });
  const answer = await visited.route('/', pages.app).request('/page?lang=ha');
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Retry-After')).toBe(retryAfter);
  expect(await answer.text()).toContain('Akwai matsala a wurinmu');
});
