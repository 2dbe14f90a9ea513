import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { freshDatabase } from './databases.ts';
import { createFakeProvider, paidBy } from './fake-provider.ts';
import { eventually, newOwner, type Owner, refusalOf, type TestApp, testApp } from './harness.ts';
import { rounds } from './length.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from './money.ts';

// Two processes stand before one database, and a thief has the session but no PIN.
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let one: TestApp;
let other: TestApp;

beforeAll(async () => {
  const store = await freshDatabase();
  const env = {
    DATA_DIR: mkdtempSync(join(tmpdir(), 'duewell-pin-')),
    TRUST_PROXY: 'true',
    RATE_NAME_ENQUIRIES_PER_DAY: '100000',
  };
  const ports = paidBy(fake);
  one = await testApp(env, { store, ports });
  other = await testApp(env, { store: { ...store, close: async () => {} }, ports });
});
afterAll(async () => {
  await other.close();
  await one.close();
});

async function withMoney(): Promise<Owner> {
  const owner = await newOwner(one);
  await setPin(owner);
  await fundWallet(one, fake, owner, minor(1_000_00));
  return owner;
}

const triesOf = async (owner: Owner): Promise<number> =>
  (
    await one.store.db
      .selectFrom('security_events')
      .select('id')
      .where('business_id', '=', owner.businessId)
      .where('event', '=', 'pin_wrong')
      .execute()
  ).length;

test('of hundreds of guesses at once, at every door and from everywhere, five are compared', async () => {
  const owner = await withMoney();
  const [payment] = await one.store.db
    .selectFrom('payments')
    .select('id')
    .where('business_id', '=', owner.businessId)
    .execute();
  const { data } = await owner.call(api.staff.create, {
    params,
    body: { name: 'Tunde', email: 'tunde@example.test', bankCode: '058', accountNumber: '0123456789' },
  });
  const logIn = () =>
    createClient({ baseUrl: one.url })(api.identity.login, {
      body: { email: owner.email, password: owner.password },
    });
  const tokens = [owner.token, (await logIn()).token, (await logIn()).token];
  const doors: [string, string, object][] = [
    ['POST', '/api/ngn/user/transaction-pin/verify', {}],
    ['POST', '/api/usd/user/transaction-pin/verify', {}],
    ['POST', '/api/ngn/withdrawal', { ...ownAccountPayout(minor(100)), amount: 1 }],
    ['POST', '/api/ngn/withdrawal/bulk', { items: [{ staffId: data.staff.id, amount: 1 }] }],
    ['POST', `/api/ngn/transactions/${payment?.id}/refund`, { amount: 1, reason: 'Returned' }],
    ['POST', '/api/ngn/unmatched-payments/refund', { provider: 'fake', transactionId: 'x' }],
    [
      'PATCH',
      `/api/ngn/user/update-payout-account/${owner.businessId}`,
      { bankCode: '058', accountNumber: '0123456789' },
    ],
    ['PATCH', `/api/ngn/staff/${data.staff.id}`, { bankCode: '058', accountNumber: '0123456780' }],
    ['POST', '/api/ngn/user/transaction-pin/create', { password: owner.password, pin: '8361' }],
  ];
  const guess = async (at: number) => {
    // The last endpoint costs a slow hash of the password each time: it is tried less often.
    const [method, path, body] = doors[at % (at < 50 ? doors.length : doors.length - 1)] ?? ['POST', '', {}];
    const pin = String(1000 + at);
    const answer = await fetch(`${(at % 2 ? one : other).url}${path}`, {
      method,
      headers: {
        Authorization: `Bearer ${tokens[at % tokens.length]}`,
        'Content-Type': 'application/json',
        'X-Forwarded-For': `203.0.${at % 250}.${at % 199}`,
      },
      body: JSON.stringify(path.endsWith('/create') ? { ...body, currentPin: pin } : { ...body, pin }),
    });
    return { at, status: answer.status, code: (JSON.parse(await answer.text()) as { code: string }).code };
  };
  const responses = await Promise.all(Array.from({ length: rounds(300, 1000) }, (_, at) => guess(at)));
  expect(await triesOf(owner)).toBeLessThanOrEqual(5);
  expect(responses.filter(({ code }) => code === 'incorrect_pin')).toHaveLength(4);
  expect(responses.filter(({ status }) => status === 401 || status === 403 || status < 400)).toEqual([]);
  expect((await refusalOf(owner.call(api.business.verifyPin, { params, body: { pin: PIN } }))).code).toBe(
    'pin_locked',
  );
  // One at a time, each endpoint says that it is locked: none bypasses the counter.
  const doorsTold = [];
  for (let at = 0; at < doors.length; at++) doorsTold.push(await guess(at));
  expect(doorsTold.filter(({ code }) => code !== 'pin_locked')).toEqual([]);
});

test('right PINs that come together are all right, and lock nobody out', async () => {
  const owner = await withMoney();
  const ask = (app: TestApp) =>
    createClient({ baseUrl: app.url, token: () => owner.token })(api.business.verifyPin, {
      params,
      body: { pin: PIN },
    });
  const outcomes = await Promise.allSettled(Array.from({ length: 16 }, (_, at) => ask(at % 2 ? one : other)));
  expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([]);
  expect(await triesOf(owner)).toBe(0);
});

test('the third lock in thirty days lasts until the PIN is set anew, with the password and a code by mail', async () => {
  const owner = await withMoney();
  const { userId } = owner;
  const wrong = (times: number) =>
    Array.from({ length: times }).reduce<Promise<unknown>>(
      (before) =>
        before.then(() => refusalOf(owner.call(api.business.verifyPin, { params, body: { pin: '9182' } }))),
      Promise.resolve(),
    );
  const locked = async () =>
    (await refusalOf(owner.call(api.business.verifyPin, { params, body: { pin: PIN } }))).data;
  for (const days of [1, 1]) {
    await wrong(5);
    for (const app of [one, other]) app.advance(days * DAY_MS);
    await one.store.db
      .updateTable('sessions')
      .set({ last_used_at: one.config.clock() })
      .where('user_id', '=', userId)
      .execute();
    await owner.call(api.business.verifyPin, { params, body: { pin: PIN } });
  }
  await wrong(5);
  const until = Date.parse(String((await locked()).lockedUntil));
  expect(until - one.config.clock().getTime()).toBeGreaterThan(27 * DAY_MS);
  const body = { pin: '8361', password: owner.password };
  const refusal = await refusalOf(owner.call(api.business.createPin, { params, body }));
  expect(refusal.errors[0]?.path).toBe('code');
  const code = await eventually(async () => {
    const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
      where to_address = ${owner.email} and body_text ~ '[0-9]{6}' order by created_at desc limit 1`.execute(
      one.store.db,
    );
    return /\b\d{6}\b/.exec(rows[0]?.body_text ?? '')?.[0];
  });
  expect(
    await refusalOf(owner.call(api.business.createPin, { params, body: { ...body, code: '000000' } })),
  ).toMatchObject({ code: 'wrong_code', errors: [{ path: 'code' }] });
  await owner.call(api.business.createPin, { params, body: { ...body, code } });
  await owner.call(api.business.verifyPin, { params, body: { pin: '8361' } });
});
