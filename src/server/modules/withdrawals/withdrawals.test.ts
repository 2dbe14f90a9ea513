import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { OWN_ACCOUNT } from '#contract/bank-accounts.ts';
import { secondsToNextPoll } from '#core/backoff.ts';
import { minor } from '#core/money.ts';
import type { PayoutState } from '#server/kernel/ports/index.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { createFakeProvider, paidBy, payoutState, reported } from '../../../../tests/fake-provider.ts';
import {
  eventually,
  newOwner,
  type Owner,
  refusalOf,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, PIN, setPin } from '../../../../tests/money.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { pollPayout, runs } from './flows/payout.ts';
import { payoutEffect } from './rules.ts';

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

const balance = async () => (await owner.call(api.withdrawals.balance, { params })).data;
const withdraw = async (amount: number, more = {}) =>
  (await owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(amount), more) })).data
    .withdrawal;
const stateOf = async (id: string) =>
  (await owner.call(api.withdrawals.list, { params })).data.withdrawals.find((row) => row.id === id);
/** How the newest request stands among the activities. */
const latestRequest = async () => {
  const { activities } = (await owner.call(api.activities.list, { params })).data;
  return activities.find(({ activityType }) => activityType === 'withdrawal_requested')?.status;
};
const settled = (id: string) =>
  eventually(async () => {
    const row = await stateOf(id);
    return row && !['pending', 'processing'].includes(row.status) ? row : null;
  });

test('what is asked for leaves the balance at once and is paid out with its fee', async () => {
  const before = await balance();
  const { data: quote } = await owner.call(api.withdrawals.quote, { params, query: { amount: '10000' } });
  expect(quote).toMatchObject({ fee: 50_00, total: 10_050_00 });
  const row = await withdraw(10_000_00);
  expect(row).toMatchObject({
    amount: 10_000_00,
    fee: 50_00,
    accountNumber: '••••••4071',
    accountName: 'ADAEZE OKAFOR',
    bankName: 'Guaranty Trust Bank (GTB)',
  });
  expect((await balance()).available).toBe(before.available - 10_050_00);
  expect((await settled(row.id)).status).toBe('completed');
  expect(await balance()).toMatchObject({ available: before.available - 10_050_00, pending: 0 });
  expect(await latestRequest()).toBe('success');
});

test('the own payout account is paid without its number typed again, at its own bank whatever was asked', async () => {
  const row = await withdraw(1_000_00, { accountNumber: OWN_ACCOUNT, bankCode: '044' });
  expect(row).toMatchObject({
    bankName: 'Guaranty Trust Bank (GTB)',
    accountNumber: '••••••4071',
    accountName: 'ADAEZE OKAFOR',
  });
  expect((await settled(row.id)).status).toBe('completed');
});

test('a fault on our side between asking and booking is made good by the next try, not by waiting', async () => {
  const { onSend } = fake;
  let faults = 0;
  fake.onSend = (reference) => {
    if (faults++ === 0) throw new Error('the connection broke');
    return onSend(reference);
  };
  const row = await withdraw(1_000_00);
  expect((await settled(row.id)).status).toBe('completed');
  fake.onSend = onSend;
});

const failures: { truth: PayoutState['state']; ends: string }[] = [
  { truth: 'failed', ends: 'failed' },
  { truth: 'reversed', ends: 'reversed' },
];
test.each(failures)('a payout the bank calls $truth gives everything back', async ({ truth, ends }) => {
  const before = await balance();
  fake.onSend = () => ({
    reported: payoutState(truth, 'Account is dormant'),
    truth: payoutState(truth, 'Account is dormant'),
  });
  const row = await settled((await withdraw(5_000_00)).id);
  expect(row).toMatchObject({ status: ends, reason: 'Account is dormant' });
  expect(await latestRequest()).toBe('failed');
  expect(await balance()).toEqual(before);
});

