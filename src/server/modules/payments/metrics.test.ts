import { afterAll, beforeAll, expect, test } from 'vitest';
import { api } from '#contract/index.ts';
import { addDays, dateIn } from '#core/dates.ts';
import { HOUR_MS } from '#core/durations.ts';
import { pay } from '#server/modules/invoices/testing.ts';
import { newOwner, sampleInvoice, type TestApp, testApp } from '../../../../tests/harness.ts';

const params = { currency: 'NGN' as const };
let app: TestApp;
beforeAll(async () => {
  app = await testApp({
    CLOCK: '2026-03-01T09:00:00Z',
    SESSION_IDLE_MINUTES: '1000000',
    SESSION_MAX_DAYS: '100',
  });
});
afterAll(() => app.close({ handmade: true }));

test('how much sooner customers pay than a month ago is told in hours', async () => {
  const owner = await newOwner(app);
  const metrics = async () => (await owner.call(api.payments.list, { params, query: {} })).data.metrics;
  const paidAfter = async (hours: number) => {
    const body = sampleInvoice({ dueDate: addDays(dateIn(app.scope().now), 14) });
    const { data } = await owner.call(api.invoices.create, { params, body });
    await owner.call(api.invoices.send, { params, body: { invoiceId: data.id, channels: ['whatsapp'] } });
    app.advance(hours * HOUR_MS);
    await pay(app.scope(), { businessId: owner.businessId, invoiceId: data.id, amount: data.totalAmount });
  };
  await paidAfter(72);
  expect(await metrics()).toMatchObject({ averagePaymentTime: 72, changes: { averagePaymentHours: null } });
  app.advance(31 * 24 * HOUR_MS);
  await paidAfter(24);
  expect(await metrics()).toMatchObject({
    averagePaymentTime: 48,
    changes: { averagePaymentHours: -48 },
    percentageChanges: { averagePaymentTime: -66.7 },
  });
});
