import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { minor } from '#core/money.ts';
import { payFor, sentInvoice } from '#server/pages/receipt/testing.ts';
import { createFakeProvider, paidBy } from '../../../../tests/fake-provider.ts';
import { documentOwner, newOwner, sharedApp, type TestApp } from '../../../../tests/harness.ts';
import { weekFigures } from './queries/weekly-summary.ts';

const params = { currency: 'NGN' } as const;
const fake = createFakeProvider();
let app: TestApp;
beforeAll(async () => {
  app = await sharedApp(paidBy(fake));
});
afterAll(() => app.close());

test('what was typed in is told apart wherever the money received is one sum', async () => {
  const owner = await newOwner(app);
  await documentOwner(app.system.db, owner);
  const today = dateIn(app.config.clock());
  const invoice = await sentInvoice(app, owner);
  const ofBusiness = { params: { ...params, id: owner.businessId } };
  const { data: sent } = await owner.call(api.invoices.detail, { params: { ...params, id: invoice.id } });
  const figures = async () => {
    const { data: info } = await owner.call(api.analytics.paymentInfo, ofBusiness);
    const { data: now } = await owner.call(api.today.read, { params, query: {} });
    const { data: list } = await owner.call(api.payments.list, { params, query: {} });
    const { data: customer } = await owner.call(api.customers.details, {
      params: { ...params, id: sent.customerId },
    });
    const week = await weekFigures(
      app.system.db,
      { businessId: owner.businessId, currency: 'NGN' },
      { from: addDays(today, -6), to: today },
      today,
    );
    return [
      [info.allTime.totalRevenue, info.allTime.typedIn],
      [now.received.amount, now.received.typedIn],
      [list.metrics.totalPaymentsReceived, list.metrics.typedIn],
      [customer.paid, customer.typedIn],
      [week.received, week.typedIn],
    ];
  };
  const sales = async () =>
    (await owner.call(api.assistant.conversation, { params, body: { prompt: 'sales this month' } })).data
      .message;
  await payFor(app, fake, invoice, 600_00);
  for (const each of await figures()) expect(each).toEqual([600_00, 0]);
  expect(await sales()).not.toContain('typed in');
  await owner.call(api.offlinePayments.record, {
    params: { ...params, id: invoice.id },
    body: { amount: minor(400_00), day: today, method: 'cash' },
  });
  for (const each of await figures()) expect(each).toEqual([1000_00, 400_00]);
  expect(await sales()).toContain('₦1,000.00 (₦400.00 of it typed in)');
});
