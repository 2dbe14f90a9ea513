import { expect, test } from 'vitest';
import { minor } from '#core/money.ts';
import { firstSteps } from './first-steps.ts';

const info = (counts: { customers?: number; invoices?: number; paid?: number; revenue?: number }) => ({
  customers: { activeCustomers: counts.customers ?? 0, total: counts.customers ?? 0 },
  invoices: { sent: 0, paid: counts.paid ?? 0, pending: 0, overdue: 0, total: counts.invoices ?? 0 },
  allTime: { totalRevenue: minor(counts.revenue ?? 0), typedIn: minor(0), totalPendingPayments: minor(0) },
});
const withPin = { transactionPin: 'set' } as const;
const without = { transactionPin: null };

test('a new business is told each step it has not taken', () => {
  expect(firstSteps({ info: info({}), profile: without, isEmailVerified: false })).toEqual({
    customer: false,
    invoice: false,
    pin: false,
    email: false,
  });
  expect(
    firstSteps({ info: info({ customers: 1, invoices: 1 }), profile: without, isEmailVerified: true }),
  ).toEqual({ customer: true, invoice: true, pin: false, email: true });
});

test.each([
  ['paid in full', { paid: 1 }],
  ['paid in part', { revenue: 100 }],
])('money that came in ends them: %s', (_, counts) => {
  expect(firstSteps({ info: info(counts), profile: without, isEmailVerified: false })).toBeNull();
});

test('they end when all are taken, and a PIN that is not known is not asked for', () => {
  const done = info({ customers: 2, invoices: 1 });
  expect(firstSteps({ info: done, profile: withPin, isEmailVerified: true })).toBeNull();
  expect(firstSteps({ info: done, profile: undefined, isEmailVerified: true })).toBeNull();
});
