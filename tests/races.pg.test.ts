import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { transfer } from '#server/modules/ledger/commands/transfer.ts';
import { available, clearing } from '#server/modules/ledger/rules.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { createFakeProvider, paidBy, payoutState, postWebhook, reported } from './fake-provider.ts';
import { eventually, newOwner, type Owner, sampleInvoice, sharedApp, type TestApp } from './harness.ts';
import { fundWallet, ownAccountPayout, setPin, openCheckout } from './money.ts';

// Races can only be seen where transactions really run side by side: on a PostgreSQL server.
const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;

beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : String(error));

async function fundedOwner(amount: number): Promise<Owner> {
  const owner = await newOwner(app);
  await setPin(owner);
  await fundWallet(app, fake, owner, minor(amount));
  return owner;
}

test('of 20 simultaneous withdrawals of everything exactly one is taken, trial after trial', async () => {
  fake.onSend = () => ({ reported: payoutState('processing'), truth: payoutState('processing') });
  for (let trial = 0; trial < 5; trial++) {
    const owner = await fundedOwner(1_000_00);
    const { available } = (await owner.call(api.withdrawals.balance, { params })).data;
    const everything = ownAccountPayout(minor(available - 50_00));
    const results = await Promise.all(
      Array.from({ length: 20 }, () =>
        owner.call(api.withdrawals.create, { params, body: everything }).then(() => 'taken', codeOf),
      ),
    );
    expect(results.filter((result) => result === 'taken')).toHaveLength(1);
    expect((await owner.call(api.withdrawals.balance, { params })).data.available).toBe(0);
  }
});

test('one key asked for 30 times at once makes one invoice and one answer', async () => {
  const owner = await newOwner(app);
  const body = sampleInvoice();
  const ids = await Promise.all(
    Array.from({ length: 30 }, () =>
      owner.call(api.invoices.create, { params, body }, { idempotencyKey: 'k' }).then((made) => made.data.id),
    ),
  );
  expect(new Set(ids).size).toBe(1);
  expect((await owner.call(api.invoices.list, { params })).data).toHaveLength(1);
});

test('40 invoices made at once are numbered 1 to 40', async () => {
  const owner = await newOwner(app);
  const numbers = await Promise.all(
    Array.from({ length: 40 }, () =>
      owner
        .call(api.invoices.create, { params, body: sampleInvoice() })
        .then((made) => made.data.invoiceNumber),
    ),
  );
  expect(numbers.sort()).toEqual(
    Array.from({ length: 40 }, (_, i) => `INV-${String(i + 1).padStart(4, '0')}`),
  );
});

test('100 parallel PIN guesses are judged five times at most', async () => {
  const owner = await fundedOwner(500_00);
  const guesses = await Promise.all(
    Array.from({ length: 100 }, (_, i) =>
      owner
        .call(api.business.verifyPin, { params, body: { pin: String(3000 + i) } })
        .then(() => 'right', codeOf),
    ),
  );
  expect(guesses.filter((guess) => guess === 'incorrect_pin').length).toBeLessThanOrEqual(5);
  // Where too many wait, the rest get Retry-After.
  const refused = guesses.filter((guess) => guess === 'pin_locked' || guess === 'too_many_requests');
  expect(refused.length).toBeGreaterThanOrEqual(95);
});

test('a payment told of 25 times at once under several events is credited once', async () => {
  const owner = await newOwner(app);
  const { data } = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  const asked = { businessId: owner.businessId, invoiceId: data.id, amount: data.totalAmount };
  await openCheckout(app, asked, 'ref-race');
  const payment = reported('ref-race', data.totalAmount);
  fake.transactions.set(payment.transactionId, payment);
  await Promise.all(
    Array.from({ length: 25 }, (_, i) => postWebhook(app.url, payment.transactionId, `race-${i % 10}`)),
  );
  await eventually(async () => {
    const waiting = await app.system.db
      .selectFrom('payment_notices')
      .select('event_id')
      .where('state', '=', 'received')
      .execute();
    return waiting.length === 0;
  });
  expect((await owner.call(api.withdrawals.balance, { params })).data.available).toBe(data.totalAmount - 100);
});

test('transfers that share an account with many others never wait for each other in a circle', async () => {
  const { db } = app.system;
  const move = (worker: number, at: number) =>
    // The bare transaction: deadlocks are not tried again here.
    db.transaction().execute((tx) =>
      transfer({ tx, now: app.config.clock() } as unknown as SystemCtx, {
        ref: `circle:${worker}:${at}`,
        from: clearing('circle', 'NGN'),
        to: available(`biz_circle${worker}`, 'NGN'),
        amount: minor(100),
        currency: 'NGN',
        reason: 'opening_balance',
        sourceId: 'circle',
      }),
    );
  const workers = Array.from({ length: 10 }, async (_, worker) => {
    for (let at = 0; at < 60; at++) await move(worker, at);
  });
  const ended = await Promise.allSettled(workers);
  expect(ended.filter(({ status }) => status === 'rejected')).toEqual([]);
});

test('after all of it the books hold', async () => {
  expect((await checkLedger(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
});
