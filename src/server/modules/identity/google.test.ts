import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { googleRefusals } from '#contract/account.ts';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { readConfig } from '#server/config/config.ts';
import { eventually, newOwner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
import { CLIENT, openIdProvider, type Person } from '../../../../tests/openid-provider.ts';
import { consumeSignInCode } from './commands/google.ts';
import { localPath } from './rules/google.ts';
import { codeAt, stepOf } from './rules/totp.ts';

let app: TestApp;
let provider: Awaited<ReturnType<typeof openIdProvider>>;
const callback = () => `${app.system.publicUrl()}/api/auth/google/callback`;

beforeAll(async () => {
  provider = await openIdProvider(callback);
  app = await testApp({
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: provider.issuer,
  });
});
afterAll(async () => {
  provider.close();
  await app.close();
});

let people = 0;
const newPerson = (more: Partial<Person> = {}): Person => ({
  sub: `google-${++people}`,
  email: `google${people}@example.test`,
  email_verified: true,
  given_name: 'Chinedu',
  family_name: 'Nwosu',
  ...more,
});

/** A browser: keeps cookies of the service, follows nothing by itself. */
function browser() {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) jar.set(name, value);
      else jar.delete(name);
      expect(line).toMatch(/Path=\/api\/auth\/google; Max-Age=\d+; HttpOnly; SameSite=Lax$/);
    }
    return new URL(response.headers.get('Location') ?? 'about:blank');
  };
  return {
    jar,
    get: async (url: string | URL) => {
      const response = await fetch(url, { redirect: 'manual', headers: { Cookie: cookies() } });
      expect(response.status).toBe(302);
      return keep(response);
    },
    exchange: (code: string, authenticationCode?: string) =>
      fetch(`${app.url}/api/auth/google/exchange`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Cookie: cookies() },
        body: JSON.stringify({ code, authenticationCode }),
      }),
  };
}

type Browser = ReturnType<typeof browser>;
const begin = (one: Browser, redirect = '') =>
  one.get(`${app.url}/api/auth/google${redirect && `?redirect=${encodeURIComponent(redirect)}`}`);

/** Goes to Google and back; gives the address of the return page. */
async function trip(one: Browser, redirect = ''): Promise<URL> {
  const toProvider = await begin(one, redirect);
  const back = await fetch(toProvider, { redirect: 'manual' });
  return one.get(back.headers.get('Location') ?? '');
}

type SignedIn = { token: string; user: Record<string, unknown> & { id: string }; data: object };
const codeOf = async (response: Response) => ((await response.json()) as { code: string }).code;

async function signInAs(person: Person) {
  provider.set(person);
  const one = browser();
  const page = await trip(one);
  const response = await one.exchange(page.searchParams.get('code') ?? '');
  expect(response.status).toBe(200);
  return (await response.json()) as SignedIn;
}

const eventsOf = async (userId: unknown) =>
  (
    await app.store.db
      .selectFrom('security_events')
      .select('event')
      .where('user_id', '=', String(userId))
      .orderBy('position')
      .execute()
  ).map((row) => row.event);

// As one does whose code was right when it was looked at, and is not any more.
const spendLate = (code: string) => app.scope().transactAsSystem((ctx) => consumeSignInCode(ctx, code));

