import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn, plusMs } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import type { PartTerms } from '#core/payment-schedule.ts';
import { pay } from '#server/modules/invoices/testing.ts';
import {
  major,
  newOwner,
  type Owner,
  refusalOf,
  sampleInvoice,
  type TestApp,
  testApp,
} from '../../../../tests/harness.ts';
import { queriesDuring } from '../../../../tests/query-count.ts';

const params = { currency: 'NGN' } as const;
let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    CLOCK: '2026-03-02T09:00:00Z',
    SESSION_IDLE_MINUTES: '10000000',
    SESSION_MAX_DAYS: '10000',
  });
});
afterAll(() => app.close({ handmade: true }));

const todayIs = () => dateIn(app.scope().now);
const todayOf = async (owner: Owner, since?: Date) =>
  (await owner.call(api.today.read, { params, query: { since: since?.toISOString() } })).data;

async function sentInvoice(
  owner: Owner,
  { naira, dueIn, name, ...more }: { naira: number; dueIn: number; name: string; schedule?: PartTerms[] },
) {
  const items = [{ description: 'Work', quantity: 1_000_000, rate: major(naira) }];
  const body = sampleInvoice({
    clientName: name,
    clientEmail: `${name.toLowerCase()}@example.test`,
    taxRate: 0,
    items,
    dueDate: addDays(todayIs(), dueIn),
    ...more,
  });
  const { data } = await owner.call(api.invoices.create, { params, body });
  await owner.call(api.invoices.send, { params, body: { invoiceId: data.id } });
  return data;
}

test('who owes and since when, a reminder today, money since a time, and a promise until it is kept', async () => {
  const owner = await newOwner(app);
  const paidBefore = await sentInvoice(owner, { naira: 700, dueIn: 30, name: 'Bola' });
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: paidBefore.id, amount: major(700) });
  for (const [name, dueIn, naira] of [
    ['Ada', 2, 100],
    ['Chidi', 5, 200],
    ['Efe', 9, 300],
    ['Gowon', 1, 400],
  ] as const)
    await sentInvoice(owner, { name, dueIn, naira });
  await owner.call(api.invoices.create, { params, body: sampleInvoice({ dueDate: addDays(todayIs(), 20) }) });
  app.advance(5 * DAY_MS);
  const begin = app.scope().now;
  const before = await todayOf(owner, begin);
  expect(before).toMatchObject({
    received: { payments: 0, amount: 0, latest: [] },
    statuses: { pending: 1, sent: 1, part_paid: 0, due: 1, overdue: 2, paid: 1 },
    unpaid: { invoices: 4, amount: major(1000) },
    overdue: { invoices: 2, amount: major(500) },
    notSent: { invoices: 1 },
    promises: [],
  });
  expect(before.oldest.map(({ customerName, daysLate }) => [customerName, daysLate])).toEqual([
    ['Gowon', 4],
    ['Ada', 3],
    ['Chidi', 0],
  ]);
  expect(before.oldest.every(({ remindedToday }) => !remindedToday)).toBe(true);

  const [gowon, ada] = before.oldest;
  if (!gowon || !ada) throw new Error('two are late');
  await owner.call(api.invoices.remind, { params, body: { invoiceId: gowon.id } });
  const promise = { invoiceId: ada.id, day: addDays(todayIs(), 1) };
  await owner.call(api.reminders.promise, { params, body: promise });
  expect(await todayOf(owner)).toMatchObject({ oldest: [{ remindedToday: true }, {}, {}], promises: [] });
  app.advance(DAY_MS);
  expect(await todayOf(owner)).toMatchObject({
    oldest: [{ remindedToday: false, remindedAt: expect.any(Date) }, {}, {}],
    promises: [{ invoiceId: ada.id, customerName: 'Ada', amount: major(100), day: promise.day }],
  });

  await pay(app.scope(), { businessId: owner.businessId, invoiceId: ada.id, amount: major(100) });
  expect(await todayOf(owner, begin)).toMatchObject({
    received: { since: begin, payments: 1, amount: major(100), latest: [{ customerName: 'Ada' }] },
    overdue: { invoices: 2, amount: major(600) },
    promises: [],
  });
  // A clock that runs ahead says nothing; one that is far behind is cut off.
  const { now } = app.scope();
  expect((await todayOf(owner, plusMs(now, DAY_MS))).received.since < now).toBe(true);
  expect((await todayOf(owner, plusMs(now, -90 * DAY_MS))).received).toMatchObject({ payments: 2 });
  expect((await todayOf(await newOwner(app))).unpaid).toEqual({ invoices: 0, amount: 0 });
  const refused = await fetch(`${app.url}/api/ngn/user/today?since=yesterday`, {
    headers: { Authorization: `Bearer ${owner.token}` },
  });
  expect(refused.status).toBe(422);
});

