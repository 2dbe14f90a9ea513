import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#core/durations.ts';
import { eventually, newOwner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
import { signIn } from './commands/sessions.ts';
import { type Account, accountByEmail } from './queries/accounts.ts';

const PASSWORD = 'correct horse staple 9';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ CLOCK: '2026-03-02T09:00:00Z' });
});
afterAll(() => app.close());

const open = () => createClient({ baseUrl: app.url });
const as = (token: string) => createClient({ baseUrl: app.url, token: () => token });
let people = 0;
const newEmail = () => `person${++people}@example.test`;
const person = (email: string, more: object = {}) => ({
  firstName: 'Ngozi',
  lastName: 'Eze',
  email,
  password: PASSWORD,
  preferredCurrency: 'NGN' as const,
  agreed: true,
  ...more,
});

const post = (path: string, body: object) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });

type Mail = { subject: string; body_text: string };
async function mailsTo(email: string, about: string): Promise<Mail[]> {
  const { rows } =
    await sql<Mail>`select subject, body_text from kept_mails where to_address = ${email} and subject like ${`%${about}%`} order by id`.execute(
      app.store.db,
    );
  return rows;
}
const VERIFY = 'Confirm your email';
const RESET = 'Choose a new password';
async function linksTo(email: string, about: string, count = 1): Promise<string[]> {
  const mails = await eventually(async () => {
    const found = await mailsTo(email, about);
    return found.length >= count && found;
  });
  return mails.map((mail) => /token=([\w-]+)/.exec(mail.body_text)?.[1] ?? '');
}

