import { afterAll, beforeAll, expect, test } from 'vitest';
import { api, endpoints } from '#contract/index.ts';
import { plusMs } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { minor } from '#core/money.ts';
import { csvFiles } from '#server/modules/account/queries/csv.ts';
import { issuedIn } from '#server/modules/analytics/queries/sales.ts';
import { dueSummaries, owedUntil } from '#server/modules/analytics/queries/weekly-summary.ts';
import { cancelAwaiting, expireSales } from '#server/modules/invoices/commands/pos-sale.ts';
import { countPendingSales } from '#server/modules/invoices/queries/pos-sale.ts';
import {
  billedCustomers,
  debtByCustomer,
  searchInvoices,
  sumInvoices,
} from '#server/modules/invoices/queries/search.ts';
import { targetsOf } from '#server/modules/invoices/tools/targets.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { openPublicSale } from './commands.ts';
import { dueReminders } from '#server/modules/reminders/queries/due.ts';
import { newlyOverdue } from '#server/modules/reminders/queries/overdue.ts';
import { openInvoicesOf } from '#server/modules/whatsapp/queries/contacts.ts';
import { openDebts } from '#server/ops/privacy/erase.ts';
import { findPerson } from '#server/ops/privacy/person.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import { newOwner, type Owner, refusalOf, type TestApp, testApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
const PHONE = '2348031234567';
const fake = createFakeProvider();

// A Sunday, so that the next day is one of summaries.
const CLOCK = '2026-11-01T09:00:00Z';

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ CLOCK }, { ports: paidBy(fake) });
});
afterAll(() => app.close());

async function sell(owner: Owner, customerId?: string) {
  const body = { amount: minor(1200_00), ...(customerId ? { customerId } : {}) };
  const { data } = await owner.call(api.counter.sell, { params, body });
  return { id: data.invoiceId, number: data.invoiceNumber, payUrl: data.payUrl };
}

async function pay({ id, payUrl }: { id: string; payUrl: string }): Promise<void> {
  await fetch(payUrl);
  const { reference } = await app.system.db
    .selectFrom('checkouts')
    .select('reference')
    .where('invoice_id', '=', id)
    .executeTakeFirstOrThrow();
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, reported(reference, minor(500_00))));
}

