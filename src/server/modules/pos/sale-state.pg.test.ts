import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import type { SystemCtx } from '#server/kernel/scope.ts';
import { cancelAwaiting, expireSales } from '#server/modules/invoices/commands/pos-sale.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import { eventually, newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';

// A sale is paid, cancelled and expired by one conditional update each: of those that come at once one finds it waiting.
const params = { currency: 'NGN' } as const;
const TWO_HOURS_MS = 2 * 3_600_000;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({}, { sweeps: false, ports: paidBy(fake) });
  owner = await newOwner(app);
});
afterAll(() => app.close());

type Sale = { id: string; reference: string };

async function openSale(): Promise<Sale> {
  const { data } = await owner.call(api.counter.sell, { params, body: { amount: minor(500_00) } });
  await fetch(data.payUrl);
  const { reference } = await app.system.db
    .selectFrom('checkouts')
    .select('reference')
    .where('invoice_id', '=', data.invoiceId)
    .executeTakeFirstOrThrow();
  return { id: data.invoiceId, reference };
}

const inTransaction = <T>(work: (ctx: SystemCtx) => Promise<T>) => app.scope().transactAsSystem(work);
const pay =
  ({ reference }: Sale) =>
  (ctx: SystemCtx) =>
    recordPayment(ctx, fake, reported(reference, minor(500_00)));
const rowOf = ({ id }: Sale) =>
  app.system.db
    .selectFrom('invoices')
    .select(['state', 'paid_minor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Does `first`, and before it is committed `second`, which has to wait for it. */
async function meanwhile(first: (ctx: SystemCtx) => Promise<unknown>, second: () => Promise<unknown>) {
  let waiting: Promise<unknown> = Promise.resolve();
  await inTransaction(async (ctx) => {
    await first(ctx);
    waiting = second();
    await eventually(async () => {
      const { rows } = await sql`select 1 from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(app.system.db);
      return rows.length > 0;
    });
  });
  await waiting;
}

test('a sale whose money is being booked does not expire', async () => {
  const sale = await openSale();
  app.advance(TWO_HOURS_MS);
  await meanwhile(pay(sale), () => inTransaction(expireSales));
  expect(await rowOf(sale)).toEqual({ state: 'active', paid_minor: 500_00 });
});

test('money that comes while a sale expires is its customer’s credit', async () => {
  const sale = await openSale();
  app.advance(TWO_HOURS_MS);
  await meanwhile(expireSales, () => inTransaction(pay(sale)));
  expect(await rowOf(sale)).toEqual({ state: 'expired', paid_minor: 0 });
});

test('a sale that is being cancelled does not expire as well', async () => {
  const sale = await openSale();
  app.advance(TWO_HOURS_MS);
  await meanwhile(
    (ctx) => cancelAwaiting(ctx, owner.businessId, 'NGN', sale.id),
    () => inTransaction(expireSales),
  );
  expect((await rowOf(sale)).state).toBe('cancelled');
});

test('paid, cancelled and expired at once, each sale ends one way and its money is booked once', async () => {
  const ended: Record<string, number> = {};
  for (let trial = 0; trial < 12; trial++) {
    const sale = await openSale();
    app.advance(TWO_HOURS_MS);
    const tries = [
      () => inTransaction(pay(sale)),
      () =>
        owner.call(api.counter.cancel, { params: { ...params, id: sale.id } }).then(
          () => 'cancelled',
          (error) => (error instanceof ApiError ? error.code : String(error)),
        ),
      () => inTransaction(expireSales),
    ];
    const turned = [...tries.slice(trial % 3), ...tries.slice(0, trial % 3)];
    const answers = await Promise.all(turned.map((one) => one()));
    const { state, paid_minor } = await rowOf(sale);
    expect(paid_minor).toBe(state === 'active' ? 500_00 : 0);
    expect(answers.includes('cancelled')).toBe(state === 'cancelled');
    ended[state] = (ended[state] ?? 0) + 1;
  }
  expect(Object.values(ended).reduce((sum, count) => sum + count, 0)).toBe(12);
  expect(ended.awaiting_payment).toBeUndefined();
});
