import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { createAuthenticator } from '../../../../tests/authenticator.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { accountForGoogleIdentity, createSignInCode } from './commands/google.ts';
import { disableTwoFactorByOperator } from './commands/two-factor.ts';
import { accountByEmail, accountById, accountOfSignInCode } from './queries/accounts.ts';
import { codeAt, stepOf } from './rules/totp.ts';

const at = { origin: 'https://pay.duewell.test', rpId: 'pay.duewell.test' };
let app: TestApp;
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: at.origin });
});
afterAll(() => app.close());

const as = (token: string) => createClient({ baseUrl: app.url, token: () => token });
const open = () => createClient({ baseUrl: app.url });
const logIn = (owner: Owner, code?: string) =>
  open()(api.identity.login, {
    body: { email: owner.email, password: owner.password, ...(code && { code }) },
  });
const received = (email: string, subject: string) =>
  eventually(async () => {
    const { rows } =
      await sql`select 1 from kept_mails where to_address = ${email} and subject = ${subject}`.execute(
        app.store.db,
      );
    return rows.length === 1;
  });

async function addPasskey(owner: Owner) {
  const authenticator = createAuthenticator();
  const { data } = await owner.call(api.passkeys.begin, {});
  const passkey = authenticator.make({ ...at, challenge: data.challenge, userId: data.user.id });
  await owner.call(api.passkeys.add, { body: { name: 'Phone', passkey } });
  return authenticator;
}

async function turnOnTwoFactor(owner: Owner): Promise<void> {
  const { data } = await owner.call(api.account.startTwoFactor, { body: { password: owner.password } });
  const code = codeAt(data.secret, stepOf(app.config.clock()));
  await owner.call(api.account.enableTwoFactor, { body: { code } });
}

describe('Google', () => {
  const connected = async ({ call }: Owner) => (await call(api.connections.list, {})).data.google;
  const vouched = (owner: Owner, email = owner.email) => ({
    issuer: 'https://accounts.google.test',
    subject: `of-${owner.userId}`,
    email,
    emailVerified: true,
    firstName: 'Adaeze',
    lastName: 'Obi',
  });
  const come = (owner: Owner, email?: string) =>
    app.scope().transactAsSystem((ctx) => accountForGoogleIdentity(ctx, vouched(owner, email)));
  async function connect(owner: Owner): Promise<void> {
    await sql`update users set email_verified_at = now() where id = ${owner.userId}`.execute(app.store.db);
    expect((await come(owner))?.id).toBe(owner.userId);
  }

  test('is seen and disconnected with a proof: neither it nor a sign-in under way opens the account then', async () => {
    const owner = await newOwner(app, { register: false });
    expect(await connected(owner)).toBeNull();
    expect(await refusalOf(owner.call(api.connections.disconnectGoogle, {}))).toMatchObject({ status: 404 });
    await connect(owner);
    expect(await connected(owner)).toEqual({
      accounts: 1,
      since: expect.any(Date),
      onlyWayIn: false,
    });
    const account = await accountById(app.store.db, owner.userId);
    const code = await app.scope().transactAsSystem((ctx) => createSignInCode(ctx, account));
    await sql`update sessions set proven_at = null where user_id = ${owner.userId}`.execute(app.store.db);
    expect(await refusalOf(owner.call(api.connections.disconnectGoogle, {}))).toMatchObject({
      code: 'step_up_required',
    });
    const body = { way: 'password', password: owner.password } as const;
    const { token } = (await owner.call(api.stepUp.prove, { body })).data;
    await as(token)(api.connections.disconnectGoogle, {});
    expect((await as(token)(api.connections.list, {})).data.google).toBeNull();
    expect(await accountOfSignInCode(app.store.db, code, app.config.clock())).toBeNull();
    expect((await come(owner, `moved.${owner.email}`))?.id).not.toBe(owner.userId);
    await received(owner.email, 'Google can no longer open your account');
    const { data } = await as(token)(api.account.audit, {});
    expect(data.entries[0]?.event).toBe('google_unlinked');
  });

  test('stays where it is the only way in, until there is a passkey', async () => {
    const owner = await newOwner(app, { register: false });
    await connect(owner);
    await sql`update users set password_hash = null where id = ${owner.userId}`.execute(app.store.db);
    const provenBy = (factor: string) =>
      sql`update sessions set proven_by = ${factor} where user_id = ${owner.userId}`.execute(app.store.db);
    await provenBy('email_code');
    expect(await connected(owner)).toMatchObject({ onlyWayIn: true });
    expect(await refusalOf(owner.call(api.connections.disconnectGoogle, {}))).toMatchObject({ status: 409 });
    await addPasskey(owner);
    await provenBy('new_passkey');
    await owner.call(api.connections.disconnectGoogle, {});
    expect(await connected(owner)).toBeNull();
  });
});