const rowOf = (id: string) =>
  app.system.db
    .selectFrom('invoices')
    .select(['state', 'deleted_at', 'paid_minor'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();

/** Answers of every list, sum, search, reminder and export, each by its name. */
async function everywhere(owner: Owner): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  const lists = endpoints.filter(
    ({ endpoint }) => endpoint.method === 'GET' && /^\/api\/:currency\/[^:]*$/.test(endpoint.path),
  );
  const paths = lists.map(({ endpoint }) => endpoint.path.replace(':currency', 'ngn'));
  const all = paths.find((path) => path.endsWith('get-all-invoices'));
  for (const path of [
    ...paths,
    ...['overdue', 'due', 'sent'].map((status) => `${all}?status=${status}`),
    `${all}?search=chidi`,
    `/api/ngn/analytics/${owner.businessId}`,
    `/api/ngn/user/get-business-payment-info/${owner.businessId}`,
  ]) {
    const answer = await fetch(`${app.url}${path}`, {
      headers: { Authorization: `Bearer ${owner.token}` },
    });
    found[path] = (await answer.text()).replace(/"requestId":"[^"]*"|"since":"[^"]*"/g, '');
  }
  const { db } = app.system;
  const tomorrow = plusMs(app.scope().now, 24 * HOUR_MS);
  const [whose, day] = [{ businessId: owner.businessId, currency: 'NGN' } as const, '2026-11-02'];
  const scope = { db, now: tomorrow, actor: { businessId: owner.businessId } } as Parameters<
    typeof targetsOf
  >[0];
  const period = { from: '2026-10-01', to: '2026-11-30' };
  const csv: string[] = [];
  for (const { chunks: pieces } of csvFiles(db, owner.businessId))
    for await (const piece of pieces) csv.push(piece);
  const queries = {
    newlyOverdue: await newlyOverdue(db, tomorrow),
    toLookAt: await dueReminders(db, tomorrow),
    dueSummaries: await dueSummaries(db, tomorrow),
    owedUntil: await owedUntil(db, owner.businessId, day),
    issued: await issuedIn(db, whose, period, null, day),
    asked: await searchInvoices(db, whose, {}, day, 50),
    sums: await sumInvoices(db, whose, {}, day),
    owed: await debtByCustomer(db, whose, {}, day, 50),
    billed: await billedCustomers(db, owner.businessId, 'Passer-by'),
    targets: await targetsOf(scope, { status: 'unpaid' }, 'unpaid'),
    owedBy: await openInvoicesOf(db, PHONE, scope.now),
    openDebts: await openDebts({ tx: db as never }, await findPerson(db, PHONE)),
    csv,
  };
  for (const [name, value] of Object.entries(queries)) found[name] = JSON.stringify(value);
  return found;
}

test('a sale that awaits payment is in no list, sum, search, reminder or export before money comes, nor once it was cancelled', async () => {
  const owner = await newOwner(app);
  const { code } = (await owner.call(api.counter.open, {})).data;
  const { data: customer } = await owner.call(api.customers.create, {
    params,
    body: { name: 'Chidi', email: 'chidi@example.test', phone: `+${PHONE}` },
  });
  const before = await everywhere(owner);
  const sale = await sell(owner, customer.id);
  await app.scope().transactAsSystem((ctx) =>
    openPublicSale(ctx, code, {
      businessId: owner.businessId,
      amount: minor(700_00),
      name: 'Passer-by',
      words: '',
      idempotencyKey: 'form',
    }),
  );
  expect(await everywhere(owner)).toEqual(before);
  expect(await countPendingSales(app.system.db, owner.businessId)).toBe(2);
  const other = await sell(owner, customer.id);
  await owner.call(api.counter.cancel, { params: { ...params, id: other.id } });
  // The spreadsheet of invoices tells it as removed.
  expect(await everywhere(owner)).toEqual({ ...before, csv: expect.stringContaining(other.number) });
  await pay(sale);
  const paid = await everywhere(owner);
  const silent = Object.keys(before).filter((name) => paid[name] === before[name]);
  for (const name of ['newlyOverdue', 'toLookAt', 'dueSummaries', 'owedUntil', 'issued', 'asked', 'csv'])
    expect(silent).not.toContain(name);
  for (const name of ['sums', 'owed', 'targets', 'owedBy', 'openDebts']) expect(silent).not.toContain(name);
});

test('a sale that awaits payment makes nobody a customer before money comes for it, and its owner may remove that one', async () => {
  const owner = await newOwner(app);
  const people = async () => {
    const { data } = await owner.call(api.customers.list, { params });
    const { customers } = (
      await owner.call(api.analytics.paymentInfo, { params: { ...params, id: owner.businessId } })
    ).data;
    return { names: data.customers.map(({ name }) => name), ...customers };
  };
  const sales = [await sell(owner), await sell(owner)];
  expect(await people()).toMatchObject({ names: [], activeCustomers: 0, total: 0 });
  for (const sale of sales.slice(0, 1)) await pay(sale);
  expect(await people()).toMatchObject({ names: ['Counter customer'], activeCustomers: 1, total: 1 });
  const [walkIn] = (await owner.call(api.customers.list, { params })).data.customers;
  await owner.call(api.customers.remove, { params: { ...params, id: walkIn?.id ?? '' } });
  for (const sale of sales.slice(1)) await pay(sale);
  expect(await people()).toMatchObject({ names: [], activeCustomers: 0, total: 1 });
});

test('a sale that awaits payment is active once money came, expired after two hours without, cancelled by its owner, and each once', async () => {
  const owner = await newOwner(app);
  const [paid, late, cancelled] = [await sell(owner), await sell(owner), await sell(owner)];
  await pay(paid);
  await fetch(cancelled.payUrl);
  await owner.call(api.counter.cancel, { params: { ...params, id: cancelled.id } });
  app.advance(2 * HOUR_MS);
  await app.scope().transactAsSystem(expireSales);
  expect(await rowOf(paid.id)).toEqual({ state: 'active', deleted_at: null, paid_minor: 500_00 });
  expect(await rowOf(late.id)).toEqual({ state: 'expired', deleted_at: null, paid_minor: 0 });
  expect(await rowOf(cancelled.id)).toEqual({ state: 'cancelled', deleted_at: null, paid_minor: 0 });
  await app.scope().transactAsSystem(async (ctx) => {
    for (const { id } of [paid, late, cancelled])
      expect(await cancelAwaiting(ctx, owner.businessId, 'NGN', id)).toBe(false);
  });
  for (const { id, status } of [
    { ...paid, status: 409 },
    { ...late, status: 404 },
  ]) {
    const again = owner.call(api.counter.cancel, { params: { ...params, id } });
    expect(await refusalOf(again)).toMatchObject({ status });
  }
  await pay(cancelled);
  expect((await rowOf(cancelled.id)).state).toBe('cancelled');
  const { data } = await owner.call(api.payments.list, { params, query: { credit: 'left' } });
  expect(data.transactions.map((one) => one.creditAmount)).toEqual([500_00]);
});

test('cannot be deleted, and its owner may take it back into the lists after it ended', async () => {
  const owner = await newOwner(app);
  const sale = await sell(owner);
  const body = { invoiceId: sale.id };
  expect(await refusalOf(owner.call(api.invoices.remove, { params, body }))).toMatchObject({ status: 409 });
  await owner.call(api.counter.cancel, { params: { ...params, id: sale.id } });
  await owner.call(api.invoices.restore, { params, body });
  const { data } = await owner.call(api.invoices.list, { params });
  expect(data.map((one) => one.invoiceNumber)).toEqual([sale.number]);
  await owner.call(api.invoices.remove, { params, body });
  expect(await rowOf(sale.id)).toMatchObject({ state: 'active', deleted_at: expect.any(Date) });
});

test('is opened once by a form, and anew by the same form when it ended', async () => {
  const owner = await newOwner(app);
  const { code } = (await owner.call(api.counter.open, {})).data;
  const wish = {
    businessId: owner.businessId,
    amount: minor(700_00),
    name: '',
    words: '',
    idempotencyKey: 'form',
  };
  const open = () => app.scope().transactAsSystem((ctx) => openPublicSale(ctx, code, wish));
  const first = await open();
  expect(await open()).toBe(first);
  app.advance(2 * HOUR_MS);
  await app.scope().transactAsSystem(expireSales);
  const second = await open();
  expect(second).not.toBe(first);
  expect(await open()).toBe(second);
});
