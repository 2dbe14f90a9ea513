import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { MINUTE_MS } from '#core/durations.ts';
import { eraseAccount } from '#server/modules/account/commands/deletion.ts';
import { createAuthenticator } from '../../../../tests/authenticator.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { codeAt, stepOf } from './rules/totp.ts';

const ORIGIN = 'https://pay.duewell.test';
const at = { origin: ORIGIN, rpId: 'pay.duewell.test' };
type Authenticator = ReturnType<typeof createAuthenticator>;

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: ORIGIN });
});
afterAll(() => app.close());

const open = () => createClient({ baseUrl: app.url });
const as = (token: string) => createClient({ baseUrl: app.url, token: () => token });

async function addTo(owner: Owner, odd: Parameters<Authenticator['make']>[1] = {}, name = 'My phone') {
  const authenticator = createAuthenticator();
  const { data: challenge } = await owner.call(api.passkeys.begin, {});
  const passkey = authenticator.make(
    { ...at, challenge: challenge.challenge, userId: challenge.user.id },
    odd,
  );
  const { data } = await owner.call(api.passkeys.add, { body: { name, passkey } });
  return { authenticator, asked: challenge, passkey, kept: data.passkey };
}
const challenge = async () => (await open()(api.passkeys.beginSignIn, {})).data.challenge;
const signIn = async (authenticator: Authenticator, odd: Parameters<Authenticator['use']>[1] = {}) =>
  open()(api.passkeys.signIn, {
    body: { passkey: authenticator.use({ ...at, challenge: await challenge() }, odd) },
  });
const mailTo = (email: string, subject: string) =>
  eventually(async () => {
    const { rows } = await sql<{
      body_text: string;
    }>`select body_text from kept_mails where to_address = ${email} and subject = ${subject}`.execute(
      app.store.db,
    );
    return rows[0]?.body_text;
  });
const refused = { status: 422, code: 'passkey_refused' };
const eventsOf = async (owner: Owner) => {
  const rows = await app.store.db
    .selectFrom('security_events')
    .select('event')
    .where('user_id', '=', owner.userId)
    .orderBy('position')
    .execute();
  return rows.map(({ event }) => event);
};

