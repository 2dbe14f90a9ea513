import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { plusMs } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { payableByPublicId, publicIdOf } from '#server/modules/invoices/queries/details.ts';
import { balances, currentFreeze } from '#server/modules/ledger/queries.ts';
import { ensureCheckout } from '#server/modules/payments/flows/checkout.ts';
import { reconcile } from '#server/modules/reconciliation/flows/reconcile.ts';
import { expectedBalance } from '#server/modules/reconciliation/queries.ts';
import { checkLedger } from '#server/ops/ledger-checks/check.ts';
import { eventually, newOwner, type Owner, sampleInvoice, type TestApp, testApp } from '../harness.ts';
import { ownAccountPayout, PIN, setPin } from '../money.ts';
import { startPaystackSimulator } from '../simulators/paystack/index.ts';
import type { Simulator } from '../simulators/simulator.ts';

const params = { currency: 'NGN' } as const;
let simulator: Simulator;
let app: TestApp;
let owner: Owner;
let moved = 0;

beforeAll(async () => {
  simulator = await startPaystackSimulator(() => plusMs(new Date(), moved));
  app = await testApp(simulator.settings);
  owner = await newOwner(app);
  await setPin(owner);
});
afterAll(async () => {
  await app.close();
  await simulator.close();
});

const advance = (ms: number): void => {
  moved += ms;
  app.advance(ms);
};
const run = () => {
  const [provider] = app.system.ports.payments.all;
  if (!provider) throw new Error('a provider is in use');
  const until = app.config.clock();
  return reconcile(app.scope(), provider, { from: plusMs(until, -26 * HOUR_MS), until });
};

async function opened(amount: number): Promise<string> {
  const items = [{ description: 'Work', quantity: 1_000_000, rate: minor(amount) }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: sampleInvoice({ taxRate: 0, items }),
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  const publicId = await publicIdOf(app.system.db, owner.businessId, 'NGN', data.id);
  const invoice = publicId && (await payableByPublicId(app.scope(), publicId));
  const checkout = invoice && (await ensureCheckout(app.scope(), invoice));
  if (!checkout) throw new Error('no checkout was started');
  return checkout.reference;
}

const kindsOf = async (outcome: 'mended' | 'needs_review') =>
  (
    await app.system.db.selectFrom('discrepancies').select('kind').where('outcome', '=', outcome).execute()
  ).map(({ kind }) => kind);

test('with every notice lost, all that happened at the provider is booked, and its books are ours', async () => {
  const [first, second, third, fourth] = [
    await opened(5_000_000),
    await opened(2_000_000),
    await opened(1_000_000),
    await opened(700_000),
  ];
  const fullPayment = simulator.pay(first);
  simulator.pay(second, { amount: minor(1_500_000) });
  const back = simulator.pay(third);
  simulator.refundByProvider(simulator.pay(fourth));
  simulator.payUnknownReference(minor(300_000));
  simulator.takeWebhooks();
  advance(HOUR_MS);
  expect(await run()).toMatchObject({ found: 5, mended: 5, problem: null });
  expect(await kindsOf('mended')).toEqual(Array(5).fill('payment_missing_here'));

  simulator.payoutsEnd('processing');
  await owner.call(api.withdrawals.create, { params, body: ownAccountPayout(minor(1_000_000)) });
  const reference = await eventually(async () => {
    return simulator.ledger.payouts[0]?.reference;
  });
  await eventually(async () => (await statusOf(reference)) === 'processing');
  const { data: paid } = await owner.call(api.payments.list, { params });
  const ours = paid.transactions.find(({ amount }) => amount === 5_000_000);
  const part = { amount: minor(500_000), reason: 'One tray too many', pin: PIN };
  simulator.refundsEnd('processing');
  await owner.call(api.payments.refund, { params: { ...params, id: ours?.id ?? '' }, body: part });
  await eventually(async () => simulator.ledger.refunds.some(({ amount }) => amount === 500_000));
  simulator.refundByProvider(back, minor(400_000));
  simulator.decidePayout(reference, 'completed');
  simulator.takeWebhooks();
  advance(HOUR_MS);
  expect(await run()).toMatchObject({ found: 2, mended: 2, problem: null });
  simulator.decidePayout(reference, 'reversed');
  simulator.decideRefunds(fullPayment, 'completed');
  simulator.takeWebhooks();
  advance(HOUR_MS);
  expect(await run()).toMatchObject({ found: 1, mended: 1, problem: null });
  expect(await statusOf(reference)).toBe('reversed');

  expect(await kindsOf('needs_review')).toEqual([]);
  expect(await currentFreeze(app.system.db)).toBeNull();
  expect((await checkLedger(app.system.db)).filter(({ breaches }) => breaches.length > 0)).toEqual([]);
  // The refund we sent is still held: its word comes with the next question.
  const { held } = await balances(app.system.db, owner.businessId, 'NGN');
  const { books } = await expectedBalance(app.system.db, 'paystack', 'NGN', '2000-01-01');
  expect(held).toBe(500_000);
  expect(books - held).toBe(simulator.ledger.balance);
});

const statusOf = async (reference: string) =>
  (
    await app.system.db
      .selectFrom('withdrawals')
      .select('status')
      .where('reference', '=', reference)
      .executeTakeFirst()
  )?.status;
