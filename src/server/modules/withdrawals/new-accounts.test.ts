import { afterAll, beforeAll, expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { OWN_ACCOUNT } from '#contract/bank-accounts.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS, MINUTE_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  confirmAddress,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
beforeAll(async () => {
  const env = { SESSION_IDLE_MINUTES: '1000000' };
  app = await testApp(env, { ports: paidBy(fake) });
});
afterAll(() => app.close());

const naira = (amount: number) => minor(amount * 100);

/** An owner of a confirmed address with money, whose last proof is too old to count. */
async function rich(): Promise<Owner> {
  const owner = await newOwner(app);
  await confirmAddress(app, owner);
  await setPin(owner);
  const due = addDays(dateIn(app.config.clock()), 7);
  await fundWallet(app, fake, owner, naira(8_000_000), due);
  app.advance(11 * MINUTE_MS);
  return owner;
}

type Way = (owner: Owner, accountNumber: string, amount: number) => Promise<unknown>;
const person = { name: 'Bisi', email: 'bisi@example.test', bankCode: '058' };
const toSelf: Way = (owner, accountNumber, amount) =>
  owner.call(api.withdrawals.create, { params, body: ownAccountPayout(naira(amount), { accountNumber }) });
const toStaff: Way = (owner, accountNumber, amount) =>
  owner.call(api.withdrawals.create, {
    params,
    body: {
      ...ownAccountPayout(naira(amount), { accountNumber }),
      type: 'disburse',
      staffName: person.name,
      staffEmail: person.email,
    },
  });
const inBulk: Way = (owner, accountNumber, amount) =>
  owner.call(api.withdrawals.bulk, {
    params,
    body: {
      pin: PIN,
      items: [{ ...person, accountNumber, accountName: 'ADAEZE OKAFOR', amount: naira(amount) }],
    },
  });
const toSaved: Way = async (owner, accountNumber, amount) => {
  const { data } = await owner.call(api.staff.create, { params, body: { ...person, accountNumber } });
  return owner.call(api.withdrawals.bulk, {
    params,
    body: { pin: PIN, items: [{ staffId: data.staff.id, amount: naira(amount) }] },
  });
};
const ways = { toSelf, toStaff, inBulk, toSaved };

test.each(Object.entries(ways))('a changed payout account takes no money for a day: %s', async (_, pay) => {
  const owner = await rich();
  await owner.call(api.settings.updatePayoutAccount, {
    params: { ...params, id: owner.businessId },
    body: { bankCode: '058', accountNumber: '0222222222', pin: PIN, password: owner.password },
  });
  expect(await refusalOf(pay(owner, '0222222222', 1_000))).toMatchObject({
    status: 422,
    code: 'payout_account_new',
  });
  app.advance(DAY_MS + MINUTE_MS);
  await pay(owner, '0222222222', 1_000);
});

test.each(Object.entries(ways))(
  'accounts never paid before take a little by the PIN, more with step-up, the rest a day later: %s',
  async (_, pay) => {
    const owner = await rich();
    await pay(owner, '0333333333', 30_000);
    expect((await refusalOf(pay(owner, '0444444444', 30_000))).code).toBe('step_up_required');
    expect((await refusalOf(pay(owner, '0333333333', 30_000))).code, 'paid a minute ago').toBe(
      'step_up_required',
    );
    const proven = await stepUp(owner);
    await pay(proven, '0444444444', 1_900_000);
    const refusal = await refusalOf(pay(proven, '0555555555', 80_000));
    expect(refusal).toMatchObject({ status: 422, code: 'payout_account_new' });
    expect(refusal.message).toContain('documents');
    const { data } = await proven.call(api.withdrawals.balance, { params });
    expect(data.allowance.newAccountsProven).toEqual({ most: naira(2_000_000), left: naira(70_000) });
    app.advance(DAY_MS + MINUTE_MS);
    await pay(proven, '0444444444', 3_000_000);
  },
);

test('the own account takes any amount of the day without a proof, and no more than the day allows', async () => {
  const owner = await rich();
  await toSelf(owner, OWN_ACCOUNT, 4_900_000);
  const refusal = await refusalOf(toSelf(owner, OWN_ACCOUNT, 200_000));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(refusal.message).toBe(
    'You can send ₦5,000,000.00 a day, and ₦100,000.00 of it is left. Send us your business documents to raise it',
  );
  app.advance(DAY_MS + MINUTE_MS);
  await toSelf(owner, OWN_ACCOUNT, 200_000);
});

async function stepUp(owner: Owner): Promise<Owner> {
  const { token } = await createClient({ baseUrl: app.url })(api.identity.login, {
    body: { email: owner.email, password: owner.password },
  });
  return { ...owner, token, call: createClient({ baseUrl: app.url, token: () => token }) };
}
