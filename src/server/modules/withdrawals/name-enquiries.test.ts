import { afterAll, beforeAll, expect, test } from 'vitest';
import { allowances } from '#contract/allowances.ts';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { decideNow } from '#server/pages/operator/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  confirmAddress,
  newOwner,
  type Owner,
  refusalOf,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { fundWallet, PIN, setPin } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
const answer = fake.resolveAccount;
let asked: string[] = [];
fake.resolveAccount = (bank, account) => {
  asked.push(account);
  return answer(bank, account);
};
let app: TestApp;
beforeAll(async () => {
  const env = { SESSION_IDLE_MINUTES: '1000000' };
  app = await testApp(env, { ports: paidBy(fake) });
});
afterAll(() => app.close());

async function rich(): Promise<Owner> {
  const owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(1_000_000_00));
  return owner;
}
const accounts = (count: number, from = 0) =>
  Array.from({ length: count }, (_, at) => `01${String(from + at).padStart(8, '0')}`);
const pay = (owner: Owner, numbers: readonly string[]) => {
  asked = [];
  return owner.call(api.withdrawals.bulk, {
    params,
    body: {
      pin: PIN,
      items: numbers.map((accountNumber) => ({
        name: 'Bisi',
        email: 'bisi@example.test',
        bankCode: '058',
        accountNumber,
        accountName: 'ADAEZE OKAFOR',
        amount: minor(100_00),
      })),
    },
  });
};
const lookUp = (owner: Owner, accountNumber: string) =>
  owner.call(api.withdrawals.resolveAccount, { params, query: { bankCode: '058', accountNumber } });

test('without the money no bank is asked for a name, by bulk or one by one', async () => {
  const owner = await newOwner(app);
  await setPin(owner);
  expect(await refusalOf(pay(owner, accounts(200)))).toMatchObject({ code: 'insufficient_balance' });
  const one = { type: 'self-withdraw' as const, bankCode: '058', accountNumber: '0100000001' };
  const body = { ...one, amount: minor(100_00), pin: PIN };
  expect(await refusalOf(owner.call(api.withdrawals.create, { params, body }))).toMatchObject({
    code: 'insufficient_balance',
  });
  expect(asked).toEqual([]);
});

test('an account counts once a day, and those paid before not at all', async () => {
  const owner = await rich();
  const most = allowances.new.nameEnquiries;
  const staff = accounts(most);
  await pay(owner, staff);
  expect(asked).toHaveLength(most);
  await lookUp(owner, staff[0] as string);
  const refusal = await refusalOf(pay(owner, accounts(1, 50)));
  expect(refusal).toMatchObject({ status: 429, code: 'too_many_requests' });
  expect(asked).toEqual([]);
  app.advance(DAY_MS);
  for (const account of accounts(most, 100)) await lookUp(owner, account);
  expect(await refusalOf(lookUp(owner, '0100000200'))).toMatchObject({ status: 429 });
  expect((await pay(owner, staff)).data.withdrawals).toHaveLength(most);
});

test('a first pay day of 60 new people goes through once the documents are accepted', async () => {
  const owner = await rich();
  await confirmAddress(app, owner);
  expect((await refusalOf(pay(owner, accounts(60)))).message).toContain('documents');
  const accept = () => decideNow(app, owner, 'accepted');
  expect(await accept(), 'none were sent').toMatchObject({ review: { state: 'not_sent' } });
  await app.store.db
    .updateTable('business_profiles')
    .set({ kyc_valid_id: 'id.pdf' })
    .where('business_id', '=', owner.businessId)
    .execute();
  expect(await accept()).toBe('decided');
  expect((await pay(owner, accounts(60))).data.withdrawals).toHaveLength(60);
});
