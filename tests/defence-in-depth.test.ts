import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { DEFAULT_ZONE } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import { minor } from '#core/money.ts';
import { actingScope, type Ctx } from '#server/kernel/scope.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { available, held } from '#server/modules/ledger/rules.ts';
import { closeProposal, openProposal } from '#server/modules/assistant/commands/proposals.ts';
import { proposalById } from '#server/modules/assistant/queries/threads.ts';
import { requestRefund } from '#server/modules/payments/commands/refunds.ts';
import { recordAnswer } from '#server/modules/quotes/commands/record.ts';
import { findQuote } from '#server/modules/quotes/queries/quotes.ts';
import type { Quote } from '#server/modules/quotes/table.ts';
import { accept, sentQuote } from '#server/modules/quotes/testing.ts';
import { createFakeProvider, paidBy } from './fake-provider.ts';
import { newOwner, type Owner, type TestApp, testApp } from './harness.ts';
import { fundWallet, ownAccountPayout, setPin } from './money.ts';

// Guards behind another guard: requests only ever reach the first, so these are called directly.
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({}, { ports: paidBy(fake) });
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

const act = <T>(work: (ctx: Ctx) => Promise<T>, userId = owner.userId): Promise<T> => {
  const { businessId, email } = owner;
  const actor = { userId, businessId, email, sessionId: '', firstName: 'Adaeze', registered: true };
  return actingScope(app.scope(), {
    ...actor,
    client: 'browser',
    currency: 'NGN',
    timeZone: DEFAULT_ZONE,
  }).transact(work);
};
const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );

test('money that came in naira is not found where dollars are asked back', async () => {
  await fundWallet(app, fake, owner, minor(1000_00));
  const { data } = await owner.call(api.payments.list, { params, query: {} });
  const refundRequest = {
    paymentId: data.transactions[0]?.id ?? '',
    amount: minor(100_00),
    reason: 'Agreed',
  };
  expect(await codeOf(act((ctx) => requestRefund(ctx, { ...refundRequest, currency: 'USD' })))).toBe(
    'not_found',
  );
  expect((await act((ctx) => requestRefund(ctx, { ...refundRequest, currency: 'NGN' }))).currency).toBe(
    'NGN',
  );
});

test('a call that comes again with its key is not worked on again: the bank is asked for the name once', async () => {
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(10_000_00));
  const { resolveAccount } = fake;
  let requestCount = 0;
  fake.resolveAccount = (bank, number) => {
    requestCount++;
    return resolveAccount(bank, number);
  };
  const staff = { type: 'disburse' as const, staffName: 'Bisi', staffEmail: 'bisi@example.test' };
  const body = { ...ownAccountPayout(minor(1_000_00), { accountNumber: '0333333333' }), ...staff };
  const pay = () => owner.call(api.withdrawals.create, { params, body }, { idempotencyKey: 'once' });
  const first = await pay();
  expect(requestCount).toBeGreaterThan(0);
  const after = requestCount;
  for (let time = 0; time < 3; time++) expect(await pay()).toEqual(first);
  fake.resolveAccount = resolveAccount;
  expect(requestCount).toBe(after);
});

const propose = async (): Promise<string> => {
  const prompt = 'Invoice Ada Obi 45k for a cake';
  const { data } = await owner.call(api.assistant.conversation, { params, body: { prompt } });
  return data.outcome.proposalId ?? '';
};

test('a proposal that was taken back is neither read as an open one nor used up, whichever is asked', async () => {
  const id = await propose();
  const row = await proposalById(app.store.db, owner.businessId, id);
  if (!row) throw new Error('nothing was proposed');
  expect((await act((ctx) => openProposal(ctx, id))).id).toBe(id);
  await act((ctx) => closeProposal(ctx, row, 'withdrawn'));
  const before = await proposalById(app.store.db, owner.businessId, id);
  expect(before?.state).toBe('withdrawn');
  expect(await codeOf(act((ctx) => openProposal(ctx, id)))).toBe('proposal_withdrawn');
  // As somebody would who had read it just before.
  expect(await codeOf(act((ctx) => closeProposal(ctx, row, 'done')))).toBe('proposal_withdrawn');
  expect(await proposalById(app.store.db, owner.businessId, id)).toEqual(before);
});

test('a proposal is for whom it was shown to, not for anybody else who may act for the business', async () => {
  const id = await propose();
  const another = 'usr_00000000000000000000000000';
  expect(await codeOf(act((ctx) => openProposal(ctx, id), another))).toBe('proposal_outdated');
  expect(await codeOf(act((ctx) => openProposal(ctx, id)))).toBe('done');
});

test.each(['accepted and declined', 'made an invoice twice'])(
  'a quote is not %s, even by somebody who read it before the first answer',
  async (how) => {
    const { id, publicId } = await sentQuote(owner, { onAcceptance: 'ask' });
    const read = async () => (await findQuote(app.system.db, owner.businessId, id)) as Quote;
    const before = await read();
    await accept(app, publicId);
    const accepted = await read();
    const isInvoiced = how.includes('invoice');
    if (isInvoiced) await owner.call(api.quotes.toInvoice, { params: { ...params, id } });
    const answer = isInvoiced
      ? act((ctx) => recordAnswer(ctx, accepted, { state: 'accepted', invoice: { id, number: 'INV-9' } }))
      : act((ctx) => recordAnswer(ctx, before, { state: 'declined', event: { kind: 'declined' } }));
    expect(await codeOf(answer)).toBe('quote_closed');
    expect((await read()).state).toBe('accepted');
  },
);

test('more than a wallet holds does not move, whatever was asked before', async () => {
  await fundWallet(app, fake, owner, minor(1000_00));
  const { businessId } = owner;
  const move = (amount: number) =>
    codeOf(
      act(async (ctx) => {
        const [from, to] = [available(businessId, 'NGN'), held(businessId, 'NGN')];
        const sums = { amount: minor(amount), currency: 'NGN' } as const;
        await transfer(ctx, { ref: 'test', from, to, ...sums, reason: 'withdrawal_held', sourceId: 'test' });
        throw new AppError('not_found', 'Enough, and undone');
      }),
    );
  expect(await move(1000_01)).toBe('insufficient_balance');
  expect(await move(900_00)).toBe('not_found');
});
