import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { dateIn } from '#core/dates.ts';
import { DAY_MS } from '#core/durations.ts';
import { minor, ZERO } from '#core/money.ts';
import { formatVerificationCode } from '#core/verification-code.ts';
import { csvFiles } from '#server/modules/account/queries/csv.ts';
import { payFor, sentInvoice, textOf } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, type Owner, type TestApp, testApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
let owner: Owner;

/** The next Thursday is the day each test begins on. */
const toThursday = () => {
  const days = (11 - app.config.clock().getUTCDay()) % 7;
  app.advance(days * DAY_MS);
};

beforeAll(async () => {
  app = await testApp(
    { CLOCK: '2026-03-05T09:00:00Z', SESSION_IDLE_MINUTES: '1000000', SESSION_MAX_DAYS: '100' },
    { ports: paidBy(fake) },
  );
});
afterAll(() => app.close());
beforeEach(async () => {
  toThursday();
  owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
});

/** The calendar date so many days from now, and the money of the invoice put to it. */
const day = (ahead: number) => dateIn(new Date(app.config.clock().getTime() + ahead * DAY_MS));
const record = async (invoiceId: string, on: string, naira = 1000) =>
  (
    await owner.call(api.offlinePayments.record, {
      params: { ...params, id: invoiceId },
      body: { amount: minor(naira * 100), day: on, method: 'cash' },
    })
  ).data;
const settledOn = async (id: string) => {
  const { paid_at } = await app.system.db
    .selectFrom('invoices')
    .select('paid_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return paid_at && dateIn(paid_at);
};
const hoursToPay = async () =>
  (await owner.call(api.payments.list, { params, query: {} })).data.metrics.averagePaymentTime;

test('cash of Friday that is typed in on Monday settles the invoice on Friday, and keeps the promise of it', async () => {
  const friday = day(1);
  const invoice = await sentInvoice(app, owner);
  await owner.call(api.reminders.promise, { params, body: { invoiceId: invoice.id, day: friday } });
  app.advance(4 * DAY_MS);
  const { data } = await owner.call(api.invoices.detail, { params: { ...params, id: invoice.id } });
  const promises = async () =>
    (await owner.call(api.reminders.ofCustomer, { params: { ...params, id: data.customerId } })).data;
  const typed = await record(invoice.id, friday);
  expect(await settledOn(invoice.id)).toBe(friday);
  // From Thursday 10:00 to noon of Friday.
  expect(await hoursToPay()).toBe(26);
  expect(await promises()).toMatchObject({ due: 1, kept: 1 });
  expect(
    textOf(await (await fetch(`${app.url}/verify/${formatVerificationCode(invoice.code)}`)).text()),
  ).toMatch(/Mar \d+, 2026/);
  let csv = '';
  for (const { name, chunks } of csvFiles(app.system.db, owner.businessId))
    if (name === 'csv/invoices.csv') for await (const chunk of chunks) csv += chunk;
  expect(csv).toContain(`,${friday},`);

  await owner.call(api.offlinePayments.undo, { params: { ...params, id: typed.id }, body: {} });
  expect(await settledOn(invoice.id)).toBeNull();
  expect(await hoursToPay()).toBeNull();
  expect(await promises()).toMatchObject({ due: 1, kept: 0, promises: [{ state: 'broken' }] });
  await record(invoice.id, day(-2));
  expect(await promises()).toMatchObject({ due: 1, kept: 0, usualDaysLate: 1 });
});

test('what was credited since then settles it, not the cash of before', async () => {
  const friday = day(1);
  const invoice = await sentInvoice(app, owner);
  app.advance(3 * DAY_MS);
  const sunday = day(0);
  await owner.call(api.creditNotes.issue, {
    params: { ...params, id: invoice.id },
    body: {
      lines: [{ item: 0, amount: minor(400_00) }],
      reason: 'return',
      effect: { credit: ZERO, refund: ZERO, gaveBack: ZERO },
    },
  });
  app.advance(DAY_MS);
  await record(invoice.id, friday, 600);
  expect(await settledOn(invoice.id)).toBe(sunday);
});

test('an invoice made after its money came took no time to pay, not less', async () => {
  const before = day(0);
  app.advance(4 * DAY_MS);
  const invoice = await sentInvoice(app, owner);
  await record(invoice.id, before);
  expect([await settledOn(invoice.id), await hoursToPay()]).toEqual([before, 0]);
});

test('a typed payment that was the one of the provider gives way to the day of that', async () => {
  const invoice = await sentInvoice(app, owner);
  const typed = await record(invoice.id, day(0));
  app.advance(DAY_MS);
  const friday = day(0);
  const { receipt } = await payFor(app, fake, invoice, 1000_00);
  app.advance(3 * DAY_MS);
  await owner.call(api.offlinePayments.undo, {
    params: { ...params, id: typed.id },
    body: { useInstead: receipt.payment_id },
  });
  expect(await settledOn(invoice.id)).toBe(friday);
});

test('a payment its provider told of late counts from the day it came', async () => {
  const invoice = await sentInvoice(app, owner);
  app.advance(DAY_MS);
  const paidAt = app.config.clock();
  app.advance(3 * DAY_MS);
  await payFor(app, fake, invoice, 1000_00, { paidAt });
  expect(await settledOn(invoice.id)).toBe(dateIn(paidAt));
});
