import fc from 'fast-check';
import { Hono } from 'hono';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { MINUTE_MS } from '#core/durations.ts';
import type { Store } from '#server/kernel/db.ts';
import type { Actor, System } from '#server/kernel/scope.ts';
import { freshDatabase } from '../../../tests/databases.ts';
import { mount, type Route } from './endpoints.ts';
import type { Env } from './env.ts';
import { errorResponse } from './error-response.ts';
import { limitConcurrency } from './overload.ts';
import { rememberCallers } from './recent-callers.ts';
import { awaitSlot, createThrottle, rateOf, throttleRefusals } from './throttle.ts';

const silent = { info: () => {}, warn: () => {}, error: () => {} };
const MOST_AT_ONCE = 40;
const FEW = { max: 60, windowMs: 60_000 };
const NOON = new Date('2026-03-02T12:00:00Z');
const RATE = { burst: 5, intervalMs: 100, maxWaitMs: 1_000 };

afterEach(() => void vi.useRealTimers());

/** Lets everything run on that waits for no timer. */
async function until(done: () => boolean): Promise<void> {
  while (!done()) await new Promise(setImmediate);
}

const tooMany = (turns: number[]): boolean =>
  turns.some((at, n) => n + 1 > RATE.burst + (at - (turns[0] ?? 0)) / RATE.intervalMs + 1e-6);

test('whenever somebody asks, no more turns come in any time than the burst and what it refills, and none is far off', () => {
  const requests = fc.array(fc.record({ pause: fc.nat({ max: 400 }), who: fc.constantFrom('a', 'b') }), {
    minLength: 30,
    maxLength: 120,
  });
  fc.assert(
    fc.property(requests, (requested) => {
      let now = 0;
      const throttle = createThrottle(RATE, () => now);
      const turns: Record<string, number[]> = { a: [], b: [] };
      for (const { pause, who } of requested) {
        now += pause;
        const wait = throttle(who);
        if (wait !== null) expect(wait).toBeLessThanOrEqual(RATE.maxWaitMs);
        if (wait !== null) turns[who]?.push(now + wait);
      }
      for (const of of Object.values(turns)) expect(of.some((_, at) => tooMany(of.slice(at)))).toBe(false);
    }),
  );
});

test('who asked little is not made to wait, and who asks for ever waits as long as for the next refill', () => {
  let now = 0;
  const throttle = createThrottle(RATE, () => now);
  expect(Array.from({ length: 7 }, () => throttle('a'))).toEqual([0, 0, 0, 0, 0, 100, 200]);
  expect(throttle('b')).toBe(0);
  const rest = Array.from({ length: 20 }, () => throttle('a'));
  expect(rest.filter((wait) => wait === null)).toHaveLength(12);
  now = 10_000;
  expect(throttle('a')).toBe(0);
  now = 1_000;
  expect(throttle('a'), 'set back').toBe(0);
  expect(rateOf({ max: 1_200, windowMs: MINUTE_MS })).toEqual({
    burst: 30,
    intervalMs: 50,
    maxWaitMs: 5_000,
  });
  expect(rateOf({ max: 20, windowMs: MINUTE_MS }).burst).toBe(30);
});

test('refusals for asking too often are let out slowly to one, and at once to another', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('clientAddress', c.req.header('from') ?? '');
    return next();
  });
  app.use(throttleRefusals());
  let reached = 0;
  app.get('/429', (c) => {
    reached += 1;
    return c.text('too often', 429);
  });
  const answered = { a: 0, b: 0 };
  const ask = async (from: keyof typeof answered) => {
    const { status } = await app.request('/429', { headers: { from } });
    expect(status).toBe(429);
    answered[from] += 1;
  };
  const requested = Array.from({ length: 80 }, () => ask('a'));
  // Timers of other tests' services may be among those that are counted.
  await until(() => reached === 80 && answered.a === 50 && vi.getTimerCount() >= 30);
  expect(answered.a).toBe(50);
  await ask('b');
  await vi.advanceTimersByTimeAsync(100);
  expect(answered).toEqual({ a: 60, b: 1 });
  await vi.advanceTimersByTimeAsync(200);
  await Promise.all(requested);
});

test('who would wait too long is told so at once', async () => {
  const slot = { releaseWhile: () => Promise.reject(new Error('it waits')) };
  await expect(awaitSlot(null, slot)).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { retryAfterSeconds: 5 },
  });
  expect(await awaitSlot(0, slot)).toBe(false);
});

test('a business is alone while nobody called in the last minute but itself, from wherever', async () => {
  let now = 0;
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('clientAddress', c.req.header('from') ?? '');
    return next();
  });
  app.use(rememberCallers(() => now));
  app.get('*', (c) => {
    const businessId = c.req.query('as');
    if (businessId) c.set('businessId', businessId);
    return c.text(String(businessId ? c.get('isAlone')?.(businessId) : ''));
  });
  const ask = async (from: string, as = '', path = '/') =>
    (await app.request(`${path}?as=${as}`, { headers: { from } })).text();
  await ask('probe', '', '/healthz');
  expect([await ask('phone', 'okafor'), await ask('phone'), await ask('phone', 'okafor')]).toEqual([
    'true',
    '',
    'true',
  ]);
  await ask('desk', 'okafor');
  expect(await ask('phone', 'okafor')).toBe('true');
  await ask('customer');
  expect([await ask('phone', 'okafor'), await ask('phone', 'bello')]).toEqual(['false', 'false']);
  now = 60_001;
  expect(await ask('phone', 'okafor')).toBe('true');
});

/** A router with one call of somebody signed in, whose token is their business; `ended` has those who are not any more. */
function door({ db }: Store, ended: Set<string>) {
  const everything = { max: 1_000_000, windowMs: MINUTE_MS };
  const config = { limits: { everything, everythingOfBusiness: FEW } };
  const told = { db, config, now: () => NOON, dbOf: () => db, vaultOn: () => null, log: silent };
  const system = told as unknown as System;
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('clientAddress', '192.0.2.1');
    c.set('requestId', 'req_test');
    return next();
  });
  app.use(limitConcurrency(MOST_AT_ONCE));
  app.onError((error) => errorResponse(error, 'req_test', silent));
  const route: Route = {
    name: 'identity.session',
    endpoint: { ...api.identity.session, response: undefined } as never,
    handle: async () => ({}),
  };
  mount(app, system, [route], async (_, token) =>
    ended.has(token) ? null : ({ userId: token, businessId: token, registered: true } as Actor),
  );
  return async (token: string) =>
    (await app.request('/api/auth/session', { headers: { Authorization: `Bearer ${token}` } })).status;
}

test('beyond its burst a business waits for its limit to refill, which takes nobody’s place and lets in no session that ended meanwhile', async () => {
  const store = await freshDatabase();
  // No time passes by itself: on a busy machine the limit would refill while they ask.
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
  const ended = new Set<string>();
  const ask = door(store, ended);
  let answered = 0;
  const requested = Array.from({ length: 33 }, () => ask('a').finally(() => answered++));
  await until(() => answered === 30);
  ended.add('a');
  // As many more as there are places: those in line hold none.
  const others = await Promise.all(Array.from({ length: MOST_AT_ONCE - 1 }, (_, at) => ask(`b${at}`)));
  expect(others.filter((status) => status !== 200)).toEqual([]);
  expect(answered, 'still in line').toBe(30);
  await vi.advanceTimersByTimeAsync(3_000);
  const statuses = await Promise.all(requested);
  expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  expect(statuses.filter((status) => status === 401)).toHaveLength(3);
  vi.useRealTimers();
  await store.close();
});
