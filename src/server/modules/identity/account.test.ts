import jsQR from 'jsqr';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { codeAt, stepOf } from './rules/totp.ts';

const STEP_MS = 30_000;
const WINDOWS =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const open = () => createClient({ baseUrl: app.url });
const as = (token: string) => createClient({ baseUrl: app.url, token: () => token });
const logIn = (owner: Owner, more: { password?: string; code?: string; email?: string } = {}) =>
  open()(api.identity.login, { body: { email: owner.email, password: owner.password, ...more } });

const mailTo = (email: string, subject: string) =>
  eventually(async () => {
    const { rows } = await sql<{
      body_text: string;
    }>`select body_text from kept_mails where to_address = ${email} and subject = ${subject} order by id desc`.execute(
      app.store.db,
    );
    return rows[0]?.body_text;
  });

const trailOf = async (owner: Owner, token = owner.token) => {
  const { data } = await as(token)(api.account.audit, {});
  return data.entries.map(({ event, detail }) => [event, detail]);
};

/** Waits until the trail holds an event: some are written a moment later. */
const noted = (owner: Owner, event: string) =>
  eventually(async () => (await trailOf(owner)).some(([known]) => known === event));

/** Switches two-factor on; `code` gives a code nobody used yet. */
async function withTwoFactor(owner: Owner) {
  const { data } = await owner.call(api.account.startTwoFactor, { body: { password: owner.password } });
  const code = () => {
    app.advance(STEP_MS);
    return codeAt(data.secret, stepOf(app.config.clock()));
  };
  const enabled = await owner.call(api.account.enableTwoFactor, { body: { code: code() } });
  return { ...data, code, recoveryCodes: enabled.data.recoveryCodes };
}

describe('name, currency, address', () => {
  test('name and currency change alone or together; nothing asked, nothing changed', async () => {
    const owner = await newOwner(app, { register: false });
    await owner.call(api.account.update, { body: { firstName: 'Ifeoma' } });
    await owner.call(api.account.update, { body: {} });
    const { data } = await owner.call(api.account.update, { body: { preferredCurrency: 'USD' } });
    expect(data.user).toMatchObject({
      firstName: 'Ifeoma',
      lastName: 'Okafor',
      currency: 'USD',
      hasPassword: true,
    });
    expect(await trailOf(owner)).toMatchObject([
      ['details_changed', 'Currency'],
      ['details_changed', 'Name'],
      ['signed_up', expect.any(String)],
    ]);
  });

  test('another address counts once its message is confirmed; both addresses are told', async () => {
    const owner = await newOwner(app, { register: false });
    const email = `new.${owner.email}`;
    await open()(api.identity.forgotPassword, { body: { email: owner.email } });
    const reset = /token=([\w-]+)/.exec(await mailTo(owner.email, 'Choose a new password'))?.[1] ?? '';
    await owner.call(api.account.changeEmail, {
      body: { email: email.toUpperCase(), password: owner.password },
    });
    const [sent, requested] = await Promise.all([
      mailTo(email, 'Confirm your new email address'),
      mailTo(owner.email, 'Somebody asked to change your email address'),
    ]);
    expect(requested).toContain(email);
    expect((await owner.call(api.identity.session, {})).data.user.email).toBe(owner.email);
    const token = /auth\/verify\?token=([\w-]+)/.exec(sent)?.[1] ?? '';
    const { data } = await open()(api.identity.verifyEmail, { params: { token } });
    expect(data.user).toMatchObject({ email, isEmailVerified: true });
    expect(await mailTo(owner.email, 'Your email address was changed')).toContain(email);
    expect(await refusalOf(logIn(owner))).toMatchObject({ status: 401 });
    await logIn(owner, { email });
    expect(
      await refusalOf(
        open()(api.identity.resetPassword, { body: { token: reset, password: 'from the old mailbox' } }),
      ),
      'a reset link sent to the earlier address',
    ).toMatchObject({ status: 410 });
    expect((await trailOf(owner)).slice(1, 2)).toEqual([['email_changed', `${owner.email} to ${email}`]]);
  });

  test("is refused with a wrong password, with the present address and with another account's, also at the end", async () => {
    const [owner, other] = [
      await newOwner(app, { register: false }),
      await newOwner(app, { register: false }),
    ];
    const change = (email: string, password = owner.password) =>
      owner.call(api.account.changeEmail, { body: { email, password } });
    expect(await refusalOf(change('x@example.test', 'not this one'))).toMatchObject({
      status: 422,
      message: 'That is not your password',
    });
    expect(await refusalOf(change(owner.email))).toMatchObject({ status: 422 });
    expect(await refusalOf(change(other.email))).toMatchObject({ status: 409, code: 'already_exists' });
    const wanted = `wanted.${owner.email}`;
    await change(wanted);
    const token = /token=([\w-]+)/.exec(await mailTo(wanted, 'Confirm your new email address'))?.[1] ?? '';
    await app.store.db.updateTable('users').set({ email: wanted }).where('id', '=', other.userId).execute();
    expect(await refusalOf(open()(api.identity.verifyEmail, { params: { token } }))).toMatchObject({
      status: 409,
    });
    expect((await owner.call(api.identity.session, {})).data.user.email).toBe(owner.email);
  });
});

