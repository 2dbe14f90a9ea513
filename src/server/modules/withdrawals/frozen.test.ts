import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { api } from '#contract/index.ts';
import { DAY_MS } from '#core/durations.ts';
import { newToken } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import type { PaymentProviders } from '#server/kernel/ports/index.ts';
import { freezePayouts, resumePayouts } from '#server/modules/ledger/commands/freezes.ts';
import { createFakeProvider, onlyProvider, payoutState } from '../../../../tests/fake-provider.ts';
import { eventually, newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';
import { fundWallet, ownAccountPayout, setPin } from '../../../../tests/money.ts';
import { sweepWithdrawals } from './flows/payout.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
const inUse = onlyProvider(fake);
const replaced = onlyProvider({ ...createFakeProvider(), name: 'another' });
let connected: PaymentProviders = inUse;
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp(
    {},
    {
      ports: (made) => ({
        ...made,
        get payments() {
          return connected;
        },
      }),
    },
  );
  owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(100_000_00));
});
afterAll(() => app.close());
beforeEach(() => {
  connected = inUse;
  fake.sent.length = 0;
});

const balance = async () => (await owner.call(api.withdrawals.balance, { params })).data;
const rowOf = (reference: string) =>
  app.system.db
    .selectFrom('withdrawals')
    .selectAll()
    .where('reference', '=', reference)
    .executeTakeFirstOrThrow();
const stop = () => app.scope().transactAsSystem((ctx) => freezePayouts(ctx, 'A look at the books', []));
const resume = () => app.scope().transactAsSystem((ctx) => resumePayouts(ctx, 'All is well'));

/** A withdrawal whose sending the provider answered with `told`, having done `truth`. */
async function sent(answered: 'unknown' | 'processing', truth: 'not_found' | 'completed'): Promise<string> {
  fake.onSend = () => ({ reported: payoutState(answered), truth: payoutState(truth) });
  const { data } = await owner.call(api.withdrawals.create, {
    params,
    body: ownAccountPayout(minor(1000_00)),
  });
  const { reference } = data.withdrawal;
  await eventually(async () => (await rowOf(reference)).tries === 1);
  return reference;
}

test('a payout that got lost on its way is not sent again while payouts are stopped', async () => {
  const reference = await sent('unknown', 'not_found');
  fake.paidOut.delete(reference);
  fake.onSend = () => ({ reported: payoutState('completed'), truth: payoutState('completed') });
  await stop();
  app.advance(600_000);
  await sweepWithdrawals(app.scope());
  expect([fake.sent.length, (await rowOf(reference)).status]).toEqual([1, 'processing']);
  await resume();
  app.advance(DAY_MS);
  await sweepWithdrawals(app.scope());
  expect([fake.sent.length, (await rowOf(reference)).status]).toEqual([2, 'completed']);
});

test('payouts that wait for the word to leave do not keep the questions about others waiting', async () => {
  const reference = await sent('processing', 'completed');
  await stop();
  const { account_number_sealed: _, ...row } = await rowOf(reference);
  const waiting = Array.from({ length: 120 }, () => ({
    ...row,
    id: `wdr_${newToken(9)}`,
    reference: `wdr-${newToken(9)}`,
    account_number_sealed: '',
    status: 'pending' as const,
    next_poll_at: null,
  }));
  await app.system.db.insertInto('withdrawals').values(waiting).execute();
  app.advance(DAY_MS);
  await sweepWithdrawals(app.scope());
  expect((await rowOf(reference)).status).toBe('completed');
  const ids = waiting.map(({ id }) => id);
  await app.system.db.deleteFrom('withdrawals').where('id', 'in', ids).execute();
  await resume();
});

test('one that cannot be worked on does not keep the others waiting', async () => {
  const broken = await sent('processing', 'not_found');
  fake.paidOut.delete(broken);
  const { account_number_sealed: sealed } = await rowOf(broken);
  const spoil = (text: string) =>
    app.system.db
      .updateTable('withdrawals')
      .set({ account_number_sealed: text })
      .where('reference', '=', broken)
      .execute();
  await spoil('spoilt');
  const other = await sent('processing', 'completed');
  const consoleError = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  app.advance(DAY_MS);
  await sweepWithdrawals(app.scope());
  expect(consoleError).toHaveBeenCalled();
  consoleError.mockRestore();
  expect((await rowOf(other)).status).toBe('completed');
  await spoil(sealed);
  fake.onSend = () => ({ reported: payoutState('completed'), truth: payoutState('completed') });
  app.advance(600_000);
  await sweepWithdrawals(app.scope());
  expect((await rowOf(broken)).status).toBe('completed');
});

test('what was never given to a provider that is gone is in the balance again', async () => {
  const { available } = await balance();
  const reference = await sent('processing', 'not_found');
  await app.system.db
    .updateTable('withdrawals')
    .set({ status: 'pending', next_poll_at: null })
    .where('reference', '=', reference)
    .execute();
  connected = replaced;
  app.advance(600_000);
  await sweepWithdrawals(app.scope());
  expect((await rowOf(reference)).status).toBe('failed');
  expect(await balance()).toMatchObject({ available, pending: 0 });
});

test('what may be with a provider that is gone stays held, and a person is told', async () => {
  const reference = await sent('processing', 'completed');
  connected = replaced;
  for (let day = 0; day < 9; day++) {
    app.advance(DAY_MS);
    await sweepWithdrawals(app.scope());
  }
  const row = await rowOf(reference);
  expect([row.status, row.alerted_at !== null, row.needs_review_at !== null]).toEqual([
    'processing',
    true,
    true,
  ]);
  connected = inUse;
  app.advance(DAY_MS);
  await sweepWithdrawals(app.scope());
  expect((await rowOf(reference)).status).toBe('completed');
});
