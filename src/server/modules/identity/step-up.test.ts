import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { MINUTE_MS } from '#core/durations.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { PIN, setPin } from '../../../../tests/money.ts';
import { codeAt, stepOf } from './rules/totp.ts';

const params = { currency: 'NGN' } as const;
const REDIRECT = 'https://ljacikcgcjjigominnpnfcigmapkidgf.chromiumapp.org/connected';
const longText = 'x'.repeat(43);

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const as = (token: string) => createClient({ baseUrl: app.url, token: () => token });
type Call = Owner['call'];
const prove = (call: Call, password: string) =>
  call(api.stepUp.prove, { body: { way: 'password', password } });

/** As somebody is who came with Google: no password, and a session that nothing proved. */
async function withoutPassword(): Promise<Owner> {
  const owner = await newOwner(app);
  await app.store.db
    .updateTable('users')
    .set({ password_hash: null })
    .where('id', '=', owner.userId)
    .execute();
  await app.store.db
    .updateTable('sessions')
    .set({ proven_at: null })
    .where('user_id', '=', owner.userId)
    .execute();
  return owner;
}

/** Every change that could take the account or its money away, as it is asked for without a password. */
const sensitive: [string, (call: Call, owner: Owner) => Promise<unknown>][] = [
  [
    'the payout account',
    (call, owner) =>
      call(api.settings.updatePayoutAccount, {
        params: { ...params, id: owner.businessId },
        body: { bankCode: '044', accountNumber: '0222222222', pin: PIN },
      }),
  ],
  ['the first PIN', (call) => call(api.business.createPin, { params, body: { pin: '2749' } })],
  ['the address', (call, owner) => call(api.account.changeEmail, { body: { email: `new.${owner.email}` } })],
  ['two-factor', (call) => call(api.account.startTwoFactor, { body: {} })],
  ['a passkey', (call) => call(api.passkeys.begin, {})],
  ['removing a passkey', (call) => call(api.passkeys.remove, { params: { id: 'psk_none' } })],
  [
    'an extension',
    (call) =>
      call(api.extension.connect, {
        body: { redirectUri: REDIRECT, state: longText, codeChallenge: longText },
      }),
  ],
  ['a phone that is to speak for the business', (call) => call(api.whatsapp.code, { params })],
  ['the export', (call) => call(api.account.exportData, {})],
  [
    'deleting the account',
    (call, owner) => call(api.account.requestDeletion, { body: { confirm: owner.email } }),
  ],
];

describe('a sensitive change', () => {
  test.each(sensitive)('%s wants a proof of the last ten minutes', async (name, change) => {
    const owner = await newOwner(app);
    if (name === 'the payout account') await setPin(owner);
    app.advance(10 * MINUTE_MS);
    expect(await refusalOf(change(owner.call, owner))).toMatchObject({
      status: 422,
      code: 'step_up_required',
      data: { ways: ['password'] },
    });
    const { data } = await prove(owner.call, owner.password);
    const goneOn = await refusalOf(
      Promise.resolve(change(as(data.token), owner)).then(() => Promise.reject(new Error('done'))),
    );
    expect(goneOn.code).not.toBe('step_up_required');
  });

  test('goes on for ten minutes after signing in, and no longer', async () => {
    const owner = await newOwner(app);
    app.advance(9 * MINUTE_MS);
    await owner.call(api.passkeys.begin, {});
    app.advance(MINUTE_MS);
    expect(await refusalOf(owner.call(api.passkeys.begin, {}))).toMatchObject({ code: 'step_up_required' });
  });
});

test('no password proves anything with two-factor on, neither in the call nor before it was on', async () => {
  const owner = await newOwner(app);
  await setPin(owner);
  const { data: made } = await owner.call(api.account.startTwoFactor, { body: {} });
  const code = codeAt(made.secret, stepOf(app.config.clock()));
  await owner.call(api.account.enableTwoFactor, { body: { code } });
  const { password, email, businessId } = owner;
  const account = { bankCode: '044', accountNumber: '0222222222', pin: PIN };
  const change = { currentPassword: password, newPassword: 'quite another 8' };
  const withPassword: (() => Promise<unknown>)[] = [
    () => owner.call(api.account.changeEmail, { body: { email: `new.${email}`, password } }),
    () => owner.call(api.account.changePassword, { body: change }),
    () => owner.call(api.business.createPin, { params, body: { pin: '8305', currentPin: PIN, password } }),
    () =>
      owner.call(api.settings.updatePayoutAccount, {
        params: { ...params, id: businessId },
        body: { ...account, password },
      }),
  ];
  const alone = sensitive.filter(
    ([name]) => !['the first PIN', 'two-factor', 'deleting the account'].includes(name),
  );
  for (const [, without] of alone) withPassword.push(async () => without(owner.call, owner));
  for (const ask of withPassword)
    expect(await refusalOf(ask())).toMatchObject({ code: 'step_up_required', data: { ways: ['totp'] } });
  expect(await refusalOf(prove(owner.call, password))).toMatchObject({ status: 409 });
  const deletion = owner.call(api.account.requestDeletion, { body: { confirm: email, password } });
  expect(await refusalOf(deletion)).toMatchObject({ code: 'two_factor_required' });
  // Nor a code without the password: the phone may be the stolen one.
  app.advance(MINUTE_MS);
  const later = codeAt(made.secret, stepOf(app.config.clock()));
  expect(await refusalOf(owner.call(api.account.disableTwoFactor, { body: { code: later } }))).toMatchObject({
    code: 'invalid_input',
    errors: [{ path: 'password' }],
  });
});

