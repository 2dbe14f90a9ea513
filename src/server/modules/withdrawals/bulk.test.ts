import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { newToken } from '#core/ids.ts';
import { MAX_MINOR, minor } from '#core/money.ts';
import { freezePayouts, resumePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { createFakeProvider, paidBy, payoutState } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';
import { fundWallet, PIN, setPin } from '../../../../tests/money.ts';
import { pollPayout } from './flows/payout.ts';
import { mostToSend } from './rules.ts';

const params = { currency: 'NGN' } as const;
const FEE = 50_00;
const fake = createFakeProvider();
let app: TestApp;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());

async function rich(amount = 100_000_00): Promise<Owner> {
  const owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(amount));
  return owner;
}
const balance = async (owner: Owner) => (await owner.call(api.withdrawals.balance, { params })).data;
const keep = async (owner: Owner, name: string) =>
  (
    await owner.call(api.staff.create, {
      params,
      body: { name, email: 'staff@example.test', bankCode: '058', accountNumber: '0123456789' },
    })
  ).data.staff.id;
const written = (more: object = {}) => ({
  name: 'Musa Ibrahim',
  email: 'musa@example.test',
  bankCode: '044',
  accountNumber: '0987654321',
  accountName: 'ADAEZE OKAFOR',
  amount: minor(2_000_00),
  description: 'November salary',
  ...more,
});
const pay = (owner: Owner, items: object[], key?: string, pin = PIN) =>
  owner.call(
    api.withdrawals.bulk,
    { params, body: { items, pin } as never },
    key ? { idempotencyKey: key } : {},
  );
const rowsOf = async (owner: Owner, batch: string) =>
  (await owner.call(api.withdrawals.list, { params, query: { batch } })).data.withdrawals;
const settled = (owner: Owner, batch: string) =>
  eventually(async () => {
    const rows = await rowsOf(owner, batch);
    return rows.every(({ status }) => !['pending', 'processing'].includes(status)) && rows;
  });
const everythingGoesThrough = () => {
  fake.onSend = () => ({ reported: payoutState('completed'), truth: payoutState('completed') });
};

test('several are paid with one PIN: each its own payout of one batch, each told of theirs', async () => {
  everythingGoesThrough();
  const owner = await rich();
  const before = (await balance(owner)).available;
  const staffId = await keep(owner, 'Bisi Adeyemi');
  const items = [{ staffId, amount: minor(1_000_00), description: 'November salary' }, written()];
  const { data: quote } = await owner.call(api.withdrawals.quoteBulk, {
    params,
    body: { amounts: [minor(1_000_00), minor(2_000_00)] },
  });
  expect(quote).toMatchObject({
    fees: [FEE, FEE],
    amount: 3_000_00,
    fee: 100_00,
    total: 3_100_00,
    missing: 0,
  });
  const { data } = await pay(owner, items);
  expect(data.withdrawals.map((row) => [row.staffName, row.amount, row.batchId, row.description])).toEqual([
    ['Bisi Adeyemi', 1_000_00, data.batchId, 'November salary'],
    ['Musa Ibrahim', 2_000_00, data.batchId, 'November salary'],
  ]);
  expect((await balance(owner)).available).toBe(before - quote.total);
  const rows = await settled(owner, data.batchId);
  expect(rows.map(({ status }) => status)).toEqual(['completed', 'completed']);
  const mails = await app.store.db
    .selectFrom('messages')
    .select('key')
    .where(
      'key',
      'in',
      rows.map(({ id }) => `staff:${id}`),
    )
    .execute();
  expect(mails).toHaveLength(2);
  const toOwner = await app.store.db
    .selectFrom('messages')
    .select('key')
    .where('to_address', '=', owner.email)
    .where(({ or, eb }) => or([eb('key', 'like', 'withdrawal:%'), eb('key', 'like', 'batch:%')]))
    .execute();
  expect(toOwner).toEqual([{ key: `batch:${data.batchId}:2` }]);
});

