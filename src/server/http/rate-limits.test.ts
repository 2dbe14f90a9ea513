import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { limits } from '#contract/limits.ts';
import { createRateLimiter, rateLimitSubject } from '#server/kernel/rate-limits.ts';
import { freshDatabase } from '../../../tests/databases.ts';
import { newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../tests/harness.ts';

const MINUTE = { max: 100, windowMs: 60_000 };
const NOON = new Date('2026-03-02T12:00:00Z');

describe('a meter', () => {
  test('lets no more through than its limit over several processes, and at most 16 fewer for each', async () => {
    const store = await freshDatabase();
    const meters = [1, 2, 3].map(() => createRateLimiter(store.db, 'test', MINUTE));
    const requests = Array.from({ length: 400 }, (_, at) => meters[at % 3]?.('10.0.0.1', NOON));
    const let_ = (await Promise.allSettled(requests)).filter(({ status }) => status === 'fulfilled').length;
    expect(let_).toBeLessThanOrEqual(MINUTE.max);
    expect(let_).toBeGreaterThanOrEqual(MINUTE.max - 2 * 16);
    // A process that starts now counts on from there, and others are none the worse for it.
    const later = createRateLimiter(store.db, 'test', MINUTE);
    const waits = Array.from({ length: 200 }, () => later('10.0.0.1', NOON));
    const more = (await Promise.allSettled(waits)).filter(({ status }) => status === 'fulfilled').length;
    expect(let_ + more).toBeLessThanOrEqual(MINUTE.max);
    await expect(later('10.0.0.1', NOON)).rejects.toMatchObject({
      code: 'too_many_requests',
      details: { retryAfterSeconds: 60 },
    });
    await later('10.0.0.2', NOON);
    await later('10.0.0.1', new Date(NOON.getTime() + 60_000));
    await store.close();
  });
});

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:0001:0002::1%eth0', '2001:db8:1:2::/64'],
  ['biz_1 2001:db8:1:2:ffff::', 'biz_1 2001:db8:1:2::/64'],
  ['::ffff:10.1.2.3', '10.1.2.3'],
  ['10.1.2.3', '10.1.2.3'],
  ['owner@example.test', 'owner@example.test'],
])('%s is counted as %s', (given, counted) => expect(rateLimitSubject(given)).toBe(counted));