describe('password and sessions', () => {
  test('a new password ends every other session and is told', async () => {
    const owner = await newOwner(app, { register: false });
    const { token: elsewhere } = await logIn(owner);
    const change = (currentPassword: string, newPassword: string) =>
      owner.call(api.account.changePassword, { body: { currentPassword, newPassword } });
    const wrong = await refusalOf(change('not this one', 'a better one 77'));
    expect(wrong).toMatchObject({ status: 422, errors: [{ path: 'currentPassword' }] });
    expect(await refusalOf(change(owner.password, 'password1'))).toMatchObject({
      status: 422,
      errors: [{ path: 'newPassword', message: 'Choose a less common password' }],
    });
    await change(owner.password, 'a better one 77');
    expect(await refusalOf(as(elsewhere)(api.identity.session, {}))).toMatchObject({ status: 401 });
    await owner.call(api.identity.session, {});
    await mailTo(owner.email, 'Your password was changed');
    expect(await refusalOf(logIn(owner))).toMatchObject({ status: 401 });
    await noted(owner, 'sign_in_failed');
    await logIn(owner, { password: 'a better one 77' });
    expect((await trailOf(owner)).map(([event]) => event)).toEqual([
      'signed_in',
      'sign_in_failed',
      'password_changed',
      'proof_failed',
      'signed_in',
      'signed_up',
    ]);
  });

  test('every other session ends at once', async () => {
    const owner = await newOwner(app, { register: false });
    const others = [await logIn(owner), await logIn(owner)];
    const stranger = await newOwner(app, { register: false });
    expect((await owner.call(api.account.revokeOthers, {})).data.ended).toBe(2);
    for (const { token } of others)
      expect(await refusalOf(as(token)(api.identity.session, {}))).toMatchObject({ status: 401 });
    expect((await owner.call(api.account.revokeOthers, {})).data.ended).toBe(0);
    await stranger.call(api.identity.session, {});
  });
});

describe('two-factor', () => {
  test('is on once a code confirmed it; the QR code holds the secret', async () => {
    const owner = await newOwner(app, { register: false });
    const status = async () => (await owner.call(api.account.twoFactor, {})).data;
    expect(
      await refusalOf(owner.call(api.account.startTwoFactor, { body: { password: 'not this one' } })),
    ).toMatchObject({ status: 422 });
    const { data } = await owner.call(api.account.startTwoFactor, { body: { password: owner.password } });
    expect(await status()).toEqual({ enabled: false, recoveryCodesLeft: 0 });
    await logIn(owner);
    const png = Buffer.from(data.qrCode.replace('data:image/png;base64,', ''), 'base64');
    const { data: pixels, info } = await sharp(png).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
    expect(jsQR.default(new Uint8ClampedArray(pixels), info.width, info.height)?.data).toBe(data.address);
    expect(data.address).toContain(data.secret);
    expect(
      await refusalOf(owner.call(api.account.enableTwoFactor, { body: { code: '000000' } })),
    ).toMatchObject({
      status: 422,
      code: 'wrong_code',
    });
    const code = codeAt(data.secret, stepOf(app.config.clock()));
    const { data: enabled } = await owner.call(api.account.enableTwoFactor, {
      body: { code: `${code.slice(0, 3)} ${code.slice(3)}` },
    });
    expect(new Set(enabled.recoveryCodes).size).toBe(10);
    expect(await status()).toEqual({ enabled: true, recoveryCodesLeft: 10 });
    await mailTo(owner.email, 'Two-factor is on');
    expect(
      await refusalOf(owner.call(api.account.startTwoFactor, { body: { password: owner.password } })),
    ).toMatchObject({ status: 409 });
    const { rows } = await sql<{
      row: string;
    }>`select two_factor::text || (select string_agg(r::text, '') from recovery_codes r
      where r.user_id = two_factor.user_id) as row from two_factor where user_id = ${owner.userId}`.execute(
      app.store.db,
    );
    expect(rows[0]?.row).not.toContain(data.secret);
    for (const recovery of enabled.recoveryCodes) expect(rows[0]?.row).not.toContain(recovery);
  });

  test('asks for a code only of who knows the password, and takes each code once', async () => {
    const owner = await newOwner(app, { register: false });
    const { code } = await withTwoFactor(owner);
    const wrongPassword = await refusalOf(logIn(owner, { password: 'not this one' }));
    const both = await refusalOf(logIn(owner, { password: 'not this one', code: '000000' }));
    for (const refusal of [wrongPassword, both])
      expect(refusal).toMatchObject({ status: 401, message: 'Invalid email or password' });
    expect(await refusalOf(logIn(owner))).toMatchObject({
      status: 422,
      code: 'two_factor_required',
      message: 'Enter the code from your authenticator app',
    });
    const good = code();
    const tries = await Promise.allSettled([1, 2, 3].map(() => logIn(owner, { code: good })));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await refusalOf(logIn(owner, { code: good }))).toMatchObject({ status: 422, code: 'wrong_code' });
    await logIn(owner, { code: code() });
  });

  test('wrong codes are counted with wrong passwords', async () => {
    const owner = await newOwner(app, { register: false });
    const { code } = await withTwoFactor(owner);
    app.advance(15 * 60_000);
    const tries = await Promise.all(
      Array.from({ length: 14 }, () => refusalOf(logIn(owner, { code: '123456' }))),
    );
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(4);
    expect(tries.filter(({ code }) => code === 'wrong_code')).toHaveLength(10);
    expect(await refusalOf(logIn(owner, { code: code() }))).toMatchObject({ status: 429 });
    app.advance(15 * 60_000);
    const { token } = await logIn(owner, { code: code() });
    expect(await trailOf(owner, token)).toContainEqual(['sign_in_failed', 'Wrong authentication code']);
  });

  test('a recovery code opens once, and new ones end the old', async () => {
    const owner = await newOwner(app, { register: false });
    const { recoveryCodes, code } = await withTwoFactor(owner);
    const [first = '', second = ''] = recoveryCodes;
    await logIn(owner, { code: first.toUpperCase() });
    expect(await refusalOf(logIn(owner, { code: first }))).toMatchObject({ code: 'wrong_code' });
    expect((await owner.call(api.account.twoFactor, {})).data.recoveryCodesLeft).toBe(9);
    expect(await mailTo(owner.email, 'A recovery code was used')).toContain('9 of them are left');
    const body = { password: owner.password, code: code() };
    const made = await owner.call(api.account.recoveryCodes, { body });
    expect(await refusalOf(logIn(owner, { code: second }))).toMatchObject({ code: 'wrong_code' });
    await logIn(owner, { code: made.data.recoveryCodes[0]?.replace('-', '') ?? '' });
  });

  test("goes off with password and code, and nobody else's code opens an account", async () => {
    const [owner, other] = [
      await newOwner(app, { register: false }),
      await newOwner(app, { register: false }),
    ];
    const [mine, theirs] = [await withTwoFactor(owner), await withTwoFactor(other)];
    expect(await refusalOf(logIn(owner, { code: theirs.code() }))).toMatchObject({ code: 'wrong_code' });
    expect(await refusalOf(logIn(owner, { code: theirs.recoveryCodes[0] ?? '' }))).toMatchObject({
      code: 'wrong_code',
    });
    const off = (body: { password: string; code: string }) =>
      owner.call(api.account.disableTwoFactor, { body });
    expect(await refusalOf(off({ password: 'not this one', code: mine.code() }))).toMatchObject({
      status: 422,
    });
    expect(await refusalOf(off({ password: owner.password, code: '000000' }))).toMatchObject({
      code: 'wrong_code',
    });
    await off({ password: owner.password, code: mine.code() });
    await logIn(owner);
    await mailTo(owner.email, 'Two-factor was switched off');
  });
});

