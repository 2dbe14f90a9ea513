import { activities } from '#contract/activities.ts';
import { analytics } from '#contract/analytics.ts';
import { business } from '#contract/business.ts';
import { pathOf } from '#contract/client.ts';
import { customerCredit } from '#contract/customer-credit.ts';
import { customers } from '#contract/customers.ts';
import { identity } from '#contract/identity.ts';
import { invoices } from '#contract/invoices.ts';
import { live } from '#contract/live.ts';
import { offlinePayments } from '#contract/offline-payments.ts';
import { payments } from '#contract/payments.ts';
import { privacy } from '#contract/privacy.ts';
import { reminders } from '#contract/reminders.ts';
import { today } from '#contract/today.ts';
import { withdrawals } from '#contract/withdrawals.ts';

/** Placeholders in braces are known in the browser: `head.js` fills them in. */
const params = { currency: 'NGN' } as const;
const ofBusiness = { ...params, id: '{business}' };

const todaysFigures = pathOf(today.read, params, { since: '{since}' });
const balance = pathOf(withdrawals.balance, params);

const shell = [
  pathOf(live.status),
  pathOf(identity.session),
  pathOf(business.getProfile, { userId: '{user}' }),
  pathOf(privacy.standing),
  pathOf(activities.list, params, { limit: 5 }),
];

const pages: Record<string, string[]> = {
  '/dashboard': [
    pathOf(analytics.paymentInfo, ofBusiness),
    balance,
    todaysFigures,
    pathOf(analytics.report, ofBusiness, { months: '6' }),
    pathOf(activities.list, params, { limit: 10, about: 'trade' }),
    pathOf(customers.list, params, { limit: 3 }),
    pathOf(reminders.today, params, { limit: 0 }),
  ],
  '/dashboard/invoices': [
    pathOf(invoices.list, params, { period: 30, sort: '-date', limit: 25 }),
    todaysFigures,
    pathOf(customerCredit.list, params),
  ],
  '/dashboard/customers': [pathOf(customers.list, params, { sort: '-created', limit: 50 })],
  '/dashboard/payments': [
    pathOf(payments.list, params, { status: 'all', method: 'all', period: 30, limit: 25 }),
    pathOf(payments.list, params, { limit: 1 }),
    pathOf(payments.list, params, { credit: 'left', limit: 5 }),
    pathOf(payments.unmatched, params),
    pathOf(offlinePayments.claims, params, { state: 'open', limit: 20 }),
    pathOf(invoices.list, params, { status: 'unpaid', sort: 'dueDate', limit: 5 }),
  ],
  '/dashboard/reminders': [pathOf(reminders.today, params)],
  '/dashboard/withdrawal': [balance, pathOf(withdrawals.list, params, { limit: 25 })],
};

/**
 * Paths of the calls that the first screen of a page makes, in the order it makes them. One that is missing is called by itself.
 */
export function firstReads(page: string): string[] {
  const paths = page.startsWith('/dashboard') ? [...shell, ...(pages[page] ?? [])] : [];
  return paths.map((path) => path.replace('/ngn/', '/%7Bcurrency%7D/'));
}