describe('two services on one database', () => {
  let one: TestApp;
  let other: TestApp;
  let owner: Owner;
  let neighbour: Owner;
  const few = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'duewell-limits-')),
    RATE_REQUESTS_PER_MINUTE: '60',
    RATE_REQUESTS_PER_BUSINESS: '20',
    RATE_SENDS_PER_DAY: '3',
    RATE_RESEND_PER_HOUR: '3',
  };

  beforeAll(async () => {
    const store = await freshDatabase();
    // Both stand before the same database; the first one closes it.
    one = await testApp({ ...few, TRUST_PROXY: 'true', CLOCK: '2026-03-02T12:00:05Z' }, { store });
    other = await testApp(
      { ...few, CLOCK: '2026-03-02T12:00:05Z' },
      { store: { ...store, close: async () => {} } },
    );
    owner = await newOwner(one);
    neighbour = await newOwner(one);
    one.advance(60_000);
    other.advance(60_000);
  });
  afterAll(async () => {
    await other.close();
    await one.close();
  });

  const ask = async (app: TestApp, path: string, headers: Record<string, string>) => {
    const answer = await fetch(`${app.url}${path}`, { headers });
    await answer.text();
    return answer;
  };
  const as = (who: Owner, more: Record<string, string> = {}) => ({
    Authorization: `Bearer ${who.token}`,
    ...more,
  });

  test('a business has its requests counted by both, and another has all of its own', async () => {
    const path = '/api/auth/session';
    const requests = Array.from({ length: 80 }, (_, at) =>
      ask(one, path, as(owner, { 'X-Forwarded-For': `203.0.113.${at}` })),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(20);
    const beyond = await ask(other, path, as(owner));
    expect(beyond.status).toBe(429);
    expect(Number(beyond.headers.get('Retry-After'))).toBeGreaterThan(0);
    expect((await ask(one, path, as(neighbour, { 'X-Forwarded-For': '203.0.113.250' }))).status).toBe(200);
  });

  test('an address is what the proxy says last, an IPv6 one its network; what a client claims changes nothing', async () => {
    const path = '/api/ngn/withdrawal/banks';
    const through = (hop: string) =>
      ask(one, path, { 'X-Forwarded-For': `${hop}, 2001:db8:9:9::${hop.length}` });
    const requests = Array.from({ length: 90 }, (_, at) => through(`198.51.100.${at}`));
    const statuses = (await Promise.all(requests)).map(({ status }) => status);
    expect(statuses.filter((status) => status !== 429)).toHaveLength(60);
    expect((await ask(one, path, { 'X-Forwarded-For': '2001:db8:9:8::1' })).status).not.toBe(429);
    // A hop with its port is the same subject for every port.
    for (const hop of ['203.0.113.77:', '[2001:db8:7:7::1]:']) {
      const ports = Array.from({ length: 90 }, (_, at) =>
        ask(one, path, { 'X-Forwarded-For': `${hop}${20_000 + at}` }),
      );
      const passed = (await Promise.all(ports)).filter(({ status }) => status !== 429);
      expect(passed.length).toBeLessThanOrEqual(60);
    }
    // Without a proxy of ours the header is not read at all.
    const claimed = Array.from({ length: 90 }, (_, at) =>
      ask(other, path, { 'X-Forwarded-For': `192.0.2.${at}` }),
    );
    expect((await Promise.all(claimed)).filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(
      30,
    );
  });

  test('messages to customers are counted for the business, and the limit outlives a start', async () => {
    one.advance(120_000);
    const params = { currency: 'NGN' } as const;
    const send = () =>
      refusalOf(
        owner.call(api.invoices.send, {
          params,
          body: { invoiceId: `inv_${'0'.repeat(26)}`, channels: ['email'] },
        }),
      );
    const codes = [];
    for (let sent = 0; sent < 5; sent++) codes.push((await send()).code);
    expect(codes).toEqual(['not_found', 'not_found', 'not_found', 'too_many_requests', 'too_many_requests']);
  });

  test('links to a new address are counted for the account and for that address, from wherever they are asked for', async () => {
    one.advance(60_000);
    let hops = 0;
    const change = async (who: Owner, email: string) => {
      const headers = as(who, {
        'Content-Type': 'application/json',
        'X-Forwarded-For': `203.0.113.${++hops}`,
      });
      const body = JSON.stringify({ email });
      const answer = await fetch(`${one.url}/api/auth/change-email`, { method: 'POST', headers, body });
      return answer.status;
    };
    const several = async (who: Owner, emails: string[]) => {
      const retryAfter: number[] = [];
      for (const email of emails) retryAfter.push(await change(who, email));
      return retryAfter;
    };
    const same = ['bola@example.test', 'bola@example.test'];
    expect(await several(owner, [...same, 'chi@example.test', 'dan@example.test'])).toEqual([
      200, 200, 200, 429,
    ]);
    expect(await several(neighbour, same)).toEqual([200, 429]);
  });
});

const folder = join(import.meta.dirname, '../../..');
const page = readFileSync(join(folder, 'docs/limits.md'), 'utf8');

test('docs/limits.md has every published limit as it is', () => {
  for (const { of, counts, usual, each, setting } of Object.values(limits))
    expect(page).toContain(`| ${of} | ${counts.join(', ')} | ${usual} | ${each} | \`${setting}\` |`);
});

test('docs/limits.md names every counter there is', () => {
  const sources = readdirSync(join(folder, 'src/server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(join(folder, 'src/server', name), 'utf8'));
  const names = sources.flatMap((text) => [
    ...text.matchAll(/\b(?:consumeLimit|createRateLimiter|refuseIfExhausted)\(\s*[\w.]+,\s*'([\w-]+)'/g),
  ]);
  expect(names.length).toBeGreaterThan(10);
  for (const [, name] of names) expect(page, name).toContain(`\`${name}\``);
});