test('what of a failed payout settles a debt is told with the money that came back', async () => {
  const debtor = await newOwner(app);
  await setPin(debtor);
  await fundWallet(app, fake, debtor, minor(10_000_00));
  fake.onSend = () => ({ reported: payoutState('processing'), truth: payoutState('failed', 'Dormant') });
  const musa = { name: 'Musa Ibrahim', email: 'musa@example.test', accountName: 'ADAEZE OKAFOR' };
  const item = { ...musa, bankCode: '044', accountNumber: '0987654321', amount: minor(9_000_00) };
  const body = { items: [item], pin: PIN };
  const { withdrawals } = (await debtor.call(api.withdrawals.bulk, { params, body })).data;
  const reference = withdrawals[0]?.reference ?? '';
  await eventually(async () => fake.sent.includes(reference));
  const paid = await app.system.db
    .selectFrom('payments')
    .select(['reference', 'transaction_id as transactionId'])
    .where('business_id', '=', debtor.businessId)
    .executeTakeFirstOrThrow();
  const takenBack = reported(paid.reference, minor(10_000_00), { ...paid, refunded: minor(4_000_00) });
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, takenBack));
  await eventually(async () => (await pollPayout(app.scope(), reference)) === 'failed');
  const settledDebt = '₦3,051.00 of it settled what was owed from an earlier reversal';
  const { activities } = (await debtor.call(api.activities.list, { params })).data;
  expect(activities.map(({ description }) => description)).toContain(
    `Payment to Musa Ibrahim of ₦9,000.00 failed. ${settledDebt}`,
  );
  const [failed] = (await debtor.call(api.withdrawals.list, { params })).data.withdrawals;
  expect(failed?.settledDebt).toBe(3_051_00);
  const mails = await eventually(async () => {
    const { rows } = await sql<{ body_text: string }>`select body_text from kept_mails
      where to_address = ${debtor.email} and subject ~ 'withdrawal of|been paid'`.execute(app.system.db);
    return rows.length === 2 && rows.map(({ body_text }) => body_text);
  });
  for (const mail of mails) {
    expect(mail).toContain(`${settledDebt}.`);
    expect(mail).not.toMatch(/whole amount|(?:back in|back to) your balance/);
  }
});

test('an unknown outcome keeps the money held, is asked about and never sent again', async () => {
  const before = await balance();
  fake.onSend = () => ({ reported: payoutState('unknown'), truth: payoutState('processing') });
  const row = await withdraw(7_000_00);
  // It is under way before the provider is asked.
  await eventually(
    async () => (await stateOf(row.id))?.status === 'processing' && fake.sent.includes(row.reference),
  );
  for (let i = 0; i < 3; i++) await runs.send(app.scope(), { reference: row.reference });
  expect(fake.sent.filter((reference) => reference === row.reference)).toHaveLength(1);
  expect((await balance()).pending).toBe(7_050_00);
  expect(await latestRequest()).toBe('pending');
  fake.paidOut.set(row.reference, payoutState('completed'));
  expect(await pollPayout(app.scope(), row.reference)).toBe('completed');
  expect(await balance()).toMatchObject({ available: before.available - 7_050_00, pending: 0 });
  fake.paidOut.set(row.reference, payoutState('reversed', 'Returned by the bank'));
  expect([
    await pollPayout(app.scope(), row.reference),
    await pollPayout(app.scope(), row.reference),
  ]).toEqual(['reversed', 'reversed']);
  expect(await balance()).toEqual(before);
});

