import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { type DisplayStatus, displayStatusOf } from '#core/invoice/display-status.ts';
import {
  major,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../../tests/harness.ts';
import { type InvoiceStatus, statusOf } from '../rules/invoice.ts';
import { pay } from '../testing.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    CLOCK: '2026-11-02T09:00:00Z',
    SESSION_IDLE_MINUTES: '1000000',
    SESSION_MAX_DAYS: '1000',
  });
});
afterAll(() => app.close({ handmade: true }));

const today = () => dateIn(app.scope().now);
const create = async (owner: Owner, more: Record<string, unknown> = {}) =>
  (
    await owner.call(api.invoices.create, {
      params,
      body: sampleInvoice({ dueDate: addDays(today(), 7), ...more }),
    })
  ).data;

type Query = {
  search?: string;
  status?: string;
  period?: number;
  from?: string;
  to?: string;
  customerId?: string;
  limit?: number;
  cursor?: string;
  sort?: string;
};
type Listed = {
  id: string;
  invoiceNumber: string;
  status: InvoiceStatus;
  displayStatus: DisplayStatus;
  customerName: string;
  totalAmount: number;
  dueDate: string;
};
async function list(owner: Owner, query: Query = {}) {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString();
  const response = await fetch(`${app.url}/api/ngn/invoice/get-all-invoices?${text}`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  return response.json() as Promise<{
    data: Listed[];
    page: { total: number; nextCursor: string | null };
  }>;
}
async function allPages(owner: Owner, query: Query): Promise<Listed[]> {
  const rows: Listed[] = [];
  let cursor: string | null = null;
  do {
    const part: Awaited<ReturnType<typeof list>> = await list(owner, {
      ...query,
      ...(cursor ? { cursor } : {}),
    });
    rows.push(...part.data);
    cursor = part.page.nextCursor;
  } while (cursor);
  return rows;
}
const numbers = async (owner: Owner, query: Query) =>
  (await list(owner, query)).data.map((invoice) => invoice.invoiceNumber);

test('every filter and count agrees with the rule, whatever state an invoice is in and however time passes', async () => {
  const owner = await newOwner(app);
  for (let due = 0; due <= 4; due++) {
    for (const state of ['pending', 'sent', 'paid', 'part', 'deleted', 'paid unsent', 'written off']) {
      const { id, balance } = await create(owner, { dueDate: addDays(today(), due) });
      if (['sent', 'paid', 'part', 'written off'].includes(state))
        await owner.call(api.invoices.send, { params, body: { invoiceId: id, channels: ['whatsapp'] } });
      if (state.startsWith('pa'))
        await pay(app.scope(), {
          businessId: owner.businessId,
          invoiceId: id,
          amount: state === 'part' ? major(1) : major(500_000),
        });
      if (state === 'written off')
        await owner.call(api.writeOffs.writeOff, {
          params: { ...params, id },
          body: { amount: balance, reason: 'They moved away' },
        });
      if (state === 'deleted') await owner.call(api.invoices.remove, { params, body: { invoiceId: id } });
    }
  }
  const groups: Record<string, DisplayStatus[]> = {
    all: ['pending', 'sent', 'part_paid', 'due', 'overdue', 'paid', 'credited', 'written_off'],
    paid: ['paid'],
    credited: ['credited'],
    written_off: ['written_off'],
    pending: ['pending'],
    sent: ['sent'],
    part_paid: ['part_paid'],
    due_today: ['due'],
    overdue: ['overdue'],
    unpaid: ['sent', 'part_paid', 'due', 'overdue'],
  };
  const rows = await app.store.db
    .selectFrom('invoices')
    .selectAll()
    .where('business_id', '=', owner.businessId)
    .orderBy('id', 'desc')
    .execute();
  for (const days of [0, 1, 1, 3]) {
    app.advance(days * DAY_MS);
    for (const [status, filter] of Object.entries(groups)) {
      const isShown = (row: (typeof rows)[number]) =>
        filter.includes(displayStatusOf(statusOf(row, today()), row.paid_minor));
      const expected = rows.filter(isShown).map((row) => row.id);
      const fetched = await list(owner, { status });
      const counted = await list(owner, { status, limit: 1 });
      expect([status, fetched.data.map((invoice) => invoice.id), counted.page.total]).toEqual([
        status,
        expected,
        expected.length,
      ]);
      expect(fetched.data.every((invoice) => filter.includes(invoice.displayStatus))).toBe(true);
    }
    // Due by its date, whatever was paid of it.
    const isDue = (row: (typeof rows)[number]) => ['due', 'overdue'].includes(statusOf(row, today()));
    const due = await list(owner, { status: 'due' });
    expect(due.data.map(({ id }) => id)).toEqual(rows.filter(isDue).map(({ id }) => id));
    expect((await list(owner, { status: 'due', limit: 1 })).page.total).toBe(due.data.length);
  }
});

test('search, customer, dates and pages work together', async () => {
  const owner = await newOwner(app);
  const first = await create(owner, { clientName: 'Ọláwálé Stores', clientEmail: 'wale@shop.test' });
  app.advance(10 * DAY_MS);
  await create(owner, { clientName: 'Chidi_100%', clientEmail: 'chidi@example.test' });
  app.advance(10 * DAY_MS);
  await create(owner, { clientEmail: 'wale@shop.test', clientName: undefined });
  await owner.call(api.invoices.send, { params, body: { invoiceId: first.id, channels: ['whatsapp'] } });

  expect(await numbers(owner, {})).toEqual(['INV-0003', 'INV-0002', 'INV-0001']);
  expect(await numbers(owner, { search: 'ọLÁwálé' })).toEqual(['INV-0003', 'INV-0001']);
  expect(await numbers(owner, { search: 'inv-0002' })).toEqual(['INV-0002']);
  expect(await numbers(owner, { search: 'SHOP.TEST', status: 'overdue' })).toEqual(['INV-0001']);
  expect(await numbers(owner, { search: 'i_1' })).toEqual(['INV-0002']);
  expect(await numbers(owner, { search: '0%' })).toEqual(['INV-0002']);
  expect(await numbers(owner, { customerId: first.customerId })).toEqual(['INV-0003', 'INV-0001']);
  expect(await numbers(owner, { from: addDays(today(), -10) })).toEqual(['INV-0003', 'INV-0002']);
  expect(await numbers(owner, { from: addDays(today(), -9) })).toEqual(['INV-0003']);
  // A period hides nothing that is not paid.
  expect(await numbers(owner, { period: 10 })).toEqual(['INV-0003', 'INV-0002', 'INV-0001']);
  expect(await numbers(owner, { from: '0000-01-01', to: addDays(today(), -20) })).toEqual(['INV-0001']);
  expect(await numbers(owner, { to: '0000-01-01' })).toEqual([]);
  for (const query of [
    { limit: 1 },
    { limit: 1, search: 'inv' },
    { limit: 1, period: 14 },
    { limit: 1, customerId: first.customerId },
    { limit: 1, search: 'inv', status: 'pending' },
  ]) {
    const { limit: _one, ...whole } = query;
    const all = await numbers(owner, whole);
    const paged: string[] = [];
    let cursor: string | null = null;
    do {
      const page: Awaited<ReturnType<typeof list>> = await list(owner, {
        ...query,
        ...(cursor ? { cursor } : {}),
      });
      expect(page.page.total).toBe(all.length);
      paged.push(...page.data.map((invoice) => invoice.invoiceNumber));
      cursor = page.page.nextCursor;
    } while (cursor);
    expect(paged).toEqual(all);
  }
});

const life: InvoiceStatus[] = ['pending', 'sent', 'due', 'overdue', 'paid'];
const compared: Record<string, (row: Listed) => string | number> = {
  number: ({ invoiceNumber }) => invoiceNumber,
  date: ({ id }) => id,
  dueDate: ({ dueDate }) => dueDate,
  amount: ({ totalAmount }) => totalAmount,
  customer: ({ customerName }) => customerName.toLowerCase(),
  status: ({ status }) => life.indexOf(status),
};

test('every order holds across pages, both ways, whatever ties there are', async () => {
  const owner = await newOwner(app);
  const amounts = [major(900), major(900), major(1_000_000_000), major(25.5)];
  for (let n = 0; n < 11; n++) {
    const name = ['bisi', 'Ada', 'ada', 'Chike & Sons Ltd'][n % 4] ?? '';
    const { id } = await create(owner, {
      clientName: name,
      clientEmail: `${name.replace(/\W/g, '')}@orders.test`,
      dueDate: addDays(today(), n % 3),
      taxRate: 0,
      items: [{ description: 'Rice', quantity: 1_000_000, rate: amounts[n % 4] }],
    });
    if (n % 5 > 0)
      await owner.call(api.invoices.send, { params, body: { invoiceId: id, channels: ['whatsapp'] } });
    if (n % 5 === 4)
      await pay(app.scope(), {
        businessId: owner.businessId,
        invoiceId: id,
        amount: amounts[n % 4] ?? major(0),
      });
  }
  app.advance(DAY_MS);
  const whole = (await list(owner)).data;
  expect(new Set(whole.map(({ status }) => status))).toEqual(new Set(life));
  for (const [order, value] of Object.entries(compared)) {
    for (const sort of [order, `-${order}`]) {
      const paged = await allPages(owner, { sort, limit: 2 });
      expect([sort, paged.map(({ id }) => id).sort()]).toEqual([sort, whole.map(({ id }) => id).sort()]);
      const values = paged.map(value);
      const turned = sort.startsWith('-') ? values.reverse() : values;
      expect([sort, turned]).toEqual([sort, values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0))]);
      expect((await list(owner, { sort })).data.map(({ id }) => id)).toEqual(paged.map(({ id }) => id));
    }
  }
  const unpaid = await allPages(owner, { sort: 'amount', status: 'due', search: 'ada', limit: 1 });
  expect(unpaid.length).toBe((await list(owner, { status: 'due', search: 'ada' })).page.total);
});