describe('a proof', () => {
  test('gives the session another token; the one before goes on for a moment and carries nothing', async () => {
    const owner = await newOwner(app);
    const { data } = await prove(owner.call, owner.password);
    await owner.call(api.identity.session, {});
    expect(await refusalOf(owner.call(api.passkeys.begin, {}))).toMatchObject({ code: 'step_up_required' });
    await as(data.token)(api.passkeys.begin, {});
    app.advance(16_000);
    expect(await refusalOf(owner.call(api.identity.session, {}))).toMatchObject({ status: 401 });
    const { data: known } = await as(data.token)(api.identity.sessions, {});
    expect(known.sessions).toHaveLength(1);
  });

  test('counts on its own session only, and ends with it', async () => {
    const owner = await newOwner(app);
    app.advance(11 * MINUTE_MS);
    const open = createClient({ baseUrl: app.url });
    const other = await open(api.identity.login, { body: { email: owner.email, password: owner.password } });
    app.advance(11 * MINUTE_MS);
    const { data } = await prove(as(other.token), owner.password);
    expect(await refusalOf(owner.call(api.passkeys.begin, {}))).toMatchObject({ code: 'step_up_required' });
    await owner.call(api.account.revokeOthers, {});
    expect(await refusalOf(as(data.token)(api.passkeys.begin, {}))).toMatchObject({ status: 401 });
  });

  test('by an authenticator code counts each code once, and is offered where there is one', async () => {
    const owner = await newOwner(app);
    const { data } = await owner.call(api.account.startTwoFactor, { body: { password: owner.password } });
    const code = (later: number) => codeAt(data.secret, stepOf(app.config.clock()) + later);
    const used = code(0);
    await owner.call(api.account.enableTwoFactor, { body: { code: used } });
    expect((await owner.call(api.stepUp.state, {})).data.ways).toEqual(['totp']);
    const totp = (call: Call, typed: string) =>
      call(api.stepUp.prove, { body: { way: 'totp', code: typed } });
    expect(await refusalOf(totp(owner.call, used))).toMatchObject({ status: 422, code: 'wrong_code' });
    const { data: proven } = await totp(owner.call, code(1));
    await as(proven.token)(api.passkeys.begin, {});
  });

  /** Asks for a code and gives the one of the `at`th message. */
  async function mailedCode(owner: Owner, at: number): Promise<string> {
    await owner.call(api.stepUp.sendCode, {});
    return eventually(async () => {
      const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
        where to_address = ${owner.email} and subject = 'Your code to confirm that it is you'
        order by id`.execute(app.store.db);
      return /\b\d{6}\b/.exec(rows[at - 1]?.body_text ?? '')?.[0];
    });
  }

  test('by mail is for who has nothing else: one code, for this session, once and for ten minutes', async () => {
    const owner = await withoutPassword();
    expect(await refusalOf(owner.call(api.passkeys.begin, {}))).toMatchObject({
      data: { ways: ['email_code'] },
    });
    const tooOld = await mailedCode(owner, 1);
    app.advance(10 * MINUTE_MS);
    const byMail = (call: Call, typed: string) =>
      call(api.stepUp.prove, { body: { way: 'email_code', code: typed } });
    expect(await refusalOf(byMail(owner.call, tooOld))).toMatchObject({ code: 'wrong_code' });
    const code = await mailedCode(owner, 2);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    expect(await refusalOf(byMail(owner.call, wrong))).toMatchObject({ code: 'wrong_code' });
    const tries = await Promise.allSettled([1, 2, 3].map(() => byMail(owner.call, code)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const rich = await newOwner(app);
    expect(await refusalOf(rich.call(api.stepUp.sendCode, {}))).toMatchObject({ status: 409 });
    expect(await refusalOf(byMail(rich.call, code))).toMatchObject({ status: 409 });
  });

  test('is guessed ten times in a quarter of an hour, in parallel or not, and log-ins are not touched by it', async () => {
    const owner = await newOwner(app);
    const tries = await Promise.all(
      Array.from({ length: 30 }, () => refusalOf(prove(owner.call, 'not this one'))),
    );
    expect(tries.filter(({ status }) => status === 422)).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(20);
    expect(await refusalOf(prove(owner.call, owner.password))).toMatchObject({ status: 429 });
    const open = createClient({ baseUrl: app.url });
    await open(api.identity.login, { body: { email: owner.email, password: owner.password } });
  });

  test('is not made by guessing the code of a two-factor that its owner has begun: that is counted with it', async () => {
    const owner = await newOwner(app);
    await owner.call(api.account.startTwoFactor, { body: {} });
    const tries = await Promise.all(
      Array.from({ length: 14 }, (_, at) =>
        refusalOf(owner.call(api.account.enableTwoFactor, { body: { code: `00000${at % 2}` } })),
      ),
    );
    expect(tries.filter(({ code }) => code === 'wrong_code')).toHaveLength(10);
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
  });
});