test('a part nobody asked for yet is owed, but not among those that wait', async () => {
  const owner = await newOwner(app);
  const schedule = [
    { label: 'Deposit', percent: 6000, due: { days: 0 } },
    { label: 'Rest', rest: true, due: { on: 'ask' as const } },
  ];
  const { id } = await sentInvoice(owner, { name: 'Halima', dueIn: 0, naira: 1000, schedule });
  expect((await todayOf(owner)).oldest).toMatchObject([{ daysLate: 0 }]);
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: id, amount: major(600) });
  expect(await todayOf(owner)).toMatchObject({ unpaid: { invoices: 1, amount: major(400) }, oldest: [] });
});

test('what is owed and ready in the other currency is not passed over', async () => {
  const owner = await newOwner(app);
  const body = sampleInvoice({ taxRate: 0, dueDate: addDays(todayIs(), 7) });
  const dollars = { params: { currency: 'USD' } } as const;
  const { data } = await owner.call(api.invoices.create, { ...dollars, body });
  expect((await todayOf(owner)).elsewhere).toBeNull();
  await owner.call(api.invoices.send, { ...dollars, body: { invoiceId: data.id } });
  const unpaid = { invoices: 1, amount: data.balance };
  expect(await todayOf(owner)).toMatchObject({
    unpaid: { invoices: 0 },
    elsewhere: { currency: 'USD', unpaid, available: 0 },
  });
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: data.id, amount: data.balance });
  expect((await todayOf(owner)).elsewhere).toBeNull();
});

test('its queries do not grow with invoices, reminders and promises', async () => {
  const owner = await newOwner(app);
  const fill = async (at: number) => {
    const { id } = await sentInvoice(owner, { name: `C${at}`, dueIn: 0, naira: 100 });
    await owner.call(api.invoices.remind, { params, body: { invoiceId: id } });
    await owner.call(api.reminders.promise, { params, body: { invoiceId: id, day: todayIs() } });
  };
  await fill(0);
  // Jobs run meanwhile: only its own statements count.
  const own = /invoice_figures|left join customers c|max\(r\.sent_at\)|"promised_for" <=/;
  const counted = () => queriesDuring(() => todayOf(owner), own);
  expect(await counted()).toBe(6);
  for (let at = 1; at < 5; at++) await fill(at);
  expect(await todayOf(owner)).toMatchObject({ promises: Array.from({ length: 5 }, () => ({})) });
  expect(await counted()).toBe(6);
});

test('a period lists what was paid in it, and what is unpaid whatever its age', async () => {
  const owner = await newOwner(app);
  const old = await sentInvoice(owner, { name: 'Old', dueIn: 3, naira: 100 });
  const settled = await sentInvoice(owner, { name: 'Settled', dueIn: 3, naira: 200 });
  await pay(app.scope(), { businessId: owner.businessId, invoiceId: settled.id, amount: major(200) });
  app.advance(60 * DAY_MS);
  const recent = await sentInvoice(owner, { name: 'New', dueIn: 3, naira: 300 });
  const list = async (query: object) => {
    const { data, page } = await owner.call(api.invoices.list, { params, query });
    return { ids: data.map(({ id }) => id), total: page.total };
  };
  expect(await list({ period: 30 })).toEqual({ ids: [recent.id, old.id], total: 2 });
  expect(await list({ period: 30, limit: 1 })).toEqual({ ids: [recent.id], total: 2 });
  expect(await list({ period: 90, limit: 1 })).toEqual({ ids: [recent.id], total: 3 });
  expect(await list({ period: 30, status: 'paid' })).toEqual({ ids: [], total: 0 });
  expect(await list({ period: 30, status: 'overdue' })).toEqual({ ids: [old.id], total: 1 });
  expect(await list({ period: 30, search: 'settled' })).toEqual({ ids: [], total: 0 });
  expect(await list({ from: addDays(todayIs(), -1) })).toEqual({ ids: [recent.id], total: 1 });
  expect(await refusalOf(list({ status: 'late' }))).toMatchObject({ status: 422 });
});

test('about trade, activities are money and customers; the rest is kept for who asks', async () => {
  const owner = await newOwner(app);
  await sentInvoice(owner, { name: 'Ada', dueIn: 3, naira: 100 });
  await owner.call(api.assistant.conversation, { params, body: { prompt: 'help' } });
  const types = async (query: { about?: 'trade' }) => {
    const { data, page } = await owner.call(api.activities.list, { params, query });
    expect(page.total).toBe(data.activities.length);
    return data.activities.map(({ activityType }) => activityType);
  };
  const trade = (await types({ about: 'trade' })).toSorted();
  expect(trade).toEqual(['customer_created', 'invoice_created', 'invoice_sent']);
  expect(await types({})).toEqual(
    expect.arrayContaining(['auth_register', 'ai_agent_message_sent', 'invoice_sent']),
  );
});
