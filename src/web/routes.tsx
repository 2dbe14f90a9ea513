import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { savesData } from './lib/less-data.ts';
import { goToLogin } from './lib/login-page.ts';
import { queryClient } from './lib/query-client.ts';
import { parseSearch, type SearchText, stringifySearch } from './lib/search-text.ts';
import { knowService } from './lib/service-status.ts';
import { getSession, type SessionUser } from './lib/session.ts';
import { whenSessionExpires } from './lib/session-expired.ts';
import { sessionQuery } from './lib/user.ts';
import { BrokenPage } from './pages/broken.tsx';
import { BrokenPart } from './pages/dashboard/broken-part.tsx';
import { RootLayout } from './pages/root.tsx';

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: lazyRouteComponent(() => import('./pages/not-found.tsx'), 'NotFoundPage'),
  errorComponent: BrokenPage,
  validateSearch: (search: SearchText): SearchText => search,
});

const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  beforeLoad: needToken,
  component: lazyRouteComponent(() => import('./pages/onboarding/page.tsx'), 'OnboardingPage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: async (entering) => {
    await needToken(entering);
    // In one file with the shell, which is on its way by then.
    const { openOfflineCopy } = await import('./lib/offline-copy.ts');
    // The trial notice stands above the page: known beforehand, it pushes nothing down when it comes.
    await openOfflineCopy(queryClient);
    await Promise.all([needBusiness(entering), knowService(queryClient)]);
  },
  component: lazyRouteComponent(() => import('./pages/dashboard/layout.tsx'), 'DashboardLayout'),
});

/** A page inside the shell, loaded when it is first opened. */
function dashboardPage<const P extends string, M extends Record<string, unknown>, K extends keyof M & string>(
  path: P,
  load: () => Promise<M>,
  name: K,
) {
  return createRoute({
    getParentRoute: () => dashboard,
    path,
    component: lazyRouteComponent(load, name),
    // Also without a network, where a page that was never opened cannot be fetched.
    errorComponent: BrokenPart,
  });
}

const dashboardPages = [
  dashboardPage('/', () => import('./features/dashboard/page.tsx'), 'DashboardPage'),
  dashboardPage('/chat', () => import('./features/chat/page.tsx'), 'ChatPage'),
  dashboardPage('/invoices', () => import('./features/invoices/page.tsx'), 'InvoicesPage'),
  dashboardPage('/customers', () => import('./features/customers/page.tsx'), 'CustomersPage'),
  dashboardPage('/payments', () => import('./features/payments/page.tsx'), 'PaymentsPage'),
  dashboardPage('/reminders', () => import('./features/reminders/page.tsx'), 'TodaysMessagesPage'),
  dashboardPage('/counter', () => import('./features/counter/take-page.tsx'), 'TakePage'),
  dashboardPage('/counter/poster', () => import('./features/counter/poster-page.tsx'), 'PosterPage'),
  dashboardPage('/analytics', () => import('./features/analytics/page.tsx'), 'AnalyticsPage'),
  dashboardPage('/withdrawal', () => import('./features/withdrawals/page.tsx'), 'WithdrawalsPage'),
  dashboardPage('/settings', () => import('./features/settings/business-page.tsx'), 'BusinessProfilePage'),
  dashboardPage('/settings/account', () => import('./features/settings/account-page.tsx'), 'AccountPage'),
  dashboardPage(
    '/settings/notifications',
    () => import('./features/settings/notifications-page.tsx'),
    'NotificationsPage',
  ),
  dashboardPage(
    '/settings/reminders',
    () => import('./features/settings/reminders/page.tsx'),
    'RemindersPage',
  ),
  dashboardPage('/settings/whatsapp', () => import('./features/settings/whatsapp-page.tsx'), 'WhatsAppPage'),
  dashboardPage('/settings/security', () => import('./features/settings/security-page.tsx'), 'SecurityPage'),
  dashboardPage('/settings/privacy', () => import('./features/settings/privacy-page.tsx'), 'PrivacyPage'),
] as const;

/** Stands by itself, without the shell: a shop's customers look on. */
const counter = createRoute({
  getParentRoute: () => root,
  path: '/dashboard/invoices/$id/counter',
  beforeLoad: needBusiness,
  component: lazyRouteComponent(() => import('./features/counter/page.tsx'), 'CounterPage'),
});

/** Opened by the browser extension in a window of its own. */
const connectExtension = createRoute({
  getParentRoute: () => root,
  path: '/connect-extension',
  beforeLoad: needBusiness,
  component: lazyRouteComponent(() => import('./pages/connect-extension/page.tsx'), 'ConnectExtensionPage'),
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

whenSessionExpires(() => {
  queryClient.clear();
  void goToLogin(router.state.location.href);
});

type Entering = { location: { href: string }; preload: boolean };

async function needToken({ location, preload }: Entering): Promise<void> {
  if (getSession().token === null && !preload) await goToLogin(location.href);
}

async function needBusiness({ location, preload }: Entering): Promise<void> {
  await needToken({ location, preload });
  const user = getSession().user ?? (await askWho(location.href));
  if (!user.isBusinessRegistered) throw redirect({ to: '/onboarding' });
}

async function askWho(href: string): Promise<SessionUser> {
  try {
    return await queryClient.fetchQuery(sessionQuery);
  } catch (error) {
    if (getSession().token === null) return goToLogin(href);
    throw error;
  }
}