describe('coming with Google', () => {
  test('makes an account without a password, and finds it again by the subject though the address changed', async () => {
    const person = newPerson();
    provider.set(person);
    const one = browser();
    const page = await trip(one, '/dashboard/invoices?status=paid');
    expect(page.origin + page.pathname).toBe(`${app.system.publicUrl()}/auth/google`);
    expect(page.searchParams.get('redirect')).toBe('/dashboard/invoices?status=paid');
    const code = page.searchParams.get('code') ?? '';
    const first = (await (await one.exchange(code)).json()) as SignedIn;
    expect(first.user).toMatchObject({
      email: person.email,
      firstName: 'Chinedu',
      lastName: 'Nwosu',
      isEmailVerified: true,
      hasPassword: false,
      isBusinessRegistered: false,
    });
    expect(first.data).toEqual({ user: first.user, token: first.token });
    expect((await one.exchange(code)).status).toBe(410);
    await expect(spendLate(code), 'two at the same moment').rejects.toThrow(/expired/);
    const again = await signInAs({ ...person, email: 'moved@example.test', email_verified: false });
    expect(again.user.id).toBe(first.user.id);
    expect(await eventsOf(first.user.id)).toEqual(['signed_up', 'google_linked', 'signed_in', 'signed_in']);
    const stored = await app.store.db
      .selectFrom('users')
      .select(['password_hash', 'terms_accepted_at'])
      .where('id', '=', first.user.id)
      .executeTakeFirstOrThrow();
    expect(stored.password_hash).toBeNull();
    expect(stored.terms_accepted_at).toBeNull();
  });

  test('in three tabs at once makes one account, and every tab gets in', async () => {
    const person = newPerson();
    provider.set(person);
    const tabs = [browser(), browser(), browser()];
    const pages = await Promise.all(tabs.map((tab) => trip(tab)));
    const answers = await Promise.all(
      tabs.map((tab, at) => tab.exchange(pages[at]?.searchParams.get('code') ?? '')),
    );
    const users = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as SignedIn).user.id),
    );
    expect(new Set(users).size).toBe(1);
    expect(users[0]).toMatch(/^usr_/);
  });

  test('has no password to log in with, and is told to set one where it is asked for', async () => {
    const { token, user } = await signInAs(newPerson());
    const open = createClient({ baseUrl: app.url });
    const mine = createClient({ baseUrl: app.url, token: () => token });
    for (const password of ['nullnull', 'undefined', 'correct horse 9'])
      expect(
        await refusalOf(open(api.identity.login, { body: { email: String(user.email), password } })),
      ).toMatchObject({ status: 401, message: 'Invalid email or password' });
    expect(
      await refusalOf(
        mine(api.account.changePassword, {
          body: { currentPassword: 'whatever', newPassword: 'good horse 8' },
        }),
      ),
    ).toMatchObject({
      status: 409,
      code: 'no_password',
      message: 'Set a password first: use "Forgot password" on the log-in page',
    });
  });

  test('is linked to the account of the confirmed address, which is told', async () => {
    const owner = await newOwner(app, { register: false });
    await app.store.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', owner.userId)
      .execute();
    const { user } = await signInAs(newPerson({ email: owner.email.toUpperCase() }));
    expect(user).toMatchObject({ id: owner.userId, hasPassword: true, firstName: 'Adaeze' });
    expect(await eventsOf(owner.userId)).toContain('google_linked');
    await eventually(async () =>
      app.store.db
        .selectFrom('messages')
        .select('key')
        .where('key', 'like', `google-linked:${owner.userId}:%`)
        .where('state', '=', 'sent')
        .executeTakeFirst(),
    );
    expect((await owner.call(api.identity.session, {})).data.user.id).toBe(owner.userId);
  });

  test('takes an account nobody confirmed from whoever made it: password, sessions and phone end', async () => {
    const squatter = await newOwner(app, { register: false });
    const phone = { business_id: squatter.businessId, contact: 'NG.squatter', number: null };
    await app.store.db
      .insertInto('whatsapp_owners')
      .values({ ...phone, linked_at: new Date() })
      .execute();
    const { user } = await signInAs(newPerson({ email: squatter.email }));
    expect(user).toMatchObject({ id: squatter.userId, hasPassword: false, isEmailVerified: true });
    expect(await refusalOf(squatter.call(api.identity.session, {}))).toMatchObject({ status: 401 });
    const phones = app.store.db.selectFrom('whatsapp_owners').select('contact');
    expect(await phones.where('business_id', '=', squatter.businessId).execute()).toEqual([]);
    const open = createClient({ baseUrl: app.url });
    expect(
      await refusalOf(
        open(api.identity.login, { body: { email: squatter.email, password: squatter.password } }),
      ),
    ).toMatchObject({ status: 401 });
  });

  test('asks for the second proof where two-factor is on, and the code lives long enough for it', async () => {
    const owner = await newOwner(app, { register: false });
    const person = newPerson({ email: owner.email });
    await app.store.db
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', owner.userId)
      .execute();
    const { data } = await owner.call(api.account.startTwoFactor, { body: { password: owner.password } });
    const codeNow = (later = 0) => codeAt(data.secret, stepOf(app.config.clock()) + later);
    await owner.call(api.account.enableTwoFactor, { body: { code: codeNow() } });
    provider.set(person);
    const one = browser();
    const code = (await trip(one)).searchParams.get('code') ?? '';
    const exchanged = await one.exchange(code);
    expect([exchanged.status, await codeOf(exchanged)]).toEqual([422, 'two_factor_required']);
    app.advance(2 * 60_000);
    const wrong = await one.exchange(code, '000000');
    expect([wrong.status, await codeOf(wrong)]).toEqual([422, 'wrong_code']);
    expect((await one.exchange(code, codeNow())).status).toBe(200);
    expect((await one.exchange(code, codeNow(1))).status).toBe(410);
  });
});

