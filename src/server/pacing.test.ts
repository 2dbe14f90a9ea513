import fc from 'fast-check';
import { Hono } from 'hono';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually, newOwner, type Owner, type TestApp, testApp } from '../../tests/harness.ts';
import type { Env } from './http.ts';
import { createPace, refusingSlowly, tempoOf } from './pacing.ts';

const MINUTE_MS = 60_000;
const TEMPO = { burst: 5, everyMs: 100, mostMs: 1_000 };

const tooMany = (turns: number[]): boolean =>
  turns.some((at, n) => n + 1 > TEMPO.burst + (at - (turns[0] ?? 0)) / TEMPO.everyMs + 1e-6);

test('whenever somebody asks, no more turns come in any time than the burst and what it refills, and none is far off', () => {
  const asks = fc.array(fc.record({ pause: fc.nat({ max: 400 }), who: fc.constantFrom('a', 'b') }), {
    minLength: 30,
    maxLength: 120,
  });
  fc.assert(
    fc.property(asks, (asked) => {
      let now = 0;
      const pace = createPace(TEMPO, () => now);
      const turns: Record<string, number[]> = { a: [], b: [] };
      for (const { pause, who } of asked) {
        now += pause;
        const wait = pace(who);
        if (wait !== null) expect(wait).toBeLessThanOrEqual(TEMPO.mostMs);
        if (wait !== null) turns[who]?.push(now + wait);
      }
      for (const of of Object.values(turns)) expect(of.some((_, at) => tooMany(of.slice(at)))).toBe(false);
    }),
  );
});

test('who asked little is not made to wait, and who asks for ever waits as long as for the next refill', () => {
  let now = 0;
  const pace = createPace(TEMPO, () => now);
  expect(Array.from({ length: 7 }, () => pace('a'))).toEqual([0, 0, 0, 0, 0, 100, 200]);
  expect(pace('b')).toBe(0);
  const rest = Array.from({ length: 20 }, () => pace('a'));
  expect(rest.filter((wait) => wait === null)).toHaveLength(12);
  now = 10_000;
  expect(pace('a')).toBe(0);
  expect(tempoOf({ max: 1_200, windowMs: MINUTE_MS })).toEqual({ burst: 50, everyMs: 50, mostMs: 5_000 });
  expect(tempoOf({ max: 30, windowMs: MINUTE_MS }).burst).toBe(50);
});

test('refusals for asking too often are let out slowly to one, and at once to another', async () => {
  const app = new Hono<Env>();
  app.use((c, next) => {
    c.set('clientAddress', c.req.header('from') ?? '');
    return next();
  });
  app.use(refusingSlowly());
  app.get('/429', (c) => c.text('too often', 429));
  const ask = async (from: string) => {
    const began = performance.now();
    expect((await app.request('/429', { headers: { from } })).status).toBe(429);
    return performance.now() - began;
  };
  const took = await Promise.all(Array.from({ length: 80 }, () => ask('a')));
  expect(Math.max(...took)).toBeGreaterThan(250);
  expect(await ask('b')).toBeLessThan(250);
});

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ RATE_REQUESTS_PER_BUSINESS: '60' });
});
afterAll(() => app.close());

const ask = async (who: Owner) => {
  const answer = await fetch(`${app.url}/api/auth/session`, {
    headers: { Authorization: `Bearer ${who.token}` },
  });
  await answer.text();
  return answer.status;
};

test('beyond its burst a business waits for its limit to refill, which makes nobody else wait and lets in no session that ended meanwhile', async () => {
  const [owner, neighbour] = [await newOwner(app), await newOwner(app)];
  app.advance(MINUTE_MS);
  let answered = 0;
  const flood = Array.from({ length: 65 }, () => ask(owner).finally(() => answered++));
  await eventually(async () => answered >= 55);
  expect(await ask(neighbour)).toBe(200);
  expect(answered, 'still in line').toBeLessThan(65);
  await app.store.db
    .updateTable('sessions')
    .set({ revoked_at: app.config.clock() })
    .where('user_id', '=', owner.userId)
    .execute();
  const statuses = await Promise.all(flood);
  const of = (status: number) => statuses.filter((one) => one === status).length;
  expect(of(200)).toBeGreaterThanOrEqual(45);
  expect(of(401)).toBeGreaterThan(0);
  expect(of(429)).toBeGreaterThan(0);
});
