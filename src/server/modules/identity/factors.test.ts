import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ApiError, createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { type Operation, operations } from '#contract/step-up.ts';
import { createAuthenticator } from '../../../../tests/authenticator.ts';
import { eventually, newOwner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';
import { PIN, setPin } from '../../../../tests/money.ts';
import { createSignInCode } from './commands/google.ts';
import { openSession } from './commands/sessions.ts';
import { accountById } from './queries/accounts.ts';
import {
  type AccountState,
  allowedFactors,
  type Factor,
  factors,
  NEW_PASSKEY_MS,
  proofUntil,
} from './rules/factors.ts';
import { codeAt, stepOf } from './rules/totp.ts';

const at = { origin: 'https://pay.duewell.test', rpId: 'pay.duewell.test' };
const params = { currency: 'NGN' } as const;
const STEP_MS = 30_000;
const states = Object.keys(allowedFactors) as AccountState[];

let app: TestApp;
const accounts = new Map<string, Awaited<ReturnType<typeof newAccount>>>();
beforeAll(async () => {
  app = await testApp({ PUBLIC_URL: at.origin, RATE_LOGIN_FAILURES_PER_15_MIN: '1000000' });
  for (const kind of ['no_factor', 'password', 'passkey', 'two_factor'])
    accounts.set(kind, await newAccount(kind));
});
afterAll(() => app.close());

const open = () => createClient({ baseUrl: app.url });
const as = (token: string) => createClient({ baseUrl: app.url, token: () => token });
const run = (query: ReturnType<typeof sql>) => query.execute(app.store.db);

/** An account with the factors of its kind, beside its address and Google. */
async function newAccount(kind: string) {
  const owner = await newOwner(app);
  await setPin(owner);
  const authenticator = createAuthenticator();
  const { data } = await owner.call(api.passkeys.begin, {});
  const passkey = authenticator.make({ ...at, challenge: data.challenge, userId: data.user.id });
  await owner.call(api.passkeys.add, { body: { name: 'Phone', passkey } });
  const { data: second } = await owner.call(api.account.startTwoFactor, { body: {} });
  const code = codeAt(second.secret, stepOf(app.config.clock()));
  if (kind === 'two_factor') await owner.call(api.account.enableTwoFactor, { body: { code } });
  const { userId } = owner;
  if (kind === 'no_factor' || kind === 'password')
    await run(sql`delete from passkeys where user_id = ${userId}`);
  const hasPassword = kind === 'password' || kind === 'two_factor';
  if (!hasPassword) await run(sql`update users set password_hash = null where id = ${userId}`);
  const { rows } = await sql<object>`select * from two_factor where user_id = ${userId}`.execute(
    app.store.db,
  );
  const { email, password } = owner;
  return { userId, email, password, hasPassword, authenticator, secret: second.secret, twoFactor: rows[0] };
}
type TriedAccount = Awaited<ReturnType<typeof newAccount>>;

// Of the one factor an account may have each is tried alone.
function accountFor(state: AccountState, factor: Factor): TriedAccount {
  const kind = state === 'one_factor' ? (factor === 'password' ? 'password' : 'passkey') : state;
  const found = accounts.get(kind);
  if (!found) throw new Error(`no account ${kind}`);
  return found;
}

/** Undoes the cell before and gives a session on which nothing was proven. */
async function freshSession({ userId, twoFactor }: TriedAccount, factor: Factor): Promise<string> {
  app.advance(STEP_MS);
  const now = app.config.clock().getTime();
  const made = new Date(now - NEW_PASSKEY_MS + (factor === 'new_passkey' ? 60_000 : 0));
  await run(sql`update passkeys set created_at = ${made} where user_id = ${userId}`);
  await run(sql`update users set deletion_due_at = null where id = ${userId}`);
  await run(sql`delete from two_factor where user_id = ${userId}`);
  await run(
    sql`insert into two_factor select * from jsonb_populate_record(null::two_factor, ${JSON.stringify(twoFactor)}::jsonb)`,
  );
  return app.scope().transactAsSystem((ctx) => openSession(ctx, userId, { config: app.config }));
}

const codeOf = ({ secret }: TriedAccount) => {
  app.advance(STEP_MS);
  return codeAt(secret, stepOf(app.config.clock()));
};

async function passkeyAnswer({ authenticator }: TriedAccount, token: string | null) {
  const { data } = token
    ? // Asked for a change, which any passkey allows: what else it allows is for the operation to judge.
      await as(token)(api.stepUp.beginPasskey, { query: {} })
    : await open()(api.passkeys.beginSignIn, {});
  return authenticator.use({ ...at, challenge: data.challenge });
}

async function mailedCode({ email }: TriedAccount, token: string): Promise<string> {
  await run(sql`delete from kept_mails where to_address = ${email}`);
  await as(token)(api.stepUp.sendCode, {});
  return eventually(async () => {
    const { rows } = await sql<{ code: string }>`select substring(body_text from '\\m\\d{6}\\M') as code
      from kept_mails where to_address = ${email}`.execute(app.store.db);
    // A warning of what was done before may come in between.
    return rows.find(({ code }) => code)?.code;
  });
}

/** Signs in by Google, from its return page on. */
async function googleSignIn({ userId }: TriedAccount): Promise<string> {
  const account = await accountById(app.store.db, userId);
  const code = await app.scope().transactAsSystem((ctx) => createSignInCode(ctx, account));
  const sealed = app.system.sealer.sign(`google-code:${code}`);
  const response = await fetch(`${app.url}/api/auth/google/exchange`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Cookie: `duewell_google_code=${sealed}` },
    body: JSON.stringify({ code }),
  });
  const { token, message }: { token?: string; message: string } = JSON.parse(await response.text());
  if (!token) throw new ApiError(response.status, 'refused', message);
  return token;
}