test('a balance that does not cover all of them holds nothing and says what is missing', async () => {
  const owner = await rich(5_000_00);
  const { available } = await balance(owner);
  const items = [written(), written(), written({ amount: minor(3_000_00) })];
  const missing = 7_000_00 + 3 * FEE - available;
  const { data: quote } = await owner.call(api.withdrawals.quoteBulk, {
    params,
    body: { amounts: [minor(2_000_00), minor(2_000_00), minor(3_000_00)] },
  });
  expect(quote.missing).toBe(missing);
  expect(await refusalOf(pay(owner, items))).toMatchObject({
    code: 'insufficient_balance',
    data: { missing: missing / 100 },
  });
  expect(await balance(owner)).toMatchObject({ available, pending: 0 });
  expect((await owner.call(api.withdrawals.list, { params })).page.total).toBe(0);
});

test('more together than any amount may be is refused as such', async () => {
  const owner = await rich();
  const amounts = Array.from({ length: 40 }, () => MAX_MINOR as ReturnType<typeof minor>);
  const items = amounts.map((amount) => written({ amount }));
  expect(await refusalOf(pay(owner, items))).toMatchObject({ status: 422 });
  const quote = owner.call(api.withdrawals.quoteBulk, { params, body: { amounts } });
  expect(await refusalOf(quote)).toMatchObject({ status: 422 });
});

test('who cannot be paid is named by their place, and nobody is paid', async () => {
  const owner = await rich();
  const other = await rich();
  const foreign = await keep(other, 'Not yours');
  const items = [
    written(),
    { staffId: foreign, amount: minor(1_00) },
    written({ accountNumber: '0000000000' }),
    written({ bankCode: '999' }),
  ];
  const refused = await refusalOf(pay(owner, items));
  expect(refused).toMatchObject({ status: 422, code: 'invalid_input' });
  expect(refused.errors.map(({ path }) => path)).toEqual([
    'items.1.staffId',
    'items.2.accountNumber',
    'items.3.bankCode',
  ]);
  expect((await balance(owner)).pending).toBe(0);
  for (const items of [[], Array.from({ length: 201 }, () => ({ ...written(), amount: 2000 }))]) {
    const answer = await fetch(`${app.url}/api/ngn/withdrawal/bulk`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${owner.token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ items, pin: PIN }),
    });
    expect([answer.status, await answer.json()]).toMatchObject([422, { errors: [{ path: 'items' }] }]);
  }
});

test('the same key makes one batch, at once and later', async () => {
  everythingGoesThrough();
  const owner = await rich();
  const key = newToken(9);
  const answers = await Promise.all(Array.from({ length: 6 }, () => pay(owner, [written(), written()], key)));
  answers.push(await pay(owner, [written(), written()], key));
  expect(new Set(answers.map(({ data }) => data.batchId)).size).toBe(1);
  expect((await owner.call(api.withdrawals.list, { params })).page.total).toBe(2);
});