describe('signing up', () => {
  test('gives a token that works, a business id before there is a business, and nothing secret', async () => {
    const email = newEmail();
    const made = await open()(api.identity.register, { body: person(email.toUpperCase()) });
    expect(made.user).toMatchObject({
      email,
      isEmailVerified: false,
      isBusinessRegistered: false,
      currency: 'NGN',
      firstName: 'Ngozi',
    });
    expect(made.user.businessId).toMatch(/^biz_/);
    expect(made.data).toEqual({ user: made.user, token: made.token });
    expect(JSON.stringify(made)).not.toContain('argon2');
    const session = await as(made.token)(api.identity.session, {});
    expect(session.data.user.id).toBe(made.user.id);
    const stored = await app.store.db
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', made.user.id)
      .executeTakeFirstOrThrow();
    expect(stored.token_hash).not.toContain(made.token);
  });

  test('refuses a second account, a common password and missing terms', async () => {
    const email = newEmail();
    await open()(api.identity.register, { body: person(email) });
    const cases = [
      [person(email.toUpperCase()), 409, 'User already exists.'],
      [person(newEmail(), { password: 'password1' }), 422, 'Choose a less common password'],
      [person(newEmail(), { agreed: false }), 422, 'You must agree to the terms.'],
      [person(newEmail(), { firstName: ' a ' }), 422, 'Firstname must be at least two characters'],
    ] as const;
    for (const [body, status, message] of cases) {
      const response = await post('/api/auth/register', body);
      expect(response.status, message).toBe(status);
      expect(await response.json()).toMatchObject({ status: 'error', message });
    }
  });

  test('who says nothing of the terms has agreed to nothing, and is asked inside the app', async () => {
    const { token } = await open()(api.identity.register, {
      body: person(newEmail(), { agreed: undefined }),
    });
    const { data } = await as(token)(api.privacy.standing, {});
    const states = Object.fromEntries(data.consents.map(({ purpose, state }) => [purpose, state]));
    expect(states).toMatchObject({ terms: 'never', privacy: 'never' });
  });

  test('two at once with one address make one account', async () => {
    const body = person(newEmail());
    const tries = await Promise.allSettled([1, 2, 3].map(() => open()(api.identity.register, { body })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });
});

describe('confirming the address', () => {
  test('the link works once; a new one ends the old; the message comes once', async () => {
    const email = newEmail();
    const { token } = await open()(api.identity.register, { body: person(email) });
    const [first = ''] = await linksTo(email, VERIFY);
    await open()(api.identity.resendVerification, { body: { email } });
    const [, second = ''] = await linksTo(email, VERIFY, 2);
    expect(await refusalOf(open()(api.identity.verifyEmail, { params: { token: first } }))).toMatchObject({
      status: 410,
      message: 'This verification link is invalid or has expired',
    });
    const verified = await open()(api.identity.verifyEmail, { params: { token: second } });
    expect(verified.data.user).toMatchObject({ email, isEmailVerified: true });
    expect(await refusalOf(open()(api.identity.verifyEmail, { params: { token: second } }))).toMatchObject({
      status: 410,
    });
    expect((await as(token)(api.identity.session, {})).data.user.isEmailVerified).toBe(true);
    await open()(api.identity.resendVerification, { body: { email } });
    await open()(api.identity.resendVerification, { body: { email: 'nobody@example.test' } });
    expect(await mailsTo(email, VERIFY)).toHaveLength(2);
    expect(await mailsTo('nobody@example.test', VERIFY)).toHaveLength(0);
  });

  test('also answers under the path without /api, without a body', async () => {
    const email = newEmail();
    await open()(api.identity.register, { body: person(email) });
    const [link = ''] = await linksTo(email, VERIFY);
    const response = await fetch(`${app.url}/auth/verify-email/${link}`, { method: 'POST' });
    expect(response.status).toBe(200);
  });
});

describe('logging in', () => {
  test('answers like signing up, and refuses a wrong password and an unknown address alike', async () => {
    const email = newEmail();
    const { user } = await open()(api.identity.register, { body: person(email) });
    const again = await open()(api.identity.login, {
      body: { email: email.toUpperCase(), password: PASSWORD },
    });
    expect(again.user).toEqual(user);
    const wrong = await refusalOf(
      open()(api.identity.login, { body: { email, password: 'something else' } }),
    );
    const unknown = await refusalOf(
      open()(api.identity.login, { body: { email: newEmail(), password: 'something else' } }),
    );
    expect(wrong).toMatchObject({ status: 401, message: 'Invalid email or password' });
    expect([unknown.status, unknown.message, unknown.code]).toEqual([
      wrong.status,
      wrong.message,
      wrong.code,
    ]);
  });

  test('ten wrong passwords, in parallel or not, close the account for a quarter of an hour and no longer', async () => {
    const email = newEmail();
    await open()(api.identity.register, { body: person(email) });
    for (let good = 0; good < 12; good++)
      await open()(api.identity.login, { body: { email, password: PASSWORD } });
    const tries = await Promise.all(
      Array.from({ length: 14 }, () =>
        refusalOf(open()(api.identity.login, { body: { email, password: 'wrong one' } })),
      ),
    );
    expect(tries.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
    const response = await post('/api/auth/login', { email, password: PASSWORD });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
    app.advance(15 * MINUTE_MS);
    expect((await open()(api.identity.login, { body: { email, password: PASSWORD } })).user.email).toBe(
      email,
    );
  });
});

describe('choosing a new password', () => {
  test('a log-in whose password was compared just before the change opens no session after it', async () => {
    const email = newEmail();
    await open()(api.identity.register, { body: person(email) });
    const compared = await accountByEmail(app.system.db, email);
    await open()(api.identity.forgotPassword, { body: { email } });
    const [token = ''] = await linksTo(email, RESET);
    await open()(api.identity.resetPassword, { body: { token, password: 'quite another 8' } });
    const late = app
      .scope()
      .transactAsSystem((ctx) => signIn(ctx, compared as Account, { config: app.config }));
    await expect(late).rejects.toMatchObject({ code: 'invalid_credentials' });
  });

  test('the link works once, ends every session and proves the address', async () => {
    const email = newEmail();
    const { token } = await open()(api.identity.register, { body: person(email) });
    await open()(api.identity.forgotPassword, { body: { email } });
    await open()(api.identity.forgotPassword, { body: { email: 'nobody@example.test' } });
    const [link = ''] = await linksTo(email, RESET);
    const reset = (password: string) =>
      open()(api.identity.resetPassword, { body: { token: link, password } });
    expect(await refusalOf(reset('123456'))).toMatchObject({
      status: 422,
      message: 'Choose a less common password',
    });
    await reset('a brand new secret');
    expect(await refusalOf(reset('a third secret'))).toMatchObject({
      status: 410,
      message: 'This reset link is invalid or has expired',
    });
    expect(await refusalOf(as(token)(api.identity.session, {}))).toMatchObject({
      status: 401,
      message: 'Invalid token',
    });
    expect(
      await refusalOf(open()(api.identity.login, { body: { email, password: PASSWORD } })),
    ).toMatchObject({ status: 401 });
    const { user } = await open()(api.identity.login, { body: { email, password: 'a brand new secret' } });
    expect(user.isEmailVerified).toBe(true);
    await eventually(async () => (await mailsTo(email, 'password was changed')).length === 1);
    expect(await mailsTo('nobody@example.test', RESET)).toHaveLength(0);
  });

  test.each([
    ['verify', VERIFY, 24 * HOUR_MS],
    ['reset', RESET, 30 * MINUTE_MS],
  ] as const)(
    'a %s link is dead once its time is over, and is no link of the other kind',
    async (kind, about, life) => {
      const email = newEmail();
      await open()(api.identity.register, { body: person(email) });
      if (kind === 'reset') await open()(api.identity.forgotPassword, { body: { email } });
      const [token = ''] = await linksTo(email, about);
      const verify = () => open()(api.identity.verifyEmail, { params: { token } });
      const reset = () =>
        open()(api.identity.resetPassword, { body: { token, password: 'another secret 7' } });
      expect(await refusalOf(kind === 'verify' ? reset() : verify())).toMatchObject({ status: 410 });
      app.advance(life);
      expect(await refusalOf(kind === 'verify' ? verify() : reset())).toMatchObject({ status: 410 });
    },
  );
});

describe('sessions', () => {
  test('are listed, ended one by one, and nobody else can end them', async () => {
    const email = newEmail();
    const one = await open()(api.identity.register, { body: person(email) });
    const two = await open()(api.identity.login, { body: { email, password: PASSWORD } });
    const { data } = await as(two.token)(api.identity.sessions, {});
    expect(data.sessions.map(({ current }) => current)).toEqual([true, false]);
    const older = data.sessions[1]?.id ?? '';
    const stranger = await newOwner(app, { register: false });
    expect(
      await refusalOf(stranger.call(api.identity.revokeSession, { params: { id: older } })),
    ).toMatchObject({ status: 404 });
    await as(two.token)(api.identity.revokeSession, { params: { id: older } });
    expect(await refusalOf(as(one.token)(api.identity.session, {}))).toMatchObject({ status: 401 });
    await as(two.token)(api.identity.logout, {});
    expect(await refusalOf(as(two.token)(api.identity.session, {}))).toMatchObject({
      status: 401,
      message: 'Invalid token',
    });
    const kinds = await app.store.db
      .selectFrom('activities')
      .select('activity_type')
      .where('business_id', '=', one.user.businessId)
      .orderBy('id')
      .execute();
    expect(kinds.map((kind) => kind.activity_type).toSorted()).toEqual([
      'auth_login',
      'auth_logout',
      'auth_register',
    ]);
  });

  test('end a week after their last use, and after thirty days whatever happens', async () => {
    const idle = await open()(api.identity.register, { body: person(newEmail()) });
    const used = await open()(api.identity.register, { body: person(newEmail()) });
    for (let day = 0; day < 29; day += 4) {
      await as(used.token)(api.identity.session, {});
      app.advance(4 * DAY_MS);
      if (day === 4)
        expect(await refusalOf(as(idle.token)(api.identity.session, {}))).toMatchObject({ status: 401 });
    }
    expect(await refusalOf(as(used.token)(api.identity.session, {}))).toMatchObject({ status: 401 });
  });
});
