import { request } from 'node:http';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { plusMs } from '#core/dates.ts';
import { newId, newToken } from '#core/ids.ts';
import { eventually, newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';
import { tokenHash } from './rules/tokens.ts';

const params = { currency: 'NGN' } as const;
const QUARTER_MS = 15 * 60_000;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: 'https://pay.duewell.test' });
});
afterAll(() => app.close());

const as = (token: string) => createClient({ baseUrl: app.url, token: () => token });

/** So many sessions of an owner, as so many log-ins leave them. */
async function sessionsOf(owner: Owner, count: number): Promise<string[]> {
  const now = app.config.clock();
  const tokens = Array.from({ length: count }, () => newToken());
  const rows = tokens.map((token) => ({
    id: newId('ses', now),
    user_id: owner.userId,
    token_hash: tokenHash(token),
    user_agent: '',
    created_at: now,
    last_used_at: now,
    expires_at: plusMs(now, 3_600_000),
    revoked_at: null,
  }));
  await app.store.db.insertInto('sessions').values(rows).execute();
  return tokens;
}

async function inTurns<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>) {
  const queue = [...all];
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (let one = queue.pop(); one !== undefined; one = queue.pop()) await work(one);
    }),
  );
}

const numbers = (count: number) => Array.from({ length: count }, (_, at) => at);

const customersOf = async ({ businessId }: Owner) =>
  (await app.store.db.selectFrom('customers').select('id').where('business_id', '=', businessId).execute())
    .length;

test('a session ends by the SESSION_MAX_DAYS it was opened under, or by a shorter one in force', async () => {
  const owner = await newOwner(app);
  const [old = '', past = '', young = ''] = await sessionsOf(owner, 3);
  const now = app.config.clock();
  const set = (token: string, times: { created_at?: Date; expires_at?: Date }) =>
    app.store.db.updateTable('sessions').set(times).where('token_hash', '=', tokenHash(token)).execute();
  await set(old, { created_at: plusMs(now, -app.config.sessionMaxMs - 1) });
  await set(past, { expires_at: plusMs(now, -1) });
  const statusOf = async (token: string) =>
    (await fetch(`${app.url}/api/auth/session`, { headers: { Authorization: `Bearer ${token}` } })).status;
  expect(await Promise.all([old, past, young].map(statusOf))).toEqual([401, 401, 200]);
  // The one its owner was made with, and the young one.
  expect((await as(young)(api.identity.sessions, {})).data.sessions).toHaveLength(2);
});

describe('a session that was ended', () => {
  test('opens nothing any more, not one of hundreds, and what was under way is undone', async () => {
    const owner = await newOwner(app);
    const many = rounds(250, 1000);
    const tokens = await sessionsOf(owner, many);
    let [accepted, answered, made] = [0, 0, 0];
    let isOver = false;
    const write = async (token: string) => {
      const begunAfter = isOver;
      const body = {
        name: `Customer ${token.slice(0, 8)}`,
        email: `${token.slice(0, 12)}@x.test`.toLowerCase(),
      };
      const done = await as(token)(api.customers.create, { params, body }).then(
        () => true,
        (error: { status: number }) => (error.status === 401 ? false : Promise.reject(error)),
      );
      answered++;
      if (done) made++;
      if (done && begunAfter) accepted++;
    };
    const writing = inTurns(tokens, 24, write);
    await eventually(async () => answered > 60);
    await owner.call(api.account.revokeOthers, {});
    isOver = true;
    const committed = await customersOf(owner);
    await writing;
    expect({ accepted, answered }).toEqual({ accepted: 0, answered: many });
    expect(await customersOf(owner), 'nothing was kept after the sessions had ended').toBe(committed);
    expect(made, 'nobody was told of something that was not kept').toBe(committed);
    expect(committed).toBeGreaterThan(0);
    expect(committed).toBeLessThan(many);
  }, 60_000);

  test('ends its open streams, and no others', async () => {
    const owner = await newOwner(app);
    const [one = '', other = ''] = await sessionsOf(owner, 2);
    const open = async (token: string) => {
      const response = await fetch(`${app.url}/api/live`, { headers: { Authorization: `Bearer ${token}` } });
      const reader = response.body?.getReader();
      await reader?.read();
      return reader;
    };
    const [ended, goesOn] = [await open(one), await open(other)];
    const { data } = await as(one)(api.identity.sessions, {});
    const id = data.sessions.find(({ current }) => current)?.id ?? '';
    await owner.call(api.identity.revokeSession, { params: { id } });
    for (let piece = await ended?.read(); piece && !piece.done; ) piece = await ended?.read();
    let csrfToken = '';
    while (!csrfToken.includes('"topic":"sessions"'))
      csrfToken += new TextDecoder().decode((await goesOn?.read())?.value);
    await goesOn?.cancel();
  });
});

