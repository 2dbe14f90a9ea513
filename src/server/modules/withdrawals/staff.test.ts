import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allowances } from '#contract/allowances.ts';
import { api } from '#contract/index.ts';
import { SAVED_ACCOUNT } from '#contract/bank-accounts.ts';
import { minor } from '#core/money.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { fundWallet, PIN, setPin } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
  owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(100_000_00));
});
afterAll(() => app.close());

const bisi = {
  name: 'Bisi Adeyemi',
  email: 'bisi@example.test',
  phone: '0803 555 0142',
  bankCode: '058',
  accountNumber: '0123456789',
  usualAmount: minor(50_000_00),
};
const add = async (more: Partial<typeof bisi> = {}, by = owner) =>
  (await by.call(api.staff.create, { params, body: { ...bisi, ...more } })).data.staff;
const listOf = async (of: Owner) => (await of.call(api.staff.list, { params })).data.staff;
const update = (id: string, body: object, by = owner) =>
  by.call(api.staff.update, { params: { ...params, id }, body });

test('somebody is kept with the name the bank tells; the number is masked and sealed', async () => {
  const of = await newOwner(app);
  const staffMember = await add({}, of);
  expect(staffMember).toMatchObject({
    name: 'Bisi Adeyemi',
    accountName: 'ADAEZE OKAFOR',
    bankName: 'Guaranty Trust Bank (GTB)',
    accountNumber: '••••••6789',
    usualAmount: 50_000_00,
  });
  await add({ name: 'ade Bello', email: 'ade@example.test' }, of);
  expect((await listOf(of)).map(({ name }) => name)).toEqual(['ade Bello', 'Bisi Adeyemi']);
  expect((await of.call(api.staff.list, { params: { currency: 'USD' } })).data.staff).toEqual([]);
  const stored = await app.store.db
    .selectFrom('staff')
    .selectAll()
    .where('id', '=', staffMember.id)
    .executeTakeFirst();
  expect(JSON.stringify(stored)).not.toContain('0123456789');
});

test('an account nobody holds is not kept, and neither is one too many asked for in a day', async () => {
  expect(await refusalOf(add({ accountNumber: '0000000000' }))).toMatchObject({
    status: 422,
    errors: [{ path: 'accountNumber' }],
  });
  const asker = await newOwner(app);
  for (let i = 0; i < allowances.new.nameEnquiries; i++)
    await asker.call(api.withdrawals.resolveAccount, {
      params,
      query: { bankCode: '058', accountNumber: `01234567${String(i).padStart(2, '0')}` },
    });
  const refused = await refusalOf(add({}, asker));
  expect(refused).toMatchObject({ status: 429 });
  expect(refused.message).toContain('Confirm your email address');
  await add({ accountNumber: '0123456700' }, asker);
});

describe('a change', () => {
  test('of anything but the account needs no PIN and asks no bank', async () => {
    const { id } = await add();
    const { data } = await update(id, { name: 'Bisi A. Adeyemi', usualAmount: null, phone: '' });
    expect(data.staff).toMatchObject({ name: 'Bisi A. Adeyemi', usualAmount: null, phone: null });
    const same = { bankCode: '058', accountNumber: '0123456789' };
    expect((await update(id, same)).data.staff.accountNumber).toBe('••••••6789');
  });

  test('of the account needs the PIN, and is told in the audit trail', async () => {
    const { id } = await add();
    const account = { bankCode: '044', accountNumber: '0987654321' };
    expect(await refusalOf(update(id, account))).toMatchObject({ status: 422, errors: [{ path: 'pin' }] });
    expect(await refusalOf(update(id, { ...account, pin: '9999' }))).toMatchObject({ code: 'incorrect_pin' });
    expect(await refusalOf(update(id, { bankCode: '044' }))).toMatchObject({
      errors: [{ path: 'accountNumber' }],
    });
    expect((await listOf(owner)).find((row) => row.id === id)?.accountNumber).toBe('••••••6789');
    const { data } = await update(id, { ...account, pin: PIN });
    expect(data.staff).toMatchObject({ bankName: 'Access Bank', accountNumber: '••••••4321' });
    const auditLog = await app.store.db
      .selectFrom('security_events')
      .select('detail')
      .where('business_id', '=', owner.businessId)
      .where('event', '=', 'staff_account_changed')
      .execute();
    expect(auditLog.at(-1)?.detail).toContain('ends 4321');
  });

  test("is not made of another business's staff, nor of somebody off the list", async () => {
    const { id } = await add();
    const other = await newOwner(app);
    expect(await refusalOf(update(id, { name: 'X' }, other))).toMatchObject({ status: 404 });
    await owner.call(api.staff.archive, { params: { ...params, id } });
    expect((await listOf(owner)).some((row) => row.id === id)).toBe(false);
    expect(await refusalOf(update(id, { name: 'X' }))).toMatchObject({ status: 404 });
  });
});

test('somebody kept is paid without the number typed, and is told when the money has come', async () => {
  const staff = await add();
  const body = {
    type: 'disburse' as const,
    amount: minor(1_000_00),
    staffId: staff.id,
    staffName: staff.name,
    staffEmail: staff.email,
    bankCode: '044',
    accountNumber: SAVED_ACCOUNT,
    pin: PIN,
  };
  const { data } = await owner.call(api.withdrawals.create, { params, body });
  expect(data.withdrawal).toMatchObject({ bankCode: '058', accountNumber: '••••••6789' });
  await eventually(async () =>
    app.store.db
      .selectFrom('messages')
      .select('key')
      .where('key', '=', `staff:${data.withdrawal.id}`)
      .executeTakeFirst(),
  );
  const nobody = { ...body, staffId: 'stf_nobody' };
  expect(await refusalOf(owner.call(api.withdrawals.create, { params, body: nobody }))).toMatchObject({
    status: 404,
  });
});

test('who was typed is kept when asked for, once', async () => {
  const of = await newOwner(app);
  await setPin(of);
  await fundWallet(app, fake, of, minor(100_000_00));
  const body = {
    type: 'disburse' as const,
    amount: minor(2_000_00),
    staffName: 'Musa Ibrahim',
    staffEmail: 'musa@example.test',
    bankCode: '058',
    accountNumber: '0123456789',
    keep: true,
    pin: PIN,
  };
  for (let i = 0; i < 2; i++) await of.call(api.withdrawals.create, { params, body });
  expect(await listOf(of)).toMatchObject([{ name: 'Musa Ibrahim', usualAmount: 2_000_00 }]);
});