/** Proves by a factor, as step-up does, and gives the token of the proof. Throws where it is refused or not there. */
async function proveBy(factor: Factor, account: TriedAccount, token: string): Promise<string> {
  if (factor === 'google') return googleSignIn(account);
  const { password } = account;
  const proofs = {
    passkey: async () => ({ way: 'passkey' as const, passkey: await passkeyAnswer(account, token) }),
    new_passkey: () => proofs.passkey(),
    password: async () => ({ way: 'password' as const, password }),
    totp: async () => ({ way: 'totp' as const, code: codeOf(account) }),
    email_code: async () => ({ way: 'email_code' as const, code: await mailedCode(account, token) }),
  };
  return (await as(token)(api.stepUp.prove, { body: await proofs[factor]() })).data.token;
}

const signIns: Record<Factor, (account: TriedAccount) => Promise<unknown>> = {
  passkey: async (account) =>
    open()(api.passkeys.signIn, { body: { passkey: await passkeyAnswer(account, null) } }),
  new_passkey: (account) => signIns.passkey(account),
  password: ({ email, password }) => open()(api.identity.login, { body: { email, password } }),
  totp: async (account) => {
    const { email, password } = account;
    return open()(api.identity.login, { body: { email, password, code: codeOf(account) } });
  },
  email_code: async () => Promise.reject(new ApiError(404, 'not_found', 'There is no such sign-in')),
  google: googleSignIn,
};

type Attempt = { call: ReturnType<typeof as>; token: string; account: TriedAccount; factor: Factor };
let addresses = 0;

/** How each operation is asked for, with what of the factor can go into the call itself. */
const requests: Record<Exclude<Operation, 'sign_in'>, (attempt: Attempt) => Promise<unknown>> = {
  change: ({ call, account: { password }, factor }) => {
    const email = `other${++addresses}@example.test`;
    return call(api.account.changeEmail, { body: factor === 'password' ? { email, password } : { email } });
  },
  change_secret: ({ call, account: { password, hasPassword } }) => {
    const body = { pin: PIN, currentPin: PIN };
    return call(api.business.createPin, { params, body: hasPassword ? { ...body, password } : body });
  },
  switch_off: async ({ call }) => {
    const refusal = await refusalOf(call(api.passkeys.remove, { params: { id: 'psk_none' } }));
    if (refusal.code !== 'not_found') throw refusal;
  },
  two_factor_off: async ({ call, token, account, factor }) => {
    const { password } = account;
    if (factor === 'passkey' || factor === 'new_passkey') {
      const passkey = await passkeyAnswer(account, token);
      return call(api.passkeys.disableTwoFactor, { body: { passkey } });
    }
    const code = factor === 'totp' ? codeOf(account) : '000000';
    return call(api.account.disableTwoFactor, { body: { password, code } });
  },
  delete_account: ({ call, account, factor }) => {
    const { email: confirm, password } = account;
    if (factor === 'totp')
      return call(api.account.requestDeletion, { body: { confirm, password, code: codeOf(account) } });
    return call(api.account.requestDeletion, {
      body: factor === 'password' ? { confirm, password } : { confirm },
    });
  },
};