describe('two-factor without the phone', () => {
  test("is switched off with one's own passkey, and with nobody else's", async () => {
    const [owner, other] = [
      await newOwner(app, { register: false }),
      await newOwner(app, { register: false }),
    ];
    const mine = await addPasskey(owner);
    const theirs = await addPasskey(other);
    await turnOnTwoFactor(owner);
    app.advance(24 * 3_600_000);
    const stop = async (authenticator: typeof mine) => {
      const { data } = await owner.call(api.stepUp.beginPasskey, {});
      const passkey = authenticator.use({ ...at, challenge: data.challenge });
      return owner.call(api.passkeys.disableTwoFactor, { body: { passkey } });
    };
    expect(await refusalOf(stop(theirs))).toMatchObject({ code: 'passkey_refused' });
    await stop(mine);
    await logIn(owner);
  });

  test('is switched off by an operator: sessions end, both trails say so and the owner is told', async () => {
    const owner = await newOwner(app, { register: false });
    await turnOnTwoFactor(owner);
    expect(await refusalOf(logIn(owner))).toMatchObject({ code: 'two_factor_required' });
    const account = await accountByEmail(app.store.db, owner.email);
    if (!account) throw new Error('the owner has an account');
    const lift = () =>
      app.scope().transactAsSystem((ctx) => disableTwoFactorByOperator(ctx, account, 'rang them'));
    await lift();
    await expect(lift(), 'only once').rejects.toThrow('Two-factor is off');
    expect(await refusalOf(owner.call(api.identity.session, {}))).toMatchObject({ status: 401 });
    const { token } = await logIn(owner);
    const { data } = await as(token)(api.account.audit, {});
    expect(data.entries).toContainEqual(
      expect.objectContaining({ event: 'two_factor_disabled', detail: 'By an operator, as you asked' }),
    );
    const { rows } = await sql`select 1 from security_events where event = 'operator_acted'
      and detail = ${`Two-factor of ${owner.businessId} switched off: rang them`}`.execute(app.store.db);
    expect(rows).toHaveLength(1);
    await received(owner.email, 'Two-factor was switched off');
  });
});

test('a session ended from another device says so, also after the next log-in; neither its own log-out nor a bad token does', async () => {
  const owner = await newOwner(app, { register: false });
  const elsewhere = await logIn(owner);
  await as(elsewhere.token)(api.account.revokeOthers, {});
  const refusal = { status: 401, message: 'Invalid token', data: { sessionEnded: true } };
  expect(await refusalOf(owner.call(api.identity.session, {}))).toMatchObject(refusal);
  await logIn(owner);
  expect(await refusalOf(owner.call(api.identity.session, {}))).toMatchObject(refusal);
  const { token: own } = await logIn(owner);
  await as(own)(api.identity.logout, {});
  for (const token of [own, 'n'.repeat(43)]) {
    const plain = await refusalOf(as(token)(api.identity.session, {}));
    expect(plain).toMatchObject({ status: 401, message: 'Invalid token', data: {} });
  }
  app.advance(8 * 24 * 3_600_000);
  const old = await refusalOf(as(elsewhere.token)(api.identity.session, {}));
  expect(old).toMatchObject({ status: 401, data: {} });
});
