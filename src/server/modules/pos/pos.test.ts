import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { HOUR_MS } from '#core/durations.ts';
import { newToken } from '#core/ids.ts';
import { minor } from '#core/money.ts';
import { expireSales } from '#server/modules/invoices/commands/pos-sale.ts';
import { recordPayment } from '#server/modules/payments/commands/record.ts';
import { createFakeProvider, paidBy, reported } from '../../../../tests/fake-provider.ts';
import {
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { openPublicSale } from './commands.ts';
import { parseForm } from './rules.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

beforeAll(async () => {
  app = await testApp({}, { sweeps: false, ports: paidBy(fake) });
  owner = await newOwner(app);
});
afterAll(() => app.close());

const get = (path: string) => fetch(`${app.url}${path}`, { redirect: 'manual' });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${app.url}${path}`, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers,
    redirect: 'manual',
  });
const tokenOf = (page: string) => /name="token" value="([^"]+)"/.exec(page)?.[1] ?? '';
const shopOf = async (of: Owner) => `/shop/${(await of.call(api.counter.open, {})).data.code}`;

/** Opens a sale as a customer does, and gives its row. */
async function sale(path: string, fields: Record<string, string> = {}) {
  const token = tokenOf(await (await get(path)).text());
  const answer = await post(path, { amount: '2500', name: '', words: '', token, ...fields });
  expect(answer.status, await answer.clone().text()).toBe(303);
  return rowAt(answer.headers.get('location') ?? '');
}

const rowAt = (location: string) =>
  app.system.db
    .selectFrom('invoices')
    .selectAll()
    .where('public_id', '=', location.replace('/pay/', ''))
    .executeTakeFirstOrThrow();

/** Opens the pay page, so that there is a checkout, and has its provider confirm a payment. */
async function pay(of: { id: string; public_id: string }, naira: number): Promise<void> {
  expect((await get(`/pay/${of.public_id}`)).status).toBe(200);
  const { reference } = await app.system.db
    .selectFrom('checkouts')
    .select('reference')
    .where('invoice_id', '=', of.id)
    .orderBy('created_at', 'desc')
    .executeTakeFirstOrThrow();
  const payment = reported(reference, minor(naira * 100));
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, payment));
}

/** All an owner could see of a sale: lists, figures, activities, messages. */
async function seenBy(of: Owner): Promise<string> {
  const { db } = app.system;
  const responses = await Promise.all([
    of.call(api.invoices.list, { params }),
    of.call(api.activities.list, { params }),
    of.call(api.analytics.paymentInfo, { params: { currency: 'NGN', id: of.businessId } }),
    db.selectFrom('invoice_figures').selectAll().where('business_id', '=', of.businessId).execute(),
    db.selectFrom('invoice_days').selectAll().where('business_id', '=', of.businessId).execute(),
    db.selectFrom('customer_figures').selectAll().where('business_id', '=', of.businessId).execute(),
    db.selectFrom('messages').select('key').where('business_id', '=', of.businessId).execute(),
  ]);
  return JSON.stringify(responses);
}

test('a sale is nowhere before money comes, and an ordinary invoice from then on', async () => {
  const path = await shopOf(owner);
  const before = await seenBy(owner);
  const opened = await sale(path, { amount: '₦2,500.50', name: 'Mama Ngozi', words: 'Two plates' });
  expect(opened).toMatchObject({
    number: 'C-0001',
    total_minor: 2500_50,
    customer_name: 'Mama Ngozi',
    customer_email: '',
    title: 'Two plates',
    pay_to: null,
  });
  expect(await (await get(`/pay/${opened.public_id}`)).text()).toContain('₦2,500');
  expect(await seenBy(owner)).toBe(before);
  await pay(opened, 1000);
  const { data } = await owner.call(api.invoices.list, { params });
  expect(data.map((one) => [one.invoiceNumber, one.balance, one.status])).toEqual([
    ['C-0001', 1500_50, 'due'],
  ]);
  await pay(opened, 1500.5);
  expect((await rowAt(opened.public_id)).paid_at).not.toBeNull();
  const next = await owner.call(api.invoices.create, { params, body: sampleInvoice() });
  expect(next.data.invoiceNumber).toBe('INV-0001');
});

test('one form makes one sale however often and at once it is sent; another amount makes another', async () => {
  const path = await shopOf(owner);
  const token = tokenOf(await (await get(path)).text());
  const fields = { amount: '700', name: '', words: '', token };
  const answers = await Promise.all([post(path, fields), post(path, fields), post(path, fields)]);
  expect(new Set(answers.map((answer) => answer.headers.get('location'))).size).toBe(1);
  const other = await post(path, { ...fields, amount: '701' });
  expect(other.headers.get('location')).not.toBe(answers[0]?.headers.get('location'));
});

test('a sale nobody pays goes away after two hours, and money that comes later is credit', async () => {
  const late = await newOwner(app);
  const path = await shopOf(late);
  const opened = await sale(path);
  const onItsWay = await sale(path, { amount: '900' });
  await get(`/pay/${opened.public_id}`);
  await get(`/pay/${onItsWay.public_id}`);
  const { reference } = await app.system.db
    .selectFrom('checkouts')
    .select('reference')
    .where('invoice_id', '=', onItsWay.id)
    .executeTakeFirstOrThrow();
  const pending = { ...reported(reference, minor(900_00)), status: 'pending' as const };
  await app.scope().transactAsSystem((ctx) => recordPayment(ctx, fake, pending));
  await app.scope().transactAsSystem(expireSales);
  expect(await (await get(`/pay/${opened.public_id}`)).text()).toContain('data-state="open"');
  app.advance(2 * HOUR_MS + 1000);
  await app.scope().transactAsSystem(expireSales);
  expect(await (await get(`/pay/${opened.public_id}`)).text()).toContain('This invoice was cancelled');
  expect(await (await get(`/pay/${onItsWay.public_id}`)).text()).toContain('data-state="open"');
  await pay(opened, 2500);
  const { data } = await late.call(api.payments.list, { params, query: { credit: 'left' } });
  expect(data.transactions.map((one) => one.creditAmount)).toEqual([2500_00]);
  expect((await late.call(api.invoices.list, { params })).data).toEqual([]);
});

test('a renewed address ends the one before, and says so', async () => {
  const mover = await newOwner(app);
  const old = await shopOf(mover);
  expect(await shopOf(mover)).toBe(old);
  const token = tokenOf(await (await get(old)).text());
  const { data } = await mover.call(api.counter.renew, {});
  expect(`/shop/${data.code}`).not.toBe(old);
  const answer = await get(old);
  expect([answer.status, await answer.text()]).toEqual([410, expect.stringContaining('no longer in use')]);
  expect((await post(old, { amount: '500', token })).status).toBe(410);
  // As it is printed, or typed in small letters.
  expect((await get(`/shop/${data.link.split('/').at(-1)?.toLowerCase()}`)).status).toBe(200);
});

test('what cannot be taken is said beside the field, and what was typed stays', async () => {
  const path = await shopOf(owner);
  const answer = await post(path, {
    amount: '50',
    name: '<b>Ada</b>',
    words: 'x'.repeat(81),
    token: 'made up',
  });
  const page = await answer.text();
  expect(answer.status).toBe(422);
  expect(page).toContain('The least that can be paid here is ₦100.00');
  expect(page).toContain('Keep this to 80 characters');
  expect(page).toContain('value="&lt;b&gt;Ada&lt;/b&gt;"');
  expect(page).not.toContain('<script');
  expect(answer.headers.get('x-robots-tag')).toContain('noindex');
  const elsewhere = await post(path, { amount: '500' }, { 'Sec-Fetch-Site': 'cross-site' });
  expect(elsewhere.status).toBe(403);
  expect((await post(path, { amount: '5'.repeat(9000) })).status).toBe(413);
  for (const wrong of ['/shop/AAAA-AAAA', '/shop/x', '/shop/%00', `/shop/${'A'.repeat(400)}`])
    expect((await get(wrong)).status, wrong).toBe(404);
});

test.each([
  ['100', 100_00],
  ['10,000,000', 10_000_000_00],
  ['N 2 500', 2500_00],
  ['₦2,500.50', 2500_50],
  ['99.99', null],
  ['10000000.01', null],
  ['99999999999999999999', null],
  ['1e5', null],
  ['-500', null],
  ['2.500,00', null],
  ['25,00', null],
  ['500.123', null],
  ['', null],
  ['five', null],
])('%s is read as %s kobo', (amount, kobo) => {
  const read = parseForm({ amount, name: '', words: '' });
  expect(read.ok ? read.order.amount : null).toBe(kobo);
});

test('one address may not fill a shop with sales, and others still pay there', async () => {
  const busy = await newOwner(app);
  const path = await shopOf(busy);
  const statuses: number[] = [];
  for (let at = 0; at < 21; at++)
    statuses.push((await post(path, { amount: String(1000 + at), token: '' })).status);
  expect(statuses.filter((status) => status === 303)).toHaveLength(20);
  expect(statuses.at(-1)).toBe(429);
  const { db } = app.system;
  await db.deleteFrom('rate_counters').where('name', '=', 'counterOfAddress').execute();
  expect((await post(path, { amount: '1000', token: '' })).status).toBe(303);
});

test('a shop full of sales nobody pays makes room again for whoever stands there', async () => {
  const full = await newOwner(app);
  const path = await shopOf(full);
  const code = path.slice('/shop/'.length);
  const wish = { businessId: full.businessId, amount: minor(500_00), name: '', words: '' };
  await app.scope().transactAsSystem(async (ctx) => {
    for (let at = 0; at < 100; at++)
      await openPublicSale(ctx, code, { ...wish, idempotencyKey: `flood-${at}` });
  });
  const openSale = () => post(path, { amount: '2500', token: newToken(15) });
  expect((await openSale()).status).toBe(429);
  app.advance(HOUR_MS / 4);
  expect((await openSale()).status).toBe(303);
});

test('the owner takes a payment face to face, once for each key, and takes it back while nobody paid', async () => {
  const { data: customer } = await owner.call(api.customers.create, {
    params,
    body: { name: 'Chidi', email: 'chidi@example.test' },
  });
  const body = { amount: minor(1200_00), description: 'Haircut', customerId: customer.id };
  const idempotencyKey = 'take-1';
  const { data: sale } = await owner.call(api.counter.sell, { params, body }, { idempotencyKey });
  expect((await owner.call(api.counter.sell, { params, body }, { idempotencyKey })).data).toEqual(sale);
  const at = { params: { currency: 'NGN', id: sale.invoiceId } } as const;
  expect((await owner.call(api.payments.counter, at)).data).toMatchObject({
    state: 'waiting',
    customerName: 'Chidi',
    balance: 1200_00,
  });
  await owner.call(api.counter.cancel, at);
  expect((await owner.call(api.payments.counter, at)).data.state).toBe('cancelled');
  expect(await refusalOf(owner.call(api.counter.cancel, at))).toMatchObject({ status: 404 });
  const { data: paid } = await owner.call(api.counter.sell, { params, body: { amount: minor(500_00) } });
  await pay(await rowAt(paid.payUrl.slice(app.url.length)), 500);
  const paidAt = { params: { currency: 'NGN', id: paid.invoiceId } } as const;
  expect((await owner.call(api.payments.counter, paidAt)).data.state).toBe('safe');
  expect(await refusalOf(owner.call(api.counter.cancel, paidAt))).toMatchObject({ status: 409 });
  const tooLittle = owner.call(api.counter.sell, { params, body: { amount: minor(1) } });
  expect(await refusalOf(tooLittle)).toMatchObject({ status: 422 });
});

test('there is a poster once the counter was opened', async () => {
  const fresh = await newOwner(app);
  const poster = (size: string) =>
    fetch(`${app.url}/api/counter/poster?size=${size}`, {
      headers: { Authorization: `Bearer ${fresh.token}` },
    });
  expect((await poster('a4')).status).toBe(404);
  await shopOf(fresh);
  const answer = await poster('a6');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect((await poster('a5')).status).toBe(422);
});
