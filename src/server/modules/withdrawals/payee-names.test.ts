import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { OWN_ACCOUNT, SAVED_ACCOUNT } from '#contract/bank-accounts.ts';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { createFakeProvider, paidBy, payoutState } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from '../../../../tests/money.ts';

const params = { currency: 'NGN' } as const;
const SILENT = { ok: false as const, reason: 'timed out', retry: true };
const [N, M] = ['ADAEZE OKAFOR', 'MUSA IBRAHIM'];
type Says = string | null | typeof SILENT;

const fake = createFakeProvider();
// The bank's answers, each once and the last from then on.
let says: Says[] = [N];
const resolveAccount: typeof fake.resolveAccount = async () => {
  const next = (says.length > 1 ? says.shift() : says[0]) ?? null;
  return typeof next === 'object' && next !== null ? next : { ok: true, accountName: next };
};
let app: TestApp;
beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());
beforeEach(() => {
  says = [N];
  fake.resolveAccount = resolveAccount;
  fake.onSend = () => ({ reported: payoutState('completed'), truth: payoutState('completed') });
});

async function rich(atRegistration: Says = N): Promise<Owner> {
  says = [atRegistration];
  const owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(100_000_00));
  return owner;
}
const balance = async (owner: Owner) => (await owner.call(api.withdrawals.balance, { params })).data;
const withdrawn = async (owner: Owner) =>
  (await owner.call(api.withdrawals.list, { params })).data.withdrawals;
const ownName = async (owner: Owner) =>
  (await owner.call(api.business.getProfile, { params: { userId: owner.userId } })).data.accountName;
const staffOf = async (owner: Owner) => (await owner.call(api.staff.list, { params })).data.staff;
const bisi = { name: 'Bisi Adeyemi', email: 'bisi@example.test' };
const addBisi = async (owner: Owner, accountNumber = '0123456789') =>
  (
    await owner.call(api.staff.create, {
      params,
      body: { ...bisi, bankCode: '058', accountNumber },
    })
  ).data.staff.id;

type Stored = {
  owner: Owner;
  withdraw: (shown: string | null) => Promise<unknown>;
  kept: () => Promise<string | null>;
};
const toOwn = (owner: Owner): Stored => ({
  owner,
  withdraw: (accountName) =>
    owner.call(api.withdrawals.create, {
      params,
      body: ownAccountPayout(minor(1_000_00), { accountNumber: OWN_ACCOUNT, accountName }),
    }),
  kept: () => ownName(owner),
});
async function toStaff(atSaving: Says): Promise<Stored> {
  const owner = await rich();
  says = [atSaving];
  const staffId = await addBisi(owner);
  const person = { type: 'disburse' as const, staffId, staffName: bisi.name, staffEmail: bisi.email };
  return {
    owner,
    withdraw: (accountName) =>
      owner.call(api.withdrawals.create, {
        params,
        body: {
          ...ownAccountPayout(minor(1_000_00), { accountNumber: SAVED_ACCOUNT, accountName }),
          ...person,
        },
      }),
    kept: async () => (await staffOf(owner))[0]?.accountName ?? null,
  };
}

const stored = {
  'own, named by the bank': async () => toOwn(await rich()),
  'own, bank silent': async () => toOwn(await rich(SILENT)),
  'own, typed long ago': async () => {
    const owner = await rich();
    await app.store.db
      .updateTable('business_profiles')
      .set({ account_name: 'Okafor Kitchen', account_name_confirmed_at: null })
      .where('business_id', '=', owner.businessId)
      .execute();
    return toOwn(owner);
  },
  'staff, named by the bank': () => toStaff(N),
  'staff, bank silent': () => toStaff(SILENT),
  typed: async (): Promise<Stored> => {
    const owner = await rich();
    return {
      owner,
      withdraw: (accountName) =>
        owner.call(api.withdrawals.create, {
          params,
          body: ownAccountPayout(minor(1_000_00), { accountNumber: '0555555555', accountName }),
        }),
      kept: async () => null,
    };
  },
};

// A refusal changes nothing, so those rows share an account.
const unchanged = new Map<string, Promise<Stored>>();
function refusedBy(account: keyof typeof stored): Promise<Stored> {
  const made = unchanged.get(account) ?? stored[account]();
  unchanged.set(account, made);
  return made;
}

type Result = 'sent' | 'asked' | 'no account' | 'silent';
const refusals: Record<Exclude<Result, 'sent'>, { status: number; code: string }> = {
  asked: { status: 409, code: 'account_name_changed' },
  'no account': { status: 422, code: 'invalid_input' },
  silent: { status: 503, code: 'bank_unanswered' },
};