describe('the audit trail', () => {
  test('tells where from and with what, page by page, and only the own', async () => {
    const owner = await newOwner(app);
    const stranger = await newOwner(app, { register: false });
    const login = (password: string) =>
      fetch(`${app.url}/api/auth/login`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'User-Agent': WINDOWS },
        body: JSON.stringify({ email: owner.email, password }),
      });
    await login('not this one');
    await noted(owner, 'sign_in_failed');
    await login(owner.password);
    await owner.call(api.business.createPin, { params: { currency: 'NGN' }, body: { pin: '2749' } });
    const all = (await owner.call(api.account.audit, {})).data.entries;
    expect(all.map(({ event, detail }) => [event, detail])).toEqual([
      ['pin_set', ''],
      ['signed_in', 'Chrome on Windows'],
      ['sign_in_failed', 'Wrong password'],
      ['payout_account_changed', 'Guaranty Trust Bank (GTB), ends 4071'],
      ['signed_up', expect.any(String)],
    ]);
    expect(all[1]).toMatchObject({ clientAddress: expect.stringContaining('127.0.0.1'), userAgent: WINDOWS });
    const first = await owner.call(api.account.audit, { query: { limit: 2 } });
    const rest = await owner.call(api.account.audit, { query: { cursor: first.page.nextCursor ?? '' } });
    expect([...first.data.entries, ...rest.data.entries]).toEqual(all);
    expect(first.page.total).toBe(5);
    expect(await trailOf(stranger)).toHaveLength(1);
  });

  test('cannot be changed or emptied, and notes a failed log-in with an unknown address without the address', async () => {
    await refusalOf(
      open()(api.identity.login, { body: { email: 'nobody@example.test', password: 'whatever 1' } }),
    );
    const nobodys = await eventually(async () => {
      const rows = await app.store.db
        .selectFrom('security_events')
        .selectAll()
        .where('user_id', 'is', null)
        .execute();
      return rows.length > 0 && rows;
    });
    expect(JSON.stringify(nobodys)).not.toContain('nobody@');
    for (const attempt of [
      sql`update security_events set detail = ''`,
      sql`delete from security_events`,
      sql`truncate security_events`,
    ])
      await expect(attempt.execute(app.store.db)).rejects.toThrow('append only');
  });
});
