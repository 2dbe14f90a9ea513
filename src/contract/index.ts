import { account } from './account.ts';
import { activities } from './activities.ts';
import { analytics } from './analytics.ts';
import { assistant } from './assistant.ts';
import { bankStatements } from './bank-statements.ts';
import { batch } from './batch.ts';
import { business } from './business.ts';
import { connections } from './connections.ts';
import { creditNotes } from './credit-notes.ts';
import { customerCredit } from './customer-credit.ts';
import { customerPortal } from './customer-portal.ts';
import { customerStatements } from './customer-statements.ts';
import { customers } from './customers.ts';
import type { Endpoint } from './endpoint.ts';
import { extension } from './extension.ts';
import { files } from './files.ts';
import { geography } from './geography.ts';
import { identity } from './identity.ts';
import { invoiceSchedules } from './invoice-schedules.ts';
import { invoices } from './invoices.ts';
import { live } from './live.ts';
import { messages } from './messages.ts';
import { offlinePayments } from './offline-payments.ts';
import { writeOffs } from './write-offs.ts';
import { passkeys } from './passkeys.ts';
import { payments } from './payments.ts';
import { plans } from './plans.ts';
import { pos } from './pos.ts';
import { privacy } from './privacy.ts';
import { push } from './push.ts';
import { quoteAnswers } from './quote-answers.ts';
import { quotes } from './quotes.ts';
import { readings } from './readings.ts';
import { reminders } from './reminders.ts';
import { savedCards } from './saved-cards.ts';
import { settings } from './settings.ts';
import { staff } from './staff.ts';
import { stepUp } from './step-up.ts';
import { today } from './today.ts';
import { waitlist } from './waitlist.ts';
import { webhooks } from './webhooks.ts';
import { whatsapp } from './whatsapp.ts';
import { withdrawals } from './withdrawals.ts';
import { withholding } from './withholding.ts';

/** Every call of the product, by module. */
export const api = {
  identity,
  account,
  passkeys,
  connections,
  stepUp,
  privacy,
  extension,
  waitlist,
  customerPortal,
  business,
  settings,
  files,
  activities,
  counter: pos,
  customers,
  customerStatements,
  quotes: { ...quotes, ...quoteAnswers },
  invoices,
  invoiceSchedules,
  plans,
  savedCards,
  payments,
  creditNotes,
  customerCredit,
  offlinePayments,
  writeOffs,
  withholding,
  bankStatements,
  analytics,
  today,
  withdrawals,
  staff,
  geography,
  assistant,
  readings,
  live,
  batch,
  messages,
  reminders,
  push,
  whatsapp,
  inbox: webhooks,
};

/** Headings of the API document, in its order. */
export const titles: Record<keyof typeof api, string> = {
  identity: 'Accounts and sessions',
  account: 'Your account and security',
  privacy: 'Privacy and consents',
  passkeys: 'Passkeys',
  connections: 'Sign in with Google',
  stepUp: 'Re-authentication',
  extension: 'Browser extension',
  waitlist: 'Waitlist',
  customerPortal: 'The page of a customer',
  business: 'Business',
  settings: 'Settings',
  files: 'Files',
  activities: 'Activities',
  counter: 'The shop counter',
  customers: 'Customers',
  customerStatements: 'Statements of customers',
  quotes: 'Quotes',
  invoices: 'Invoices',
  invoiceSchedules: 'Invoices paid in parts',
  plans: 'Repeating invoices',
  savedCards: 'Saved cards',
  payments: 'Payments',
  creditNotes: 'Credit notes',
  customerCredit: 'Credit of customers',
  offlinePayments: 'Money received elsewhere',
  writeOffs: 'Write-offs',
  withholding: 'Withholding tax',
  bankStatements: 'Bank statements',
  analytics: 'Analytics',
  today: 'Today',
  withdrawals: 'Withdrawals',
  staff: 'Staff',
  geography: 'Geography',
  assistant: 'Assistant',
  readings: 'Photos and PDFs being read',
  live: 'Live news and status',
  batch: 'Several reads at once',
  messages: 'Messages to customers',
  reminders: 'Reminders and promises',
  push: 'News for closed browsers',
  whatsapp: 'WhatsApp',
  inbox: 'Notices of providers',
};

/** Every endpoint in the order it must be routed, with its name (`invoices.create`). */
export const endpoints: { name: string; endpoint: Endpoint }[] = Object.entries(api).flatMap(
  ([module, group]) =>
    Object.entries(group).map(([name, endpoint]) => ({ name: `${module}.${name}`, endpoint })),
);
