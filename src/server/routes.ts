import { api } from '#contract/index.ts';
import { type Route, routesOf } from '#server/http/endpoints.ts';
import { type Runner, runners } from '#server/kernel/jobs.ts';
import { routes as ownDataRoutes } from '#server/modules/account/routes.ts';
import { routes as activityRoutes } from '#server/modules/activity/routes.ts';
import { routes as analyticsRoutes } from '#server/modules/analytics/routes.ts';
import { routes as assistantRoutes } from '#server/modules/assistant/routes.ts';
import { routes as businessRoutes } from '#server/modules/business/routes.ts';
import { routes as settingsRoutes } from '#server/modules/business/settings-routes.ts';
import { routes as consentRoutes } from '#server/modules/consents/routes.ts';
import { routes as customerRoutes } from '#server/modules/customers/routes.ts';
import { fileRoutes } from '#server/modules/files/routes.ts';
import { routes as geographyRoutes } from '#server/modules/geography/routes.ts';
import { routes as accountRoutes } from '#server/modules/identity/account-routes.ts';
import { routes as extensionRoutes } from '#server/modules/identity/extension-routes.ts';
import { runs as identityRuns } from '#server/modules/identity/flows/sign-in.ts';
import { jobs as identityJobs } from '#server/modules/identity/jobs.ts';
import {
  connectionRoutes,
  routes as passkeyRoutes,
  stepUpRoutes,
} from '#server/modules/identity/passkey-routes.ts';
import { authenticate } from '#server/modules/identity/queries/accounts.ts';
import { routes as identityRoutes } from '#server/modules/identity/routes.ts';
import { runs as invoiceRuns } from '#server/modules/invoices/flows.ts';
import { jobs as invoiceJobs } from '#server/modules/invoices/jobs.ts';
import { routes as invoiceRoutes } from '#server/modules/invoices/routes.ts';
import { routes as liveRoutes } from '#server/modules/live/routes.ts';
import { runs as notificationRuns } from '#server/modules/notifications/flows/email.ts';
import { jobs as notificationJobs } from '#server/modules/notifications/jobs.ts';
import { pushRoutes, routes as messageRoutes } from '#server/modules/notifications/routes.ts';
import { runs as paymentRuns } from '#server/modules/payments/flows/refunds.ts';
import { jobs as paymentJobs } from '#server/modules/payments/jobs.ts';
import { routes as paymentRoutes } from '#server/modules/payments/routes.ts';
import { routes as counterRoutes } from '#server/modules/pos/routes.ts';
import { runs as reminderRuns } from '#server/modules/reminders/flows/scheduled.ts';
import { jobs as reminderJobs } from '#server/modules/reminders/jobs.ts';
import { routes as reminderRoutes } from '#server/modules/reminders/routes.ts';
import { routes as waitlistRoutes } from '#server/modules/waitlist/routes.ts';
import { runs as inboxRuns } from '#server/modules/webhooks/flows.ts';
import { jobs as inboxJobs } from '#server/modules/webhooks/jobs.ts';
import { routes as inboxRoutes } from '#server/modules/webhooks/routes.ts';
import { runs as whatsappRuns } from '#server/modules/whatsapp/flows/events.ts';
import { jobs as whatsappJobs } from '#server/modules/whatsapp/jobs.ts';
import { routes as whatsappRoutes } from '#server/modules/whatsapp/routes.ts';
import { runs as withdrawalRuns } from '#server/modules/withdrawals/flows/payout.ts';
import { jobs as withdrawalJobs } from '#server/modules/withdrawals/jobs.ts';
import { routes as withdrawalRoutes } from '#server/modules/withdrawals/routes.ts';
import { routes as staffRoutes } from '#server/modules/withdrawals/staff-routes.ts';

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
  // Before the webhooks of payment providers, whose address pattern would match this one.
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