describe('what is refused', () => {
  const refusal = (page: URL) => {
    expect(page.pathname).toBe('/auth/google');
    expect(page.searchParams.has('code')).toBe(false);
    return page.searchParams.get('error');
  };

  test('an address Google has not confirmed, whether it has an account here or not', async () => {
    const owner = await newOwner(app, { register: false });
    for (const email of [owner.email, 'unconfirmed@example.test']) {
      provider.set(newPerson({ email, email_verified: false }));
      expect(refusal(await trip(browser()))).toBe(googleRefusals.unverified);
    }
    const linked = await app.store.db
      .selectFrom('external_identities')
      .select('subject')
      .where('user_id', '=', owner.userId)
      .execute();
    expect(linked).toEqual([]);
  });

  test.each([
    ['denied', googleRefusals.denied],
    ['signature', googleRefusals.failed],
    ['nonce', googleRefusals.failed],
    ['audience', googleRefusals.failed],
    ['token endpoint down', googleRefusals.unreachable],
  ] as const)('%s', async (wrong, words) => {
    const person = newPerson();
    provider.set(person, wrong);
    expect(refusal(await trip(browser()))).toBe(words);
    const made = await app.store.db
      .selectFrom('users')
      .select('id')
      .where('email', '=', person.email)
      .executeTakeFirst();
    expect(made).toBeUndefined();
  });

  test('another state, a replayed answer, a changed or missing cookie, an answer that comes too late', async () => {
    provider.set(newPerson());
    const one = browser();
    const answerFor = async (person: Browser) =>
      new URL((await fetch(await begin(person), { redirect: 'manual' })).headers.get('Location') ?? '');
    const mine = await answerFor(one);
    const forged = new URL(mine);
    forged.searchParams.set('state', 'made up');
    const other = browser();
    await begin(other);
    expect(refusal(await other.get(mine)), 'the answer of another browser').toBe(googleRefusals.failed);
    expect(refusal(await browser().get(mine)), 'no cookie').toBe(googleRefusals.expired);
    const cookie = one.jar.get('duewell_google') ?? '';
    expect(refusal(await one.get(forged)), 'another state').toBe(googleRefusals.failed);
    // Its last characters may differ without a bit that differs.
    const changed = cookie.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'));
    one.jar.set('duewell_google', changed);
    expect(refusal(await one.get(mine)), 'a changed cookie').toBe(googleRefusals.expired);
    one.jar.set('duewell_google', cookie);
    expect((await one.get(mine)).searchParams.get('code')).toBeTruthy();
    one.jar.set('duewell_google', cookie);
    expect(refusal(await one.get(mine)), 'replayed').toBe(googleRefusals.failed);
    const late = await answerFor(one);
    app.advance(10 * 60_000);
    expect(refusal(await one.get(late)), 'too late').toBe(googleRefusals.expired);
  });

  test('the code of the return page in another browser, and after a minute', async () => {
    provider.set(newPerson());
    const one = browser();
    const code = (await trip(one)).searchParams.get('code') ?? '';
    expect((await browser().exchange(code)).status).toBe(410);
    app.advance(60_000);
    expect((await one.exchange(code)).status).toBe(410);
    await expect(spendLate(code), 'in the moment it ran out').rejects.toThrow(/expired/);
  });
});

test('only places of our own are kept to go to afterwards', () => {
  for (const good of ['/dashboard', '/dashboard/invoices?status=paid#top', '/'])
    expect(localPath(good)).toBe(good);
  for (const bad of [
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    '/a\nb',
    '/\t/evil',
    'javascript:1',
    '',
  ])
    expect(localPath(bad), bad).toBeNull();
});

test('where it is not set up, the service says so and the address is not there', async () => {
  const plain = await testApp();
  const open = createClient({ baseUrl: plain.url });
  expect((await open(api.live.status, {})).data.googleSignIn).toBe(false);
  expect((await createClient({ baseUrl: app.url })(api.live.status, {})).data.googleSignIn).toBe(true);
  for (const path of ['/api/auth/google', '/api/auth/google/callback?code=x&state=y'])
    expect((await fetch(`${plain.url}${path}`)).status).toBe(404);
  await plain.close();
});

test('a provider that is down is told in words, and asked again once it is back', async () => {
  const dead = await testApp({
    GOOGLE_CLIENT_ID: CLIENT.id,
    GOOGLE_CLIENT_SECRET: CLIENT.secret,
    GOOGLE_ISSUER: 'http://127.0.0.1:9',
  });
  const response = await fetch(`${dead.url}/api/auth/google`, { redirect: 'manual' });
  const page = new URL(response.headers.get('Location') ?? '');
  expect(page.searchParams.get('error')).toBe(googleRefusals.unreachable);
  await dead.close();
});

test('settings: both halves of the credentials or neither, and https in production', () => {
  expect(() => readConfig({ GOOGLE_CLIENT_ID: 'x', DATA_DIR: app.config.dataDir })).toThrow(
    'GOOGLE_CLIENT_SECRET',
  );
  expect(() =>
    readConfig({ NODE_ENV: 'production', GOOGLE_ISSUER: 'http://id.example', DATA_DIR: app.config.dataDir }),
  ).toThrow('GOOGLE_ISSUER must be https');
});
