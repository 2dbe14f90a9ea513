import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { OWN_ACCOUNT } from '#contract/bank-accounts.ts';
import { HOUR_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
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

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;

beforeAll(async () => {
  const env = { SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '1000' };
  app = await testApp(env, { ports: paidBy(fake) });
});
afterAll(() => app.close());

async function rich(): Promise<Owner> {
  const owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(100_000_00));
  return owner;
}
const changeTo = (owner: Owner, accountNumber: string) =>
  owner.call(api.settings.updatePayoutAccount, {
    params: { ...params, id: owner.businessId },
    body: { bankCode: '044', accountNumber, pin: PIN, password: owner.password },
  });
const toOwn = (owner: Owner, accountNumber: string = OWN_ACCOUNT) =>
  owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(1_000_00), { accountNumber }) });
const opensAt = async (owner: Owner) =>
  (await owner.call(api.withdrawals.balance, { params })).data.ownAccountOpensAt;
const letters = async (owner: Owner) => {
  const { rows } = await sql<{
    subject: string;
    text: string;
  }>`select subject, body_text as text from kept_mails
    where to_address = ${owner.email} and key like 'payout-account:%'`.execute(app.store.db);
  return rows.map(({ subject, text }) => `${subject}\n${text}`);
};

test('nothing is withdrawn to a payout account within a day of its change, however it is named', async () => {
  const owner = await rich();
  expect(await opensAt(owner)).toBeNull();
  await changeTo(owner, '0222222222');
  const until = await opensAt(owner);
  expect(until?.getTime()).toBeGreaterThan(app.config.clock().getTime() + 23 * HOUR_MS);
  for (const accountNumber of [OWN_ACCOUNT, '0222222222'])
    expect(await refusalOf(toOwn(owner, accountNumber))).toMatchObject({
      status: 422,
      code: 'payout_account_new',
      data: { until: until?.toISOString() },
    });
  const disburse = {
    ...ownAccountPayout(minor(1_000_00)),
    type: 'disburse' as const,
    staffName: 'Bisi Adeyemi',
    staffEmail: 'bisi@example.test',
  };
  const paid = await owner.call(api.withdrawals.create, { params, body: disburse });
  expect(paid.data.withdrawal.staffName).toBe('Bisi Adeyemi');
  app.advance(23 * HOUR_MS);
  expect(await refusalOf(toOwn(owner))).toMatchObject({ code: 'payout_account_new' });
  app.advance(HOUR_MS + 60_000);
  expect(await opensAt(owner)).toBeNull();
  expect((await toOwn(owner)).data.withdrawal.accountNumber).toBe('••••••2222');
});

test('the same account entered again neither begins the day nor ends it', async () => {
  const owner = await rich();
  await changeTo(owner, '0333333333');
  const until = await opensAt(owner);
  app.advance(HOUR_MS);
  await changeTo(owner, '0333333333');
  expect(await opensAt(owner)).toEqual(until);
  app.advance(24 * HOUR_MS);
  await changeTo(owner, '0333333333');
  expect(await opensAt(owner)).toBeNull();
});

test('the first account ever can be used at once', async () => {
  const owner = await newOwner(app, { register: false });
  const { bankAccountNumber: _number, bankName: _bank, accountName: _name, ...rest } = sampleBusiness();
  await owner.call(api.business.createProfile, { params, body: rest });
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(100_000_00));
  await changeTo(owner, '0444444444');
  expect(await opensAt(owner)).toBeNull();
  expect((await toOwn(owner)).data.withdrawal.bankName).toBe('Access Bank');
});

test('the mail about a change says from when money can go there, and what to do if it was somebody else', async () => {
  const owner = await rich();
  await changeTo(owner, '0555555555');
  const mails = await eventually(async () => {
    const all = await letters(owner);
    return all.length === 2 && all;
  });
  const changed = mails.find((mail) => mail.startsWith('Your payout account was changed'));
  expect(changed).toMatch(/nothing can be withdrawn to it before \w{3} \d+, \d{4}, \d\d:\d\d/);
  expect(changed).toContain('If it was not you: change your password now');
});