test('the same key withdraws once and gives the very same answer', async () => {
  fake.onSend = () => ({ reported: payoutState('completed'), truth: payoutState('completed') });
  const before = await balance();
  const ask = () =>
    fetch(`${app.url}/api/ngn/withdrawal`, {
      method: 'POST',
      headers: {
        Authorization: `Bearer ${owner.token}`,
        'Content-Type': 'application/json',
        'Idempotency-Key': 'one-key',
      },
      body: JSON.stringify({ ...ownAccountPayout(minor(0)), amount: 1000 }),
    }).then(async (answer) => `${answer.status} ${await answer.text()}`);
  const answers = await Promise.all(Array.from({ length: 8 }, ask));
  answers.push(await ask());
  expect(new Set(answers).size).toBe(1);
  expect(answers[0]).toMatch(/^200 .*Withdrawal request submitted successfully/);
  expect((await balance()).available).toBe(before.available - 1_050_00);
});

test('what is remembered of a request is no plain hash, from which its PIN could be guessed', async () => {
  const body = JSON.stringify({ ...ownAccountPayout(minor(0)), amount: 1000 });
  await fetch(`${app.url}/api/ngn/withdrawal`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${owner.token}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': 'guess-me',
    },
    body,
  });
  const payout = await app.system.db
    .selectFrom('idempotency_keys')
    .select('request_hash')
    .where('key', '=', 'guess-me')
    .executeTakeFirstOrThrow();
  const text = `withdrawals.create /api/ngn/withdrawal\n${body}`;
  for (const plain of [text, `request ${text}`])
    expect(payout.request_hash).not.toBe(createHash('sha256').update(plain).digest('hex'));
  expect(payout.request_hash).toBe(app.system.sealer.fingerprint(`request ${text}`));
});

describe('refusals', () => {
  const createPayout = (body: Record<string, unknown>) =>
    refusalOf(
      owner.call(api.withdrawals.create, {
        params,
        body: { ...ownAccountPayout(minor(100_00)), ...body } as never,
      }),
    );
  test('more than there is', async () =>
    expect(await createPayout({ amount: minor(99_000_000_00) })).toMatchObject({
      status: 422,
      code: 'insufficient_balance',
    }));
  test('an unknown bank', async () =>
    expect(await createPayout({ bankCode: '999' })).toMatchObject({
      status: 422,
      errors: [{ path: 'bankCode' }],
    }));
  test('an account nobody holds', async () =>
    expect(await createPayout({ accountNumber: '0000000000' })).toMatchObject({
      status: 422,
      errors: [{ path: 'accountNumber' }],
    }));
  test('a wrong PIN', async () =>
    expect(await createPayout({ pin: '9999' })).toMatchObject({
      status: 422,
      code: 'incorrect_pin',
      data: { triesLeft: 4 },
    }));
  test('no PIN set', async () => {
    const other = await newOwner(app);
    const refusal = await refusalOf(
      other.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(100_00)) }),
    );
    expect(refusal).toMatchObject({
      status: 409,
      code: 'pin_not_set',
      message: 'Please set a transaction PIN first',
    });
  });
});

test('only a conclusive word ends a hold', () => {
  const words = ['processing', 'completed', 'failed', 'reversed', 'unknown', 'not_found'] as const;
  expect(words.map((word) => payoutEffect('processing', word))).toEqual([
    'poll_again',
    'complete',
    'release_hold',
    'release_hold',
    'poll_again',
    'poll_again',
  ]);
  expect(words.map((word) => payoutEffect('completed', word))).toEqual([
    'nothing',
    'nothing',
    'nothing',
    'reverse_completed',
    'nothing',
    'nothing',
  ]);
  expect(words.map((word) => payoutEffect('failed', word)).every((effect) => effect === 'nothing')).toBe(
    true,
  );
});

test('questions come at 1, 5 and 15 minutes, 1, 6 and 24 hours, then daily', () => {
  let elapsed = 0;
  const elapsedSeconds = Array.from({ length: 8 }, (_, tries) => (elapsed += secondsToNextPoll(tries)));
  expect(elapsedSeconds).toEqual([60, 300, 900, 3600, 21_600, 86_400, 2 * 86_400, 3 * 86_400]);
});

test('after all of it the books hold', async () => {
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});
