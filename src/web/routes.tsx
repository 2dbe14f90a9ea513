import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { businessProfileQuery } from '#web/lib/business-profile.ts';
import { consentsQuery } from '#web/lib/consents.ts';
import { parseSearch, type SearchParams, stringifySearch } from '#web/lib/navigation/search-params.ts';
import { savesData } from '#web/lib/preferences/save-data.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { type ReadFirst, readFirstScreen, waitUnlessKnown } from '#web/lib/read-ahead.ts';
import { prefetchServiceStatus } from '#web/lib/service-status.ts';
import { onSessionExpired } from '#web/lib/session/expiry.ts';
import { goToLogin } from '#web/lib/session/login-redirect.ts';
import { getSession, type SessionUser } from '#web/lib/session/session.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { PageError } from '#web/pages/dashboard/page-error.tsx';
import { ErrorPage } from '#web/pages/error-page.tsx';
import { RootLayout } from '#web/pages/root.tsx';

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import('#web/pages/not-found.tsx'), 'NotFoundPage'),
  errorComponent: ErrorPage,
  validateSearch: (search: SearchParams): SearchParams => search,
});

const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  beforeLoad: requireToken,
  component: lazyRouteComponent(() => import('#web/pages/onboarding/page.tsx'), 'OnboardingPage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: async (context) => {
    if (import.meta.env.SSR) return;
    await requireToken(context);
    // In one file with the shell, which is on its way by then.
    const { startOfflineCache: openOfflineCopy } = await import('#web/lib/offline/persisted-queries.ts');
    // The trial notice stands above the page: known beforehand, it pushes nothing down when it comes.
    await openOfflineCopy(queryClient);
    const status = prefetchServiceStatus(queryClient);
    await Promise.all([requireBusiness(context), waitUnlessKnown(queryClient, status)]);
  },
  component: lazyRouteComponent(() => import('#web/pages/dashboard/layout.tsx'), 'DashboardLayout'),
});

const readShell: ReadFirst = (queries, { userId }) => [
  queries.prefetchQuery(sessionQuery),
  queries.prefetchQuery(businessProfileQuery(userId)),
  queries.prefetchQuery(consentsQuery),
];

/** A page inside the shell, loaded when it is first opened. It may say what its first screen reads. */
function dashboardPage<
  const P extends string,
  M extends Record<string, unknown> & { readFirst?: ReadFirst },
  K extends keyof M & string,
>(path: P, load: () => Promise<M>, name: K) {
  return createRoute({
    getParentRoute: () => dashboard,
    path,
    loader: () => readFirstScreen(queryClient, async () => [readShell, (await load()).readFirst]),
    component: lazyRouteComponent(load, name),
    // Also without a network, where a page that was never opened cannot be fetched.
    errorComponent: PageError,
  });
}

const dashboardPages = [
  dashboardPage('/', () => import('#web/features/dashboard/page.tsx'), 'DashboardPage'),
  dashboardPage('/chat', () => import('#web/features/chat/page.tsx'), 'ChatPage'),
  dashboardPage('/invoices', () => import('#web/features/invoices/page.tsx'), 'InvoicesPage'),
  dashboardPage(
    '/invoices/repeating',
    () => import('#web/features/invoices/repeating/page.tsx'),
    'RepeatingPage',
  ),
  dashboardPage('/quotes', () => import('#web/features/quotes/page.tsx'), 'QuotesPage'),
  dashboardPage('/customers', () => import('#web/features/customers/page.tsx'), 'CustomersPage'),
  dashboardPage('/customers/$id', () => import('#web/features/customers/details/page.tsx'), 'CustomerPage'),
  dashboardPage('/payments', () => import('#web/features/payments/page.tsx'), 'PaymentsPage'),
  dashboardPage(
    '/payments/statements',
    () => import('#web/features/bank-statements/page.tsx'),
    'StatementsPage',
  ),
  dashboardPage(
    '/payments/certificates',
    () => import('#web/features/certificates/page.tsx'),
    'CertificatesPage',
  ),
  dashboardPage('/reminders', () => import('#web/features/reminders/page.tsx'), 'TodaysMessagesPage'),
  dashboardPage('/counter', () => import('#web/features/pos/charge-page.tsx'), 'ChargePage'),
  dashboardPage('/counter/poster', () => import('#web/features/pos/poster-page.tsx'), 'PosterPage'),
  dashboardPage('/analytics', () => import('#web/features/analytics/page.tsx'), 'AnalyticsPage'),
  dashboardPage('/withdrawal', () => import('#web/features/withdrawals/page.tsx'), 'WithdrawalsPage'),
  dashboardPage('/settings', () => import('#web/features/settings/business/page.tsx'), 'BusinessProfilePage'),
  dashboardPage('/settings/account', () => import('#web/features/settings/account/page.tsx'), 'AccountPage'),
  dashboardPage(
    '/settings/notifications',
    () => import('#web/features/settings/notifications/page.tsx'),
    'NotificationsPage',
  ),
  dashboardPage(
    '/settings/reminders',
    () => import('#web/features/settings/reminders/page.tsx'),
    'RemindersPage',
  ),
  dashboardPage(
    '/settings/whatsapp',
    () => import('#web/features/settings/whatsapp/page.tsx'),
    'WhatsAppPage',
  ),
  dashboardPage(
    '/settings/security',
    () => import('#web/features/settings/security/page.tsx'),
    'SecurityPage',
  ),
  dashboardPage('/settings/privacy', () => import('#web/features/settings/privacy/page.tsx'), 'PrivacyPage'),
] as const;

/** Stands by itself, without the shell: a shop's customers look on. */
const counter = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/invoices/$id/counter',
  beforeLoad: requireBusiness,
  component: lazyRouteComponent(() => import('#web/features/pos/page.tsx'), 'PosStatusPage'),
});

/** Opened by the browser extension in a window of its own. */
const connectExtension = createRoute({
  getParentRoute: () => root,
  path: '/connect-extension',
  beforeLoad: requireBusiness,
  component: lazyRouteComponent(
    () => import('#web/pages/connect-extension/page.tsx'),
    'ConnectExtensionPage',
  ),
});

const routeTree = root.addChildren([
  onboarding,
  counter,
  connectExtension,
  dashboard.addChildren(dashboardPages),
]);

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  scrollRestoration: true,
  defaultPreload: savesData() ? false : 'intent',
  defaultPendingMs: 300,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

onSessionExpired(() => {
  queryClient.clear();
  void goToLogin(router.state.location.href);
});

type RouteContext = { location: { href: string }; preload: boolean };

async function requireToken({ location, preload }: RouteContext): Promise<void> {
  // The build draws the frames of pages, in nobody's name.
  if (import.meta.env.SSR) return;
  if (getSession().token === null && !preload) await goToLogin(location.href);
}

async function requireBusiness({ location, preload }: RouteContext): Promise<void> {
  if (import.meta.env.SSR) return;
  await requireToken({ location, preload });
  const user = getSession().user ?? (await fetchUser(location.href));
  if (!user.isBusinessRegistered) throw redirect({ to: '/onboarding' });
}

async function fetchUser(href: string): Promise<SessionUser> {
  try {
    return await queryClient.fetchQuery(sessionQuery);
  } catch (error) {
    if (getSession().token === null) return goToLogin(href);
    throw error;
  }
}
