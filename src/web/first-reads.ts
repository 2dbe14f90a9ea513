import { account } from '#contract/account.ts';
import { activities } from '#contract/activities.ts';
import { analytics } from '#contract/analytics.ts';
import { assistant } from '#contract/assistant.ts';
import { bankAccounts } from '#contract/bank-accounts.ts';
import { bankStatements } from '#contract/bank-statements.ts';
import { business } from '#contract/business.ts';
import { pathOf } from '#contract/client.ts';
import { connections } from '#contract/connections.ts';
import { customerCredit } from '#contract/customer-credit.ts';
import { customers } from '#contract/customers.ts';
import { identity } from '#contract/identity.ts';
import { invoices } from '#contract/invoices.ts';
import { live } from '#contract/live.ts';
import { offlinePayments } from '#contract/offline-payments.ts';
import { passkeys } from '#contract/passkeys.ts';
import { payments } from '#contract/payments.ts';
import { plans } from '#contract/plans.ts';
import { privacy } from '#contract/privacy.ts';
import { quotes } from '#contract/quotes.ts';
import { reminders } from '#contract/reminders.ts';
import { savedCards } from '#contract/saved-cards.ts';
import { settings } from '#contract/settings.ts';
import { today } from '#contract/today.ts';
import { whatsapp } from '#contract/whatsapp.ts';
import { withdrawals } from '#contract/withdrawals.ts';
import { withholding } from '#contract/withholding.ts';

/** Placeholders in braces are known in the browser: `head.js` fills them in. */
const params = { currency: 'NGN' } as const;
const ofBusiness = { ...params, id: '{business}' };
/** The record that the address ends with. */
const id = '{record}';

const todaysFigures = pathOf(today.read, params, { since: '{since}' });
const balance = pathOf(withdrawals.balance, params);
const halfYear = pathOf(analytics.report, ofBusiness, { months: '6' });

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
    halfYear,
    pathOf(activities.list, params, { limit: 10, about: 'trade' }),
    pathOf(customers.list, params, { limit: 3 }),
    pathOf(reminders.today, params, { limit: 0 }),
  ],
  '/dashboard/invoices': [
    pathOf(invoices.list, params, { period: 30, sort: '-date', limit: 25 }),
    todaysFigures,
    pathOf(customerCredit.list, params),
  ],
  '/dashboard/invoices/repeating': [pathOf(plans.list, params)],
  '/dashboard/quotes': [pathOf(quotes.list, params, { limit: 25, status: 'all' })],
  '/dashboard/customers/$id': [
    pathOf(customers.details, { ...params, id }),
    pathOf(customerCredit.read, { ...params, id }),
    pathOf(invoices.list, params, { customerId: id, limit: 10 }),
    pathOf(payments.list, params, { customerId: id, limit: 10 }),
    pathOf(reminders.ofCustomer, { ...params, id }),
    pathOf(savedCards.list, params, { customerId: id }),
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
  '/dashboard/payments/statements': [pathOf(bankStatements.list, params, { limit: 50 })],
  '/dashboard/payments/certificates': [pathOf(withholding.list, params, { limit: 50 })],
  '/dashboard/reminders': [pathOf(reminders.today, params)],
  '/dashboard/counter': [pathOf(customers.list, params)],
  '/dashboard/analytics': [halfYear],
  '/dashboard/chat': [todaysFigures, pathOf(assistant.threads, params)],
  '/dashboard/withdrawal': [
    balance,
    pathOf(withdrawals.list, params, { limit: 20 }),
    pathOf(bankAccounts.banks, params),
  ],
  '/dashboard/settings/account': [pathOf(settings.trial, params)],
  '/dashboard/settings/notifications': [pathOf(settings.notifications, params)],
  '/dashboard/settings/reminders': [pathOf(reminders.settings, params)],
  '/dashboard/settings/whatsapp': [pathOf(whatsapp.phone, params)],
  '/dashboard/settings/security': [
    pathOf(passkeys.list),
    pathOf(account.twoFactor),
    pathOf(identity.sessions),
    pathOf(account.audit, {}, { limit: 20 }),
    pathOf(connections.list),
  ],
};

/**
 * Paths of the calls that the first screen of a page makes, in the order it makes them. One that is missing is called by itself.
 */
export function firstReads(page: string): string[] {
  const paths = page.startsWith('/dashboard') ? [...shell, ...(pages[page] ?? [])] : [];
  return paths.map((path) => path.replace('/ngn/', '/%7Bcurrency%7D/'));
}
