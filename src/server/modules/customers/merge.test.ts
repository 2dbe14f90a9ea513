import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import {
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  sharedApp,
  type TestApp,
} from '../../../../tests/harness.ts';
import { payInvoice } from '../../../../tests/money.ts';
import { customerTables } from './commands/merge.ts';

const params = { currency: 'NGN' as const };
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;
beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());
beforeEach(async () => {
  owner = await newOwner(app);
});

type Body = { name: string; email?: string; phone?: string };
const add = async (body: Body) => (await owner.call(api.customers.create, { params, body })).data.id;
const details = async (id: string) =>
  (await owner.call(api.customers.details, { params: { ...params, id } })).data;
const merge = (id: string, customerId: string, by = owner) =>
  by.call(api.customers.merge, { params: { ...params, id }, body: { customerId } });
async function invoice(customerId: string, naira = 1000) {
  const { clientEmail: _, clientName: __, ...body } = sampleInvoice({ customerId, taxRate: 0 });
  const items = [{ description: 'Rice', quantity: 1_000_000, rate: minor(naira * 100) }];
  const { data } = await owner.call(api.invoices.create, {
    params,
    body: { ...body, items, amount: undefined },
  });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
  return data.id;
}

test('all of one customer moves to the other, once, and what it lacked comes along', async () => {
  const kept = await add({ name: 'Ada Obi', phone: '0803 000 0001' });
  const other = await add({ name: 'Adaobi', email: 'ada@example.test', phone: '0803 000 0002' });
  await owner.call(api.customers.update, {
    params: { ...params, id: other },
    body: { remindersOff: true, notes: 'Pays on Fridays', language: 'ig' },
  });
  const [first, second] = [await invoice(kept), await invoice(other, 2000)];
  await payInvoice(app, fake, { businessId: owner.businessId, invoiceId: second, amount: minor(500_00) });
  const day = addDays(dateIn(app.scope().now), 7);
  await owner.call(api.reminders.promise, { params, body: { invoiceId: second, day } });
  const { data } = await merge(kept, other);
  expect(data).toMatchObject({
    id: kept,
    name: 'Ada Obi',
    email: 'ada@example.test',
    phone: '+2348030000001',
    language: 'ig',
    remindersOff: true,
    owes: 2500_00,
    paid: 500_00,
    invoices: 2,
    notes: 'Pays on Fridays\nAlso: Adaobi, 0803 000 0002',
  });
  const again = await merge(kept, other);
  expect(again.data).toEqual(data);
  const list = await owner.call(api.customers.list, { params, query: {} });
  expect(list.data.customers.map(({ id }) => id)).toEqual([kept]);
  const bills = await owner.call(api.invoices.list, { params, query: { customerId: kept } });
  expect(bills.data.map(({ id }) => id).sort()).toEqual([first, second].sort());
  const money = await owner.call(api.payments.list, { params, query: { customerId: kept } });
  expect(money.data.transactions).toHaveLength(1);
  const promised = await owner.call(api.reminders.ofCustomer, { params: { ...params, id: kept } });
  expect(promised.data.promises).toHaveLength(1);
  const { data: log } = await owner.call(api.activities.list, { params });
  expect(log.activities[0]).toMatchObject({
    activityType: 'customer_merged',
    description: 'Adaobi was merged into Ada Obi',
  });
  const { rows } = await sql`select detail from security_events where business_id = ${owner.businessId}
    and event = 'customers_merged'`.execute(app.store.db);
  expect(rows).toEqual([{ detail: `${other} into ${kept}` }]);
  expect(await refusalOf(merge(other, kept))).toMatchObject({ status: 404 });
});

test('an invoice written for one that was merged meanwhile goes to the one it became', async () => {
  const kept = await add({ name: 'Ada Obi', email: 'ada@example.test' });
  const other = await add({ name: 'Adaobi', email: 'adaobi@example.test' });
  const draft = sampleInvoice({ customerId: other, taxRate: 0 });
  const { data: written } = await owner.call(api.invoices.create, { params, body: draft });
  await merge(kept, other);
  const { data: made } = await owner.call(api.invoices.create, { params, body: draft });
  expect(made).toMatchObject({
    customerId: kept,
    customerName: 'Ada Obi',
    customerEmail: 'ada@example.test',
  });
  const where = { ...params, invoiceId: written.id };
  const { data: changed } = await owner.call(api.invoices.update, { params: where, body: draft });
  expect(changed.customerId).toBe(kept);
  await owner.call(api.invoices.send, { params, body: { invoiceId: written.id } });
  const { data: revised } = await owner.call(api.invoices.revise, {
    params: where,
    body: { ...draft, title: 'Two trays' },
  });
  expect(revised.invoice).toMatchObject({ customerId: kept, title: 'Two trays' });
  await owner.call(api.customers.remove, { params: { ...params, id: kept } });
  expect(await refusalOf(owner.call(api.invoices.create, { params, body: draft }))).toMatchObject({
    status: 404,
  });
});

test('every table with rows of a customer is moved', async () => {
  const { rows } = await sql<{ name: string }>`select c.table_name as name from information_schema.columns c
    join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'customer_id' and table_type = 'BASE TABLE'`.execute(
    app.store.db,
  );
  // Kept by triggers, and the customer of sales without a name, who is never merged.
  const others = ['customer_figures', 'counters'];
  expect(rows.map(({ name }) => name).sort()).toEqual([...customerTables, ...others].sort());
});

test('who asked for no messages gets none after a merge either', async () => {
  const kept = await add({ name: 'Ada', email: 'ada@example.test', phone: '0803 000 0001' });
  const other = await add({ name: 'Ada', email: 'ada@work.test', phone: '0803 000 0002' });
  for (const [channel, address] of [
    ['email', 'ada@work.test'],
    ['whatsapp', '2348030000002'],
  ])
    await sql`insert into message_stops values (${owner.businessId}, ${channel}, ${address}, now())`.execute(
      app.store.db,
    );
  const agree = (id: string, whatsappConsent: boolean) =>
    owner.call(api.customers.update, { params: { ...params, id }, body: { whatsappConsent } });
  await agree(kept, true);
  await agree(other, true);
  await agree(other, false);
  expect((await merge(kept, other)).data.whatsappConsent).toBe(false);
  const { rows } = await sql<{ address: string }>`select address from message_stops
    where business_id = ${owner.businessId} order by address`.execute(app.store.db);
  expect(rows.map(({ address }) => address)).toEqual([
    '2348030000001',
    '2348030000002',
    'ada@example.test',
    'ada@work.test',
  ]);
});

test("itself, an unknown one, another business's and walk-in sales are refused", async () => {
  const kept = await add({ name: 'Ada', email: 'ada@example.test' });
  expect(await refusalOf(merge(kept, kept))).toMatchObject({
    status: 422,
    errors: [{ path: 'customerId' }],
  });
  const mine = owner;
  owner = await newOwner(app);
  const theirs = await add({ name: 'Obi', email: 'obi@example.test' });
  for (const [id, other] of [
    [kept, theirs],
    [theirs, kept],
    [kept, 'cus_unknown'],
    ['x', kept],
  ] as const)
    expect(await refusalOf(merge(id, other, mine))).toMatchObject({ status: 404 });
  owner = mine;
  const walkIn = await add({ name: 'Counter customer', phone: '0803 000 0009' });
  await sql`insert into counters (business_id, customer_id) values (${owner.businessId}, ${walkIn})`.execute(
    app.store.db,
  );
  expect(await refusalOf(merge(kept, walkIn))).toMatchObject({ status: 409 });
  expect((await details(kept)).name).toBe('Ada');
});
