import { Hono } from 'hono';
import { expect, test } from 'vitest';
import type { Env } from './env.ts';
import { errorResponse } from './error-response.ts';
import { limitConcurrency } from './overload.ts';

const MOST = 4;
const silent = { info: () => {}, warn: () => {}, error: () => {} };

/** A service whose work and whose clients' bodies are done when the test says so. */
function place() {
  const held = { work: [] as (() => void)[], body: [] as (() => void)[] };
  const wait = (what: keyof typeof held) => new Promise<void>((done) => held[what].push(done));
  const app = new Hono<Env>();
  app.use(limitConcurrency(MOST));
  app.onError((error) => errorResponse(error, 'req_test', silent));
  app.get('/healthz', (c) => c.text('alive'));
  app.get('/work', async (c) => {
    await wait('work');
    return c.text('done');
  });
  app.post('/body', async (c) => {
    await c.get('slot').releaseWhile(() => wait('body'));
    return c.text('read');
  });
  app.get('/broken', () => {
    throw new Error('broken');
  });
  const settle = (what: keyof typeof held) => {
    for (const done of held[what].splice(0)) done();
  };
  return { ask: (path: string, method = 'GET') => Promise.resolve(app.request(path, { method })), settle };
}

test('more requests than can be worked on at once are told when to come back, and the next ones are served', async () => {
  const { ask, settle } = place();
  const working = Array.from({ length: MOST }, () => ask('/work'));
  const refused = await ask('/work');
  expect(refused.status).toBe(503);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect((await ask('/healthz')).status).toBe(200);
  settle('work');
  for (const answer of await Promise.all(working)) expect(answer.status).toBe(200);
  for (let at = 0; at < 2 * MOST; at++) expect((await ask('/broken')).status).toBe(500);
  const next = ask('/work');
  settle('work');
  expect((await next).status).toBe(200);
});

test('clients that are slow to send hold no place, and wait for one like all others once they have sent', async () => {
  const { ask, settle } = place();
  const sending = Array.from({ length: 5 * MOST }, () => ask('/body', 'POST'));
  const working = Array.from({ length: MOST }, () => ask('/work'));
  expect((await ask('/work')).status).toBe(503);
  settle('work');
  for (const answer of await Promise.all(working)) expect(answer.status).toBe(200);
  settle('body');
  const statuses = (await Promise.all(sending)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200, 503]));
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(1);
});

test.each(['Connection terminated unexpectedly', 'timeout exceeded when trying to connect'])(
  'a database that is cut off under a request is no fault of ours, and the log says so: %s',
  (message) => {
    const warned: string[] = [];
    const log = { ...silent, warn: (_: object, message: string) => void warned.push(message) };
    const answer = errorResponse(new Error(message), 'req_test', log);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(warned).toEqual([expect.stringContaining('The database did not do it')]);
  },
);