describe('a passkey', () => {
  test('is added, named, told by mail, signs in as both factors, and is removed', async () => {
    const owner = await newOwner(app, { register: false });
    const { authenticator, asked, kept } = await addTo(owner);
    expect(asked).toMatchObject({
      rp: { id: at.rpId },
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    expect(Buffer.from(asked.user.id, 'base64url').toString()).toBe(owner.userId);
    expect(await mailTo(owner.email, 'A passkey was added to your account')).toContain('My phone');
    await owner.call(api.passkeys.rename, { params: { id: kept.id }, body: { name: 'Old phone' } });
    const { data: secret } = await owner.call(api.account.startTwoFactor, {
      body: { password: owner.password },
    });
    const code = codeAt(secret.secret, stepOf(app.config.clock()));
    await owner.call(api.account.enableTwoFactor, { body: { code } });
    app.advance(24 * 60 * MINUTE_MS);
    const { token, user } = await signIn(authenticator);
    expect(user.id).toBe(owner.userId);
    const { data } = await as(token)(api.passkeys.list, {});
    expect(data.passkeys).toMatchObject([
      { name: 'Old phone', suspended: false, lastUsedAt: expect.any(Date) },
    ]);
    await as(token)(api.passkeys.remove, { params: { id: kept.id } });
    expect(await refusalOf(signIn(authenticator))).toMatchObject(refused);
    await mailTo(owner.email, 'A passkey was removed from your account');
    expect(await eventsOf(owner)).toEqual([
      'signed_up',
      'passkey_added',
      'two_factor_enabled',
      'signed_in',
      'passkey_removed',
    ]);
  });

  test("is nobody else's to rename, remove or prove with, and is kept once", async () => {
    const [owner, other] = [
      await newOwner(app, { register: false }),
      await newOwner(app, { register: false }),
    ];
    const { kept, authenticator, passkey } = await addTo(owner);
    const unknown = { status: 404 };
    expect(
      await refusalOf(other.call(api.passkeys.rename, { params: { id: kept.id }, body: { name: 'Mine' } })),
    ).toMatchObject(unknown);
    expect(await refusalOf(other.call(api.passkeys.remove, { params: { id: kept.id } }))).toMatchObject(
      unknown,
    );
    await addTo(other);
    const challenge = await other.call(api.stepUp.beginPasskey, {});
    const proof = authenticator.use({ ...at, challenge: challenge.data.challenge });
    expect(
      await refusalOf(other.call(api.stepUp.prove, { body: { way: 'passkey', passkey: proof } })),
    ).toMatchObject(refused);
    const { data: again } = await other.call(api.passkeys.begin, {});
    const same = authenticator.make({ ...at, challenge: again.challenge, userId: again.user.id });
    expect(
      await refusalOf(other.call(api.passkeys.add, { body: { name: 'Stolen', passkey: same } })),
    ).toMatchObject({ status: 409 });
    expect(
      await refusalOf(owner.call(api.passkeys.add, { body: { name: 'Again', passkey } })),
      'an answer given before',
    ).toMatchObject(refused);
  });

  test.each([
    ['another origin', { origin: 'https://pay.duewe11.test' }],
    ['a page of a subdomain', { origin: 'https://x.pay.duewell.test' }],
    ['another relying party', { rpId: 'duewell.test' }],
    ['nobody verified', { verified: false }],
    ['nobody present', { present: false }],
    ['the answer of a sign-in', { type: 'webauthn.get' }],
    ['a challenge of its own', { challenge: 'c'.repeat(43) }],
  ])('is not added from %s', async (_, odd) => {
    const owner = await newOwner(app, { register: false });
    expect(await refusalOf(addTo(owner, odd))).toMatchObject(refused);
    expect((await owner.call(api.passkeys.list, {})).data.passkeys).toEqual([]);
  });

  test.each([
    ['another origin', { origin: 'https://pay.duewe11.test' }],
    ['http', { origin: 'http://pay.duewell.test' }],
    ['another relying party', { rpId: 'duewell.test' }],
    ['nobody verified', { verified: false }],
    ['nobody present', { present: false }],
    ['the answer of a registration', { type: 'webauthn.create' }],
    ['another key', { forged: true }],
    ['a challenge of its own', { challenge: 'c'.repeat(43) }],
    ["another account's handle", { userHandle: Buffer.from('usr_somebody').toString('base64url') }],
  ])('does not sign in from %s', async (_, odd) => {
    const owner = await newOwner(app, { register: false });
    const { authenticator } = await addTo(owner);
    expect(await refusalOf(signIn(authenticator, odd))).toMatchObject(refused);
    await signIn(authenticator);
  });

  test('answers a challenge once, soon, and only the one it was asked for', async () => {
    const owner = await newOwner(app, { register: false });
    const { authenticator } = await addTo(owner);
    const answer = authenticator.use({ ...at, challenge: await challenge() });
    const tries = await Promise.allSettled(
      Array.from({ length: 5 }, () => open()(api.passkeys.signIn, { body: { passkey: answer } })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const late = await challenge();
    app.advance(5 * MINUTE_MS);
    const tooLate = authenticator.use({ ...at, challenge: late });
    expect(await refusalOf(open()(api.passkeys.signIn, { body: { passkey: tooLate } }))).toMatchObject(
      refused,
    );
    const { data: forProof } = await owner.call(api.stepUp.beginPasskey, {});
    const other = authenticator.use({ ...at, challenge: forProof.challenge });
    expect(
      await refusalOf(open()(api.passkeys.signIn, { body: { passkey: other } })),
      'the challenge of a proof',
    ).toMatchObject(refused);
  });

  test('whose count goes back was copied: it opens nothing any more, and its owner is told', async () => {
    const owner = await newOwner(app, { register: false });
    const { authenticator } = await addTo(owner, {}, 'Blue key');
    await signIn(authenticator, { counter: 9 });
    expect(await refusalOf(signIn(authenticator, { counter: 9 }))).toMatchObject(refused);
    expect(await refusalOf(signIn(authenticator, { counter: 99 }))).toMatchObject(refused);
    expect((await owner.call(api.passkeys.list, {})).data.passkeys).toMatchObject([{ suspended: true }]);
    expect(await mailTo(owner.email, 'A passkey was switched off')).toContain('Blue key');
    expect(await eventsOf(owner)).toContain('passkey_suspended');
  });

  test('that does not count signs in again and again', async () => {
    const owner = await newOwner(app, { register: false });
    const { authenticator } = await addTo(owner);
    for (const _ of [1, 2]) await signIn(authenticator, { counter: 0 });
  });

  test('of whoever made the account before its address was shown to be theirs is gone with the reset of its owner', async () => {
    const stranger = await newOwner(app, { register: false });
    const { email } = stranger;
    const { authenticator } = await addTo(stranger);
    const { data: secret } = await stranger.call(api.account.startTwoFactor, { body: {} });
    const code = codeAt(secret.secret, stepOf(app.config.clock()));
    await stranger.call(api.account.enableTwoFactor, { body: { code } });
    const reset = async (password: string) => {
      await sql`delete from kept_mails where to_address = ${email}`.execute(app.store.db);
      await open()(api.identity.forgotPassword, { body: { email } });
      const [, token = ''] = /token=([\w-]+)/.exec(await mailTo(email, 'Choose a new password')) ?? [];
      await open()(api.identity.resetPassword, { body: { token, password } });
      return (await open()(api.identity.login, { body: { email, password } })).token;
    };
    const call = as(await reset('the real owner 7'));
    expect(await refusalOf(signIn(authenticator))).toMatchObject(refused);
    const own = await addTo({ ...stranger, call });
    await reset('the real owner 8');
    await signIn(own.authenticator);
  });

  test('is gone with its account', async () => {
    const owner = await newOwner(app, { register: false });
    const { authenticator } = await addTo(owner);
    await owner.call(api.account.requestDeletion, { body: { confirm: owner.email } });
    app.advance(31 * 24 * 60 * MINUTE_MS);
    const scope = app.scope();
    await scope.transactAsSystem((ctx) => eraseAccount(ctx, owner.userId, scope.data));
    expect(await refusalOf(signIn(authenticator))).toMatchObject(refused);
    for (const table of ['passkeys', 'known_browsers', 'passkey_challenges', 'step_up_codes'] as const)
      expect(
        await app.store.db.selectFrom(table).selectAll().where('user_id', '=', owner.userId).execute(),
      ).toEqual([]);
  });
});