test.each<[keyof typeof stored, string | null, Says, Result]>([
  ['own, named by the bank', null, N, 'sent'],
  ['own, named by the bank', 'adaeze  okafor', N, 'sent'],
  ['own, named by the bank', null, M, 'asked'],
  ['own, named by the bank', N, M, 'asked'],
  ['own, named by the bank', M, N, 'asked'],
  ['own, named by the bank', M, M, 'sent'],
  ['own, named by the bank', null, null, 'no account'],
  ['own, named by the bank', null, SILENT, 'silent'],
  ['own, bank silent', null, M, 'sent'],
  ['own, bank silent', M, M, 'sent'],
  ['own, bank silent', N, M, 'asked'],
  ['own, bank silent', null, SILENT, 'silent'],
  ['own, typed long ago', null, M, 'sent'],
  ['own, typed long ago', 'Okafor Kitchen', M, 'asked'],
  ['own, typed long ago', null, SILENT, 'silent'],
  ['staff, named by the bank', null, N, 'sent'],
  ['staff, named by the bank', null, M, 'asked'],
  ['staff, named by the bank', M, M, 'sent'],
  ['staff, named by the bank', null, null, 'no account'],
  ['staff, bank silent', null, M, 'sent'],
  ['staff, bank silent', null, SILENT, 'silent'],
  ['typed', null, M, 'sent'],
  ['typed', M, M, 'sent'],
  ['typed', N, M, 'asked'],
  ['typed', null, null, 'no account'],
  ['typed', N, SILENT, 'silent'],
])('account %s, shown %s, bank says %o: %s', async (account, shown, bank, result) => {
  const { owner, withdraw, kept } = await (result === 'sent' ? stored[account] : () => refusedBy(account))();
  const [before, name] = [await balance(owner), await kept()];
  says = [bank];
  if (result === 'sent') {
    await withdraw(shown);
    expect((await withdrawn(owner)).map(({ accountName }) => accountName)).toEqual([bank]);
    expect(await kept()).toBe(account === 'typed' ? null : bank);
    return;
  }
  const refusal = await refusalOf(withdraw(shown));
  expect(refusal).toMatchObject(refusals[result]);
  if (result === 'asked')
    expect(refusal.data.names).toEqual([
      {
        path: 'accountName',
        payee: account.startsWith('staff') ? bisi.name : null,
        previousName: shown ?? name,
        accountName: bank,
      },
    ]);
  expect(await withdrawn(owner)).toEqual([]);
  expect(await balance(owner)).toEqual(before);
  expect(await kept(), 'agreed to nothing').toBe(name);
});

test('the bank is asked at each withdrawal, however short ago it was asked', async () => {
  const { owner, withdraw } = await stored['own, named by the bank']();
  await withdraw(null);
  says = [M];
  expect((await refusalOf(withdraw(null))).code).toBe('account_name_changed');
  expect(await withdrawn(owner)).toHaveLength(1);
});

test('of two withdrawals while the name changes the one that was named otherwise stops', async () => {
  const { owner, withdraw } = await stored['own, named by the bank']();
  const before = (await balance(owner)).available;
  says = [N, M];
  const results = await Promise.allSettled([withdraw(N), withdraw(N)]);
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(refused).toEqual(['account_name_changed']);
  expect((await withdrawn(owner)).map(({ accountName }) => accountName)).toEqual([N]);
  expect((await balance(owner)).available).toBe(before - 1_050_00);
});

test('a payout account changed while its old name is agreed to keeps the name of the new one', async () => {
  const { owner, withdraw } = await stored['own, bank silent']();
  let changed = false;
  fake.resolveAccount = async (_bank, number) => {
    if (number === '0108024071' && !changed) {
      changed = true;
      await owner.call(api.settings.updatePayoutAccount, {
        params: { ...params, id: owner.businessId },
        body: { bankCode: '044', accountNumber: '0222222222', pin: PIN, password: owner.password },
      });
    }
    return { ok: true, accountName: number === '0222222222' ? M : N };
  };
  await withdraw(null);
  expect(await ownName(owner)).toBe(M);
  expect((await withdrawn(owner)).map(({ accountName }) => accountName)).toEqual([N]);
});