test('numbers beyond four digits stay in order', async () => {
  const owner = await newOwner(app);
  await app.store.db
    .updateTable('business_profiles')
    .set({ next_invoice_number: 9999 })
    .where('business_id', '=', owner.businessId)
    .execute();
  for (let n = 0; n < 3; n++) await create(owner);
  expect(await numbers(owner, { sort: 'number', limit: 3 })).toEqual(['INV-9999', 'INV-10000', 'INV-10001']);
});

test('a page of one order is none of another', async () => {
  const owner = await newOwner(app);
  for (let n = 0; n < 3; n++) await create(owner);
  const { page } = await list(owner, { sort: 'amount', limit: 1 });
  const requested = (query: object) => refusalOf(owner.call(api.invoices.list, { params, query }));
  const made = (text: string) => Buffer.from(text).toString('base64url');
  const id = (await list(owner)).data[0]?.id;
  for (const query of [
    { sort: '-amount', cursor: page.nextCursor },
    { cursor: page.nextCursor },
    { sort: 'amount', cursor: id },
    { sort: 'amount', cursor: made(`amount ${id} 1e9`) },
    { sort: 'dueDate', cursor: made(`dueDate ${id} 2026-02-30`) },
    { sort: 'customer', cursor: made(`customer ${id} \0`) },
    { sort: 'customer', cursor: made(`customer inv_1 ada`) },
  ])
    expect(await requested(query)).toMatchObject({ status: 422, errors: [{ path: 'cursor' }] });
  expect(await requested({ sort: 'colour' })).toMatchObject({ status: 422, errors: [{ path: 'sort' }] });
});

test('what is no filter is refused', async () => {
  const owner = await newOwner(app);
  const requested = (query: object) => refusalOf(owner.call(api.invoices.list, { params, query }));
  expect(await requested({ status: 'lost' })).toMatchObject({ status: 422, errors: [{ path: 'status' }] });
  expect(await requested({ limit: 1001 })).toMatchObject({ status: 422, errors: [{ path: 'limit' }] });
  expect(await requested({ cursor: 'inv_1; drop table' })).toMatchObject({
    status: 422,
    errors: [{ path: 'cursor' }],
  });
  expect(await requested({ from: '2026-02-30' })).toMatchObject({ status: 422, errors: [{ path: 'from' }] });
});
