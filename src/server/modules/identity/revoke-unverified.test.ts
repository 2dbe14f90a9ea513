import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { HOUR_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import type { Actor } from '#server/kernel/scope.ts';
import { releasePayouts } from '#server/modules/business/commands/payout-hold.ts';
import { businessesOnHold } from '#server/modules/business/queries.ts';
import { issuerOf } from '#server/modules/invoices/queries/issuer.ts';
import { createWithdrawal } from '#server/modules/withdrawals/commands/payout.ts';
import { sweepWithdrawals } from '#server/modules/withdrawals/flows/payout.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sampleBusiness,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from '../../../../tests/money.ts';
import { accountForGoogleIdentity } from './commands/google.ts';

// Somebody signs up with another's address and prepares a business; then the owner of the address shows that it is theirs.
const params = { currency: 'NGN' } as const;
const NEW = 'the real owner 7';
const fake = createFakeProvider();
let app: TestApp;

beforeAll(async () => {
  const env = { SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '1000' };
  app = await testApp(env, { ports: paidBy(fake) });
});
afterAll(() => app.close());

const lastEmailTo = (email: string, like: string) =>
  eventually(async () => {
    const { rows } = await sql<{ text: string }>`select body_text as text from kept_mails
      where to_address = ${email} and body_text like ${`%${like}%`} order by created_at desc limit 1`.execute(
      app.store.db,
    );
    return rows[0]?.text;
  });

async function byReset({ email }: Owner): Promise<void> {
  const open = createClient({ baseUrl: app.url });
  await sql`delete from kept_mails where to_address = ${email} and body_text like '%reset-password%'`.execute(
    app.store.db,
  );
  await open(api.identity.forgotPassword, { body: { email } });
  const [, token = ''] = /token=([\w-]+)/.exec(await lastEmailTo(email, 'reset-password')) ?? [];
  await open(api.identity.resetPassword, { body: { token, password: NEW } });
}

async function byGoogle({ email, userId }: Owner): Promise<void> {
  const person = { issuer: 'https://google.test', subject: email, email, emailVerified: true };
  const names = { firstName: 'Ngozi', lastName: 'Eze' };
  const { password_hash: hash } = await app.store.db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await app.scope().transactAsSystem((ctx) => accountForGoogleIdentity(ctx, { ...person, ...names }));
  // Signing in with a password is shorter here than with Google.
  await app.store.db.updateTable('users').set({ password_hash: hash }).where('id', '=', userId).execute();
}

/** The same account as whoever got in now. */
async function signedIn(attacker: Owner, password: string): Promise<Owner> {
  const { token } = await createClient({ baseUrl: app.url })(api.identity.login, {
    body: { email: attacker.email, password },
  });
  return { ...attacker, token, password, call: createClient({ baseUrl: app.url, token: () => token }) };
}

const profileRow = (owner: Owner) =>
  app.store.db
    .selectFrom('business_profiles')
    .selectAll()
    .where('business_id', '=', owner.businessId)
    .executeTakeFirstOrThrow();
const statuses = async (owner: Owner) =>
  (
    await app.store.db
      .selectFrom('withdrawals')
      .select('status')
      .where('business_id', '=', owner.businessId)
      .execute()
  ).map(({ status }) => status);

/** A payout the stranger asked for, whose job has not come round. */
const waiting = ({ businessId }: Owner, batchId: string) =>
  app.scope().transactAsSystem((ctx) =>
    createWithdrawal(
      { ...ctx, actor: { businessId } as Actor },
      {
        type: 'disburse',
        currency: 'NGN',
        amount: minor(1_000_00),
        fee: minor(50_00),
        provider: 'fake',
        bankCode: '058',
        bankName: 'Guaranty Trust Bank (GTB)',
        accountNumber: '0666666666',
        accountName: 'EVE',
        staff: { name: 'Eve', email: 'eve@example.test', phone: null },
        description: null,
        batchId,
      },
    ),
  );
const balanceOf = async (owner: Owner) => (await owner.call(api.withdrawals.balance, { params })).data;
const own = { bankName: 'Access Bank', bankAccountNumber: '0999999999', accountName: 'Ngozi Eze' };
const withdraw = (owner: Owner, more: Record<string, unknown> = {}) =>
  owner.call(api.withdrawals.create, {
    params,
    body: ownAccountPayout(minor(1_000_00), {
      bankCode: '044',
      accountNumber: own.bankAccountNumber,
      ...more,
    }),
  });

test.each([
  ['a link sent there', byReset, NEW],
  ['Google', byGoogle, 'correct horse staple 9'],
])('whoever is shown to be the owner by %s finds no account of a stranger', async (_, show, password) => {
  const attacker = await newOwner(app);
  const { businessId } = attacker;
  await setPin(attacker);
  await fundWallet(app, fake, attacker, minor(50_000_00));
  const eve = { bankCode: '058', accountNumber: '0777777777' };
  await attacker.call(api.staff.create, {
    params,
    body: { name: 'Eve', email: 'eve@example.test', ...eve },
  });
  const paid = { ...ownAccountPayout(minor(1_000_00), eve), type: 'disburse' as const, staffName: 'Eve' };
  await attacker.call(api.withdrawals.create, {
    params,
    body: { ...paid, staffEmail: 'eve@example.test' },
  });
  await eventually(async () => (await statuses(attacker)).join() === 'completed');
  const waitingAccount = await waiting(attacker, 'bat_strange');
  const { available } = await balanceOf(attacker);

  await show(attacker);
  const owner = await signedIn(attacker, password);
  expect(await profileRow(owner)).toMatchObject({
    account_number_sealed: null,
    account_number_last4: null,
    bank_code: null,
    account_name: null,
    bvn_sealed: null,
    pending_owner_verification: true,
    payouts_on_hold: true,
  });
  expect((await owner.call(api.identity.session, {})).data.user.isBusinessRegistered).toBe(false);
  const newPin = () => owner.call(api.business.createPin, { params, body: { pin: PIN, password } });
  for (const refused of [withdraw, newPin])
    expect(await refusalOf(refused(owner))).toMatchObject({ code: 'business_required' });
  const ask = { params: { userId: owner.userId } };
  expect(await refusalOf(owner.call(api.business.getProfile, ask))).toMatchObject({ status: 404 });
  expect((await issuerOf(app.scope(), businessId)).issuer.verified).toBe(false);
  expect(await lastEmailTo(owner.email, 'Payouts that had not left were called off')).toContain(
    'whose money',
  );

  app.advance(10 * 60_000);
  await sweepWithdrawals(app.scope());
  expect(fake.sent).not.toContain(waitingAccount.reference);
  expect((await statuses(owner)).sort()).toEqual(['completed', 'failed']);
  await owner.call(api.business.createProfile, {
    params,
    body: { ...sampleBusiness('Eze Foods'), ...own },
  });
  expect((await owner.call(api.business.getProfile, ask)).data.businessName).toBe('Eze Foods');
  await newPin();
  expect((await owner.call(api.staff.list, { params })).data.staff).toEqual([]);
  expect(await balanceOf(owner)).toMatchObject({ available: available + 1_050_00, sending: 'paused' });
  const retry = () =>
    owner.call(api.withdrawals.retryBatch, {
      params: { ...params, id: 'bat_strange' },
      body: { pin: PIN },
    });
  for (const refused of [withdraw, retry])
    expect(await refusalOf(refused(owner))).toMatchObject({ code: 'payouts_paused' });

  const held = async () => (await businessesOnHold(app.store.db)).some(({ id }) => id === businessId);
  expect(await held()).toBe(true);
  const release = () =>
    app.scope().transactAsSystem((ctx) => releasePayouts(ctx, businessId, 'It is theirs'));
  expect([await release(), await release(), await held()]).toEqual([true, false, false]);
  for (const refused of [withdraw, retry])
    expect(await refusalOf(refused(owner))).toMatchObject({ code: 'payout_account_new' });
  app.advance(23 * HOUR_MS);
  expect(await refusalOf(withdraw(owner))).toMatchObject({ code: 'payout_account_new' });
  app.advance(HOUR_MS);
  await withdraw(owner);
  expect(await refusalOf(retry()), 'what the stranger asked for').toMatchObject({ status: 409 });
  await owner.call(api.business.createPin, { params, body: { pin: '8305', password } });
  const strange = { ...paid, staffEmail: 'eve@example.test', pin: '8305' };
  expect(
    await refusalOf(owner.call(api.withdrawals.create, { params, body: strange })),
    'whom the stranger paid is no known payee',
  ).toMatchObject({ code: 'payout_account_new' });
});

test('where nobody has traded a day is enough, and what an operator brought here is nobody’s to take', async () => {
  const fresh = await newOwner(app);
  await byReset(fresh);
  expect(await profileRow(fresh)).toMatchObject({
    pending_owner_verification: true,
    payouts_on_hold: false,
    bank_name: null,
  });
  expect(await lastEmailTo(fresh.email, 'For a day no money can leave')).toContain(
    'tell us about your business',
  );
  const brought = await newOwner(app);
  await sql`update users set password_hash = null where id = ${brought.userId}`.execute(app.store.db);
  await byReset(brought);
  expect(await profileRow(brought)).toMatchObject({
    pending_owner_verification: false,
    account_number_last4: '4071',
  });
  await byReset(fresh);
  expect(await profileRow(fresh), 'a later reset is by the owner').toMatchObject({ payouts_on_hold: false });
});
