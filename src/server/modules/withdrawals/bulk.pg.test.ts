import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { createFakeProvider, paidBy, payoutState } from '../../../../tests/fake-provider.ts';
import { eventually, newOwner, type Owner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from '../../../../tests/money.ts';

// Races can only be seen where transactions really run side by side: on a PostgreSQL server.
const params = { currency: 'NGN' } as const;
const FEE = 50_00;
const fake = createFakeProvider();
let app: TestApp;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : String(error));
const item = (amount: number) => ({
  name: 'Musa Ibrahim',
  email: 'musa@example.test',
  bankCode: '044',
  accountNumber: '0987654321',
  accountName: 'ADAEZE OKAFOR',
  amount: minor(amount),
});
const pay = (owner: Owner, amounts: number[], idempotencyKey?: string) =>
  owner
    .call(
      api.withdrawals.bulk,
      { params, body: { items: amounts.map(item), pin: PIN } },
      idempotencyKey ? { idempotencyKey } : {},
    )
    .then(({ data }) => data.batchId, codeOf);
const balance = async (owner: Owner) => (await owner.call(api.withdrawals.balance, { params })).data;

async function rich(amount: number): Promise<Owner> {
  const owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(amount));
  return owner;
}

// No more than four at once: every PIN is counted before it is compared, and the fifth in flight is locked out.
test('of payments of several and single ones at once, no more is taken than there is, and each whole', async () => {
  fake.onSend = () => ({ reported: payoutState('processing'), truth: payoutState('processing') });
  for (let trial = 0; trial < 8; trial++) {
    const owner = await rich(10_000_00);
    const { available } = await balance(owner);
    const single = () =>
      owner
        .call(api.withdrawals.create, { params, body: ownAccountPayout(minor(4_000_00)) })
        .then(() => 'one', codeOf);
    const several = Array.from({ length: 3 }, () => pay(owner, [1_000_00, 1_000_00, 2_000_00]));
    const results = await Promise.all([...several, single()]);
    const batches = results.filter((result) => result.startsWith('bat_'));
    const singles = results.filter((result) => result === 'one').length;
    const debited = batches.length * (4_000_00 + 3 * FEE) + singles * (4_000_00 + FEE);
    expect(batches.length + singles).toBe(2);
    expect(await balance(owner)).toMatchObject({ available: available - debited, pending: debited });
    expect(results.filter((result) => !['one', ...batches, 'insufficient_balance'].includes(result))).toEqual(
      [],
    );
    for (const batch of batches) {
      const { page } = await owner.call(api.withdrawals.list, { params, query: { batch } });
      expect(page.total).toBe(3);
    }
  }
});

test('one key sent 20 times at once makes one batch', async () => {
  const owner = await rich(100_000_00);
  const made = await Promise.all(
    Array.from({ length: 20 }, () => pay(owner, [1_000_00, 2_000_00], 'one-key')),
  );
  expect(new Set(made).size).toBe(1);
  expect((await owner.call(api.withdrawals.list, { params })).page.total).toBe(2);
});

test('asked 12 times at once to pay the failed again, each is paid once', async () => {
  fake.onSend = () => ({
    reported: payoutState('failed', 'Dormant'),
    truth: payoutState('failed', 'Dormant'),
  });
  const owner = await rich(100_000_00);
  const batch = await pay(owner, [1_000_00, 2_000_00]);
  await eventually(async () => (await balance(owner)).pending === 0);
  fake.onSend = () => ({ reported: payoutState('processing'), truth: payoutState('processing') });
  const responses = await Promise.all(
    Array.from({ length: 12 }, () =>
      owner
        .call(api.withdrawals.retryBatch, { params: { ...params, id: batch }, body: { pin: PIN } })
        .then(() => 'taken', codeOf),
    ),
  );
  expect(responses.filter((one) => one === 'taken')).toHaveLength(1);
  expect((await balance(owner)).pending).toBe(3_000_00 + 2 * FEE);
});

test('after all of it the books hold', async () => {
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});