/** Whether an account may do an operation that shows this one factor. */
async function isAllowed(state: AccountState, operation: Operation, factor: Factor): Promise<boolean> {
  const account = accountFor(state, factor);
  const session = await freshSession(account, factor);
  try {
    if (operation === 'sign_in') await signIns[factor](account);
    else {
      // Where the proof is refused the operation is still tried, on a session that has none.
      const token = await proveBy(factor, account, session).catch(() => session);
      await requests[operation]({ call: as(token), token, account, factor });
    }
    return true;
  } catch (error) {
    expect(error).toBeInstanceOf(ApiError);
    expect(Object(error).status, String(error)).toBeLessThan(429);
    return false;
  }
}

describe.each(states)('with %s', (state) => {
  test.each(operations)('%s is allowed by the factors of the table and by no other', async (operation) => {
    const allowed: Factor[] = [];
    for (const factor of factors) if (await isAllowed(state, operation, factor)) allowed.push(factor);
    expect(allowed.toSorted()).toEqual(allowedFactors[state][operation].toSorted());
  });
});

describe('the table', () => {
  test('lets neither password nor Google nor mail do anything alone with two-factor on, nor a new passkey switch it off', () => {
    const { two_factor: cells } = allowedFactors;
    const weak: readonly Factor[] = ['password', 'google', 'email_code'];
    expect(
      Object.values(cells)
        .flat()
        .filter((factor) => weak.includes(factor)),
    ).toEqual([]);
    for (const operation of ['switch_off', 'two_factor_off', 'delete_account'] as const)
      expect(cells[operation]).not.toContain('new_passkey');
  });

  test('is the one of docs/security.md', () => {
    const rows = readFileSync('docs/security.md', 'utf8')
      .split('\n')
      .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
      .filter((cells) => operations.some((operation) => operation === cells[1]))
      .map(([, operation, , ...cells]) => [operation, ...cells.slice(0, 3)]);
    const words = (list: readonly Factor[]) => factors.filter((one) => list.includes(one)).join(', ') || '–';
    expect(rows).toEqual(
      operations.map((one) => [one, ...states.map((state) => words(allowedFactors[state][one]))]),
    );
  });
});

test('a stolen session and a saved password come to nothing: the chain over a new passkey ends at its first step', async () => {
  const account = accountFor('two_factor', 'password');
  const token = await freshSession(account, 'passkey');
  const { password } = account;
  expect(await refusalOf(as(token)(api.stepUp.prove, { body: { way: 'password', password } }))).toMatchObject(
    {
      status: 409,
    },
  );
  expect(await refusalOf(as(token)(api.passkeys.begin, {}))).toMatchObject({
    code: 'step_up_required',
    data: { ways: ['passkey', 'totp'], operation: 'change' },
  });
});

test('where every passkey is too new, the refusal says from when on one is not', async () => {
  const account = accountFor('two_factor', 'new_passkey');
  const token = await freshSession(account, 'new_passkey');
  const settled = new Date(app.config.clock().getTime() + 60_000).toISOString().slice(0, 16);
  const refusal = await refusalOf(as(token)(api.passkeys.remove, { params: { id: 'psk_none' } }));
  expect(refusal).toMatchObject({
    code: 'step_up_required',
    data: { ways: ['totp'], operation: 'switch_off' },
  });
  expect(refusal.data.passkeyFrom).toContain(settled);
  const begin = as(token)(api.stepUp.beginPasskey, { query: { operation: 'two_factor_off' } });
  expect(await refusalOf(begin)).toMatchObject({ code: 'passkey_refused' });
});

test('a proof of an unknown kind counts as the weakest: no second factor', () => {
  const now = new Date('2026-11-02T09:00:00Z');
  const until = (provenBy: string | null) =>
    proofUntil('two_factor', 'change', { provenAt: now, provenBy }, now);
  expect(until('totp')).not.toBeNull();
  expect([until(null), until('of_old')]).toEqual([null, null]);
});