describe('logging in', () => {
  const attempt = (email: string, password: string, cookie = '') =>
    fetch(`${app.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...(cookie ? { Cookie: cookie } : {}) },
      body: JSON.stringify({ email, password }),
    });
  const cookieOf = (response: Response) => response.headers.getSetCookie()[0]?.split(';')[0] ?? '';

  test('hundreds of tries of strangers are slowed down, and keep out nobody whose browser is known', async () => {
    const owner = await newOwner(app, { register: false });
    const known = await attempt(owner.email, owner.password);
    const cookie = cookieOf(known);
    expect(known.headers.get('Set-Cookie')).toMatch(/HttpOnly; SameSite=Lax; Secure$/);
    let compared = 0;
    for (let window = 0; window < 2; window++) {
      await inTurns(numbers(rounds(60, 250)), 8, async () => {
        if ((await attempt(owner.email, 'not this one')).status === 401) compared++;
      });
      if (window === 0) {
        expect((await attempt(owner.email, owner.password)).status, 'a stranger who knows it').toBe(429);
        expect((await attempt(owner.email, owner.password, cookie)).status, 'the owner').toBe(200);
      }
      app.advance(QUARTER_MS);
    }
    expect(compared).toBe(2 * 10);
    expect((await attempt(owner.email, owner.password)).status, 'anybody a quarter of an hour later').toBe(
      200,
    );
    const slowed = await app.store.db
      .selectFrom('messages')
      .select('key')
      .where('to_address', '=', owner.email)
      .where('kind', '=', 'signInsSlowed')
      .execute();
    expect(slowed.length).toBeGreaterThan(0);
  }, 60_000);

  test('a cookie of another account, or a made-up one, is no known browser', async () => {
    const [owner, other] = [
      await newOwner(app, { register: false }),
      await newOwner(app, { register: false }),
    ];
    const theirs = cookieOf(await attempt(other.email, other.password));
    await inTurns(numbers(10), 4, () => attempt(owner.email, 'not this one'));
    for (const cookie of [theirs, `duewell_browser=${'x'.repeat(43)}`, 'duewell_browser=x'])
      expect((await attempt(owner.email, owner.password, cookie)).status).toBe(429);
    app.advance(QUARTER_MS);
  });

  test('from another browser is told by mail, from the same one it is not', async () => {
    const owner = await newOwner(app, { register: false });
    const cookie = cookieOf(await attempt(owner.email, owner.password));
    const notices = async () =>
      (
        await app.store.db
          .selectFrom('messages')
          .select('key')
          .where('to_address', '=', owner.email)
          .where('kind', '=', 'newBrowser')
          .execute()
      ).length;
    const first = await notices();
    await attempt(owner.email, owner.password, cookie);
    expect(await notices()).toBe(first);
    await attempt(owner.email, owner.password);
    expect(await notices()).toBe(first + 1);
  });
});

describe('links in messages', () => {
  const names = ['evil.test', 'pay.duewell.test.evil.test', 'evil.test:443', 'pay.duewell.test@evil.test'];
  const tricks: Record<string, string>[] = [
    ...names.map((host) => ({ Host: host })),
    ...names.map((host) => ({ 'X-Forwarded-Host': host })),
    ...names.map((host) => ({ Forwarded: `host=${host};proto=http` })),
    { 'X-Original-URL': 'https://evil.test/' },
    { 'X-Rewrite-URL': 'https://evil.test/' },
    { 'X-Forwarded-Server': 'evil.test' },
    { 'X-Host': 'evil.test' },
    { 'X-HTTP-Host-Override': 'evil.test' },
    { 'X-Forwarded-Proto': 'http' },
    { 'X-Forwarded-Port': '8080' },
    { Origin: 'https://evil.test', Referer: 'https://evil.test/auth/forgot-password' },
  ];

  test('lead to the configured address, whatever of twenty tricks asked for them', async () => {
    expect(tricks.length).toBe(20);
    const owner = await newOwner(app, { register: false });
    const { hostname, port } = new URL(app.url);
    let sessions = 0;
    for (const headers of tricks)
      await new Promise<void>((done, failed) => {
        const ask = request(
          {
            hostname,
            port,
            path: '/api/auth/forgot-password',
            method: 'POST',
            headers: { 'Content-Type': 'application/json', ...headers },
          },
          (answer) => {
            if (answer.statusCode === 200) sessions++;
            answer.resume().on('end', done);
          },
        );
        ask.on('error', failed);
        ask.end(JSON.stringify({ email: owner.email }));
      });
    const links = await eventually(async () => {
      const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
        where to_address = ${owner.email} and subject = 'Choose a new password'`.execute(app.store.db);
      return (
        rows.length === sessions && rows.map(({ body_text }) => /https?:\/\/\S+token=/.exec(body_text)?.[0])
      );
    });
    expect(sessions, 'the others were refused').toBeGreaterThan(15);
    expect(new Set(links)).toEqual(new Set(['https://pay.duewell.test/auth/reset-password?token=']));
  });
});
