import fc from 'fast-check';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { minor } from '#core/money.ts';
import { invariants } from '#server/ops/ledger-checks/invariants.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { newOwner, type Owner, sampleInvoice, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { rounds } from '../../../../tests/length.ts';
import { payInvoice } from '../../../../tests/money.ts';
import { queriesDuring } from '../../../../tests/query-count.ts';

const params = { currency: 'NGN' as const };
const fake = createFakeProvider();
let app: TestApp;
beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());

type Bill = { customer: number; naira: number; sent: boolean; paid: number; deleted: boolean };
const bill = fc.record({
  customer: fc.integer({ min: 0, max: 3 }),
  naira: fc.integer({ min: 1, max: 50 }),
  sent: fc.boolean(),
  paid: fc.integer({ min: 0, max: 3 }),
  deleted: fc.boolean(),
});

async function make(owner: Owner, customerId: string, { naira, sent, paid, deleted }: Bill) {
  const { clientEmail: _, clientName: __, ...body } = sampleInvoice({ customerId, taxRate: 0 });
  const items = [{ description: 'Rice', quantity: 1_000_000, rate: minor(naira * 30_00) }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: { ...body, items, amount: undefined },
  });
  if (!sent) return;
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  const amount = minor(naira * 10_00 * paid);
  if (amount > 0) await payInvoice(app, fake, { businessId: owner.businessId, invoiceId: data.id, amount });
  else if (deleted) await owner.call(api.invoices.remove, { params, body: { invoiceId: data.id } });
}

const people = (owner: Owner, sort: 'owes' | '-owes' | 'lastPaid' | '-lastPaid', page = {}) =>
  owner.call(api.customers.list, { params, query: { sort, ...page } });

test('what customers owe and when they last paid is what their invoices and payments say, in every order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(bill, { maxLength: 6 }), async (bills) => {
      const owner = await newOwner(app);
      const ids: string[] = [];
      for (const name of ['Ada', 'Bola', 'Chidi', 'Dele']) {
        const body = { name, email: `${name.toLowerCase()}@example.test` };
        ids.push((await owner.call(api.customers.create, { params, body })).data.id);
      }
      for (const one of bills) await make(owner, ids[one.customer] ?? '', one);
      const { data: invoices } = await owner.call(api.invoices.list, { params, query: {} });
      const { data: money } = await owner.call(api.payments.list, { params, query: {} });
      const { data } = await people(owner, '-owes');
      for (const customer of data.customers) {
        const open = invoices.filter(
          (invoice) =>
            invoice.customerName === customer.name && ['sent', 'due', 'overdue'].includes(invoice.status),
        );
        const paid = money.transactions.filter(({ customerId }) => customerId?.id === customer.id);
        const last = paid.map(({ completedAt }) => completedAt?.getTime() ?? 0).sort((a, b) => b - a)[0];
        const { data: page } = await owner.call(api.customers.details, {
          params: { ...params, id: customer.id },
        });
        const owes = open.reduce((sum, { balance }) => sum + balance, 0);
        expect([customer.owes, page.owes, page.paid]).toEqual([
          owes,
          owes,
          paid.reduce((sum, { amount }) => sum + amount, 0),
        ]);
        expect([customer.lastPaidAt?.getTime(), page.lastPaidAt?.getTime()]).toEqual([last, last]);
        expect(page.oldestUnpaid === null).toBe(open.length === 0);
      }
      for (const sort of ['owes', '-owes', 'lastPaid', '-lastPaid'] as const) {
        const key = ({ owes, lastPaidAt }: (typeof data.customers)[number]) =>
          sort.endsWith('owes') ? owes : (lastPaidAt?.getTime() ?? 0);
        const all = (await people(owner, sort)).data.customers;
        const keys = all.map(key);
        expect(keys).toEqual(keys.toSorted((a, b) => (sort.startsWith('-') ? b - a : a - b)));
        const first = await people(owner, sort, { limit: 2 });
        const second = await people(owner, sort, { limit: 2, cursor: first.page.nextCursor ?? '' });
        expect([first, second].flatMap((one) => one.data.customers.map(({ id }) => id))).toEqual(
          all.map(({ id }) => id),
        );
      }
      for (const { id, breaches } of invariants.filter((one) => one.id === 'FIG-3'))
        expect((await sql.raw(breaches).execute(app.store.db)).rows, id).toEqual([]);
    }),
    { numRuns: rounds(2, 60) },
  );
});

test('a customer’s page names what is owed and paid in the other currency', async () => {
  const owner = await newOwner(app);
  const dollars = { currency: 'USD' as const };
  const { clientEmail: _, clientName: __, ...body } = sampleInvoice({ taxRate: 0 });
  const { data: ada } = await owner.call(api.customers.create, {
    params,
    body: { name: 'Ada', email: 'ada@example.test' },
  });
  const elsewhere = async (currency: 'NGN' | 'USD') =>
    (await owner.call(api.customers.details, { params: { currency, id: ada.id } })).data.elsewhere;
  expect(await elsewhere('NGN')).toBeNull();
  const { data: invoice } = await owner.call(api.invoices.create, {
    params: dollars,
    body: { ...body, customerId: ada.id },
  });
  await owner.call(api.invoices.send, {
    params: dollars,
    body: { invoiceId: invoice.id, channels: ['whatsapp'] },
  });
  expect(await elsewhere('NGN')).toEqual({ currency: 'USD', owes: invoice.totalAmount, paid: 0 });
  expect(await elsewhere('USD')).toBeNull();
});

test('the list reads as often for many customers as for one', async () => {
  const owner = await newOwner(app);
  const importRows = (rows: { name: string; email: string }[]) =>
    owner.call(api.customers.import, { params, body: { rows, onExisting: 'skip' } });
  const counted = (sort: 'owes' | '-lastPaid') =>
    queriesDuring(() => people(owner, sort, { limit: 50 }), /customer/);
  await importRows([{ name: 'Ada', email: 'ada@example.test' }]);
  // The first call opens the business's connection.
  await people(owner, 'owes');
  const one = await counted('owes');
  await importRows(Array.from({ length: 60 }, (_, at) => ({ name: `C${at}`, email: `c${at}@example.test` })));
  expect(await counted('owes')).toBe(one);
  expect(await counted('-lastPaid')).toBe(one);
});
