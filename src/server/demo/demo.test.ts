import { expect, test } from 'vitest';
import { createClient } from '#contract/client.ts';
import { api } from '#contract/index.ts';
import { testApp } from '../../../tests/harness.ts';
import { checkBooks } from '../books/check.ts';
import { OWNER } from './business.ts';
import { fillDemo } from './index.ts';

test('the demo business has a plausible year behind it and sound books', { timeout: 90_000 }, async () => {
  const told: string[] = [];
  const log = console.log;
  console.log = (line: string) => told.push(line);
  const app = await testApp();
  await fillDemo(app);
  await fillDemo(app);
  console.log = log;
  expect(told).toHaveLength(2);
  expect(told[0]).toContain(OWNER.email);

  const open = createClient({ baseUrl: app.url });
  const { token, user } = await open(api.identity.login, { body: OWNER });
  const call = createClient({ baseUrl: app.url, token: () => token });
  const params = { currency: 'NGN', id: user.businessId } as const;
  const info = (await call(api.analytics.paymentInfo, { params })).data;
  expect(info.allTime.totalRevenue).toBeGreaterThan(10_000_000_00);
  expect(info.invoices.total).toBeGreaterThan(300);
  expect(info.customers.activeCustomers).toBeGreaterThan(35);
  const invoices = (await call(api.invoices.list, { params })).data;
  expect(new Set(invoices.map((invoice) => invoice.status))).toEqual(
    new Set([
      'paid',
      'sent',
      'overdue',
      'pending',
      ...(invoices.some((i) => i.status === 'due') ? ['due'] : []),
    ]),
  );
  const payments = (await call(api.payments.list, { params })).data.transactions;
  expect(new Set(payments.map((payment) => payment.status))).toEqual(
    new Set(['completed', 'failed', 'refunded']),
  );
  expect(new Set(payments.map((payment) => payment.paymentMethod)).size).toBe(5);
  expect((await checkBooks(app.system.db)).filter((finding) => finding.breaches.length > 0)).toEqual([]);
  await app.close();
});