describe('keeping an account', () => {
  test('registers with the name the bank gives, never the one that was sent', async () => {
    expect(await ownName(await rich())).toBe(N);
    const silent = await rich(SILENT);
    expect(await ownName(silent)).toBeNull();
    const profile = await silent.call(api.business.getProfile, { params: { userId: silent.userId } });
    expect(profile.data).toMatchObject({ bankAccountNumber: '••••••4071', onboardingCompleted: true });
  });

  test('an account no bank has is refused at its field', async () => {
    says = [null];
    expect(await refusalOf(newOwner({ url: app.url }))).toMatchObject({
      status: 422,
      errors: [{ path: 'bankAccountNumber' }],
    });
  });

  test('settings keep it without a name while the bank is silent, and the day of waiting begins all the same', async () => {
    const owner = await rich(SILENT);
    const { data } = await owner.call(api.settings.updatePayoutAccount, {
      params: { ...params, id: owner.businessId },
      body: { bankCode: '044', accountNumber: '0222222222', pin: PIN, password: owner.password },
    });
    expect(data).toMatchObject({ bankAccountNumber: '••••••2222', accountName: null });
    const { withdraw } = toOwn(owner);
    says = [M];
    expect((await refusalOf(withdraw(null))).code).toBe('payout_account_new');
    const lookUp = { params, query: { bankCode: '044', accountNumber: OWN_ACCOUNT } };
    expect((await owner.call(api.withdrawals.resolveAccount, lookUp)).data.accountName).toBe(M);
  });

  test('before the business is registered its account can be named, but no other one that is kept', async () => {
    const owner = await newOwner(app, { register: false });
    const lookUp = (accountNumber: string, staffId?: string) =>
      owner.call(api.withdrawals.resolveAccount, {
        params,
        query: { bankCode: '058', accountNumber, ...(staffId ? { staffId } : {}) },
      });
    expect((await lookUp('0108024071')).data.accountName).toBe(N);
    expect(await refusalOf(lookUp(OWN_ACCOUNT))).toMatchObject({ status: 404 });
    const other = await rich();
    expect(await refusalOf(lookUp(SAVED_ACCOUNT, await addBisi(other)))).toMatchObject({ status: 404 });
  });
});

describe('several at once', () => {
  const pay = (owner: Owner, items: object[]) =>
    owner.call(api.withdrawals.bulk, { params, body: { items, pin: PIN } as never });

  test('each whose name changed is asked about; with the new names all are paid, and those kept are brought up to date', async () => {
    const owner = await rich();
    const staffId = await addBisi(owner);
    const saved = { staffId, amount: minor(1_000_00) };
    const entered = {
      name: 'Musa',
      email: 'musa@example.test',
      bankCode: '058',
      accountNumber: '0987654321',
      accountName: N,
      amount: minor(1_000_00),
    };
    const before = await balance(owner);
    says = [M];
    const refusal = await refusalOf(pay(owner, [saved, entered]));
    expect(refusal).toMatchObject({ status: 409, code: 'account_name_changed' });
    expect(refusal.data.names).toEqual([
      { path: 'items.0.accountName', payee: bisi.name, previousName: N, accountName: M },
      { path: 'items.1.accountName', payee: 'Musa', previousName: N, accountName: M },
    ]);
    expect(await balance(owner)).toEqual(before);
    await pay(owner, [
      { ...saved, accountName: M },
      { ...entered, accountName: M },
    ]);
    expect((await staffOf(owner))[0]?.accountName).toBe(M);
    says = [SILENT];
    const silent = await refusalOf(pay(owner, [saved]));
    expect(silent.errors).toEqual([{ path: 'items.0.accountNumber', message: 'The bank did not answer' }]);
  });

  test('who is paid again is asked about again', async () => {
    fake.onSend = () => ({ reported: payoutState('failed', 'Dormant'), truth: payoutState('failed') });
    const owner = await rich();
    const staffId = await addBisi(owner);
    const { data } = await pay(owner, [{ staffId, amount: minor(1_000_00) }]);
    const [failed] = await eventually(async () => {
      const rows = await withdrawn(owner);
      return rows.every(({ status }) => status === 'failed') && rows;
    });
    const again = (accountNames?: { withdrawalId: string; accountName: string }[]) =>
      owner.call(api.withdrawals.retryBatch, {
        params: { ...params, id: data.batchId },
        body: { pin: PIN, accountNames },
      });
    says = [SILENT];
    expect((await refusalOf(again())).code).toBe('bank_unanswered');
    says = [null];
    expect((await refusalOf(again())).message).toContain(bisi.name);
    says = [M];
    const id = failed?.id ?? '';
    expect((await refusalOf(again())).data.names).toEqual([
      { path: `accountNames.${id}`, payee: bisi.name, previousName: N, accountName: M },
    ]);
    expect(await withdrawn(owner)).toHaveLength(1);
    expect((await again([{ withdrawalId: id, accountName: M }])).data.withdrawals).toMatchObject([
      { accountName: M },
    ]);
  });
});
