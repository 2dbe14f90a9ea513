import { api } from '#contract/index.ts';
import { routesOf, type Route } from './http.ts';
import { type Runner, runners } from './jobs.ts';
import { routes as ownDataRoutes } from './modules/account/routes.ts';
import { routes as activityRoutes } from './modules/activity/routes.ts';
import { routes as analyticsRoutes } from './modules/analytics/routes.ts';
import { routes as assistantRoutes } from './modules/assistant/routes.ts';
import { routes as businessRoutes } from './modules/business/routes.ts';
import { routes as settingsRoutes } from './modules/business/settings-routes.ts';
import { routes as consentRoutes } from './modules/consents/routes.ts';
import { routes as counterRoutes } from './modules/counter/routes.ts';
import { routes as customerRoutes } from './modules/customers/routes.ts';
import { fileRoutes } from './modules/files/routes.ts';
import { routes as geographyRoutes } from './modules/geography/routes.ts';
import { authenticate } from './modules/identity/queries.ts';
import { routes as accountRoutes } from './modules/identity/account-routes.ts';
import { routes as extensionRoutes } from './modules/identity/extension-routes.ts';
import { runs as identityRuns } from './modules/identity/flows.ts';
import { jobs as identityJobs } from './modules/identity/jobs.ts';
import {
  connectionRoutes,
  routes as passkeyRoutes,
  stepUpRoutes,
} from './modules/identity/passkey-routes.ts';
import { routes as identityRoutes } from './modules/identity/routes.ts';
import { runs as inboxRuns } from './modules/inbox/flows.ts';
import { jobs as inboxJobs } from './modules/inbox/jobs.ts';
import { routes as inboxRoutes } from './modules/inbox/routes.ts';
import { runs as invoiceRuns } from './modules/invoices/flows.ts';
import { jobs as invoiceJobs } from './modules/invoices/jobs.ts';
import { routes as invoiceRoutes } from './modules/invoices/routes.ts';
import { routes as liveRoutes } from './modules/live/routes.ts';
import { runs as notificationRuns } from './modules/notifications/flows.ts';
import { jobs as notificationJobs } from './modules/notifications/jobs.ts';
import { pushRoutes, routes as messageRoutes } from './modules/notifications/routes.ts';
import { runs as paymentRuns } from './modules/payments/flows/refunds.ts';
import { jobs as paymentJobs } from './modules/payments/jobs.ts';
import { routes as paymentRoutes } from './modules/payments/routes.ts';
import { runs as reminderRuns } from './modules/reminders/flows.ts';
import { jobs as reminderJobs } from './modules/reminders/jobs.ts';
import { routes as reminderRoutes } from './modules/reminders/routes.ts';
import { routes as waitlistRoutes } from './modules/waitlist/routes.ts';
import { runs as whatsappRuns } from './modules/whatsapp/flows.ts';
import { jobs as whatsappJobs } from './modules/whatsapp/jobs.ts';
import { routes as whatsappRoutes } from './modules/whatsapp/routes.ts';
import { runs as withdrawalRuns } from './modules/withdrawals/flows.ts';
import { jobs as withdrawalJobs } from './modules/withdrawals/jobs.ts';
import { routes as withdrawalRoutes } from './modules/withdrawals/routes.ts';
import { routes as staffRoutes } from './modules/withdrawals/staff-routes.ts';

/** Every endpoint with its handler; an endpoint of the contract without one does not compile. */
export const routes: Route[] = [
  ...routesOf('identity', api.identity, identityRoutes),
  ...routesOf('account', api.account, { ...accountRoutes, ...ownDataRoutes }),
  ...routesOf('privacy', api.privacy, consentRoutes),
  ...routesOf('passkeys', api.passkeys, passkeyRoutes),
  ...routesOf('connections', api.connections, connectionRoutes),
  ...routesOf('stepUp', api.stepUp, stepUpRoutes),
  ...routesOf('extension', api.extension, extensionRoutes),
  ...routesOf('waitlist', api.waitlist, waitlistRoutes),
  ...routesOf('business', api.business, businessRoutes),
  ...routesOf('settings', api.settings, settingsRoutes),
  ...routesOf('files', api.files, fileRoutes(authenticate)),
  ...routesOf('activities', api.activities, activityRoutes),
  ...routesOf('customers', api.customers, customerRoutes),
  ...routesOf('counter', api.counter, counterRoutes),
  ...routesOf('invoices', api.invoices, invoiceRoutes),
  ...routesOf('payments', api.payments, paymentRoutes),
  ...routesOf('analytics', api.analytics, analyticsRoutes),
  ...routesOf('withdrawals', api.withdrawals, withdrawalRoutes),
  ...routesOf('staff', api.staff, staffRoutes),
  ...routesOf('geography', api.geography, geographyRoutes),
  ...routesOf('assistant', api.assistant, assistantRoutes),
  ...routesOf('live', api.live, liveRoutes),
  ...routesOf('messages', api.messages, messageRoutes),
  ...routesOf('reminders', api.reminders, reminderRoutes),
  ...routesOf('push', api.push, pushRoutes),
  // Before the notices of payment providers, whose address would take in this one.
  ...routesOf('whatsapp', api.whatsapp, whatsappRoutes),
  ...routesOf('inbox', api.inbox, inboxRoutes),
];

/** Every kind of follow-up work with its code. */
export const jobRunners: Runner[] = [
  ...runners(notificationJobs, notificationRuns),
  ...runners(identityJobs, identityRuns),
  ...runners(invoiceJobs, invoiceRuns),
  ...runners(reminderJobs, reminderRuns),
  ...runners(inboxJobs, inboxRuns),
  ...runners(paymentJobs, paymentRuns),
  ...runners(withdrawalJobs, withdrawalRuns),
  ...runners(whatsappJobs, whatsappRuns),
];