test('only who conclusively got nothing is paid again, once, in the same batch', async () => {
  const owner = await rich();
  const states = ['completed', 'failed', 'processing'] as const;
  let sent = 0;
  fake.onSend = () => {
    const state = payoutState(states[sent++] ?? 'completed', 'Account is dormant');
    return { reported: state, truth: state };
  };
  const { data } = await pay(owner, [written(), written(), written()]);
  // One that is only claimed is `processing`, too: it waits for the bank once the others have ended.
  const waiting = await eventually(async () => {
    const rows = await rowsOf(owner, data.batchId);
    const [open, ...others] = rows.filter(({ status }) => !['completed', 'failed'].includes(status));
    return sent === states.length && others.length === 0 && open;
  });
  everythingGoesThrough();
  const again = (key: string, pin = PIN) =>
    owner.call(
      api.withdrawals.retryBatch,
      { params: { ...params, id: data.batchId }, body: { pin } },
      { idempotencyKey: key },
    );
  expect(await refusalOf(again('wrong', '9999'))).toMatchObject({ code: 'incorrect_pin' });
  const retried = await again('first');
  expect(retried.data.withdrawals).toHaveLength(1);
  expect(await refusalOf(again('second'))).toMatchObject({ status: 409, code: 'conflict' });
  const rows = await rowsOf(owner, data.batchId);
  expect(rows).toHaveLength(4);
  expect(rows.find(({ status }) => status === 'failed')?.triedAgainAs).toBe(retried.data.withdrawals[0]?.id);
  expect(rows.find(({ id }) => id === waiting.id)).toMatchObject({
    status: 'processing',
    triedAgainAs: null,
    inReview: false,
  });
  fake.paidOut.set(waiting.reference, payoutState('completed'));
  await pollPayout(app.scope(), waiting.reference);
  const ended = await settled(owner, data.batchId);
  expect(ended.filter(({ status }) => status === 'completed')).toHaveLength(3);
  const { activities } = (await owner.call(api.activities.list, { params })).data;
  const asked = activities.filter(({ activityType }) => activityType === 'withdrawal_requested');
  expect(asked.map(({ status }) => status)).toEqual(['success', 'success']);
  await eventually(async () => {
    const { rows: mails } = await sql<{ subject: string }>`select subject from kept_mails
      where key = ${`batch:${data.batchId}:4`}`.execute(app.store.db);
    return mails.length === 1 && mails[0]?.subject === '3 people have been paid';
  });
  const elsewhere = await rich();
  expect(
    await refusalOf(
      elsewhere.call(api.withdrawals.retryBatch, {
        params: { ...params, id: data.batchId },
        body: { pin: PIN },
      }),
    ),
  ).toMatchObject({ status: 404 });
});

test('while payouts are stopped nobody is paid, and the balance says so', async () => {
  const owner = await rich();
  await app.scope().transactAsSystem((ctx) => freezePayouts(ctx, 'a test', []));
  expect((await balance(owner)).sending).toBe('paused');
  expect(await refusalOf(pay(owner, [written()]))).toMatchObject({ status: 503, code: 'payouts_paused' });
  await app.scope().transactAsSystem((ctx) => resumePayouts(ctx, 'the test is over'));
  expect(await balance(owner)).toMatchObject({ sending: 'open', pending: 0 });
});

test('who was written down is kept when asked for', async () => {
  everythingGoesThrough();
  const owner = await rich();
  await pay(owner, [
    written({ keep: true }),
    written({ keep: true }),
    written({ name: 'Not kept', email: 'x@example.test' }),
  ]);
  const { data } = await owner.call(api.staff.list, { params });
  expect(data.staff).toMatchObject([
    { name: 'Musa Ibrahim', accountName: 'ADAEZE OKAFOR', usualAmount: 2_000_00 },
  ]);
});

const PEOPLE = rounds(40, 200);

test(`${PEOPLE} people are paid at once`, async () => {
  everythingGoesThrough();
  const owner = await rich(10_000_000_00);
  const { available } = await balance(owner);
  const { data } = await pay(
    owner,
    Array.from({ length: PEOPLE }, () => written()),
  );
  expect(data.withdrawals).toHaveLength(PEOPLE);
  expect((await balance(owner)).available).toBe(available - PEOPLE * (2_000_00 + FEE));
  await eventually(async () => (await balance(owner)).pending === 0);
});

test('the most that can be sent covers its fee, and a kobo more would not', () => {
  const bands = (amount: number) => (amount <= 5_000_00 ? 10_00 : amount <= 50_000_00 ? 25_00 : 50_00);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 100_000_00 }), (available) => {
      const feeOf = (amount: number) => minor(bands(amount));
      const most = mostToSend(minor(available), feeOf);
      if (most > 0) expect(most + bands(most)).toBeLessThanOrEqual(available);
      expect(most + 1 + bands(most + 1)).toBeGreaterThan(available);
    }),
  );
});

test('the quote tells what arrives, who asks the fee, of which day, and the most there can be', async () => {
  const owner = await rich();
  const { available } = await balance(owner);
  const { data } = await owner.call(api.withdrawals.quote, { params, query: { amount: 1000 } });
  expect(data).toMatchObject({
    fee: FEE,
    total: 1_000_00 + FEE,
    receives: 1_000_00,
    most: available - FEE,
    available,
    provider: 'Fake',
    pricedOn: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
  });
});

test('after all of it the books hold', async () => {
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});
