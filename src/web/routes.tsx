import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { queryClient } from './lib/query-client.ts';
import { parseSearch, type SearchText, stringifySearch } from './lib/search-text.ts';
import { serviceStatusQuery } from './lib/service-status.ts';
import { getSession } from './lib/session.ts';
import { whenSessionExpires } from './lib/session-expired.ts';
import { sessionQuery } from './lib/user.ts';
import { BrokenPage, NotFoundPage } from './pages/not-found.tsx';
import { RootLayout } from './pages/root.tsx';

const root = createRootRoute({
  component: RootLayout,
  notFoundComponent: NotFoundPage,
  errorComponent: BrokenPage,
  validateSearch: (search: SearchText): SearchText => search,
});

const front = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/front/page.tsx'), 'FrontPage'),
});
const legal = () => import('./pages/legal/pages.tsx');
const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  component: lazyRouteComponent(legal, 'TermsPage'),
});
const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  component: lazyRouteComponent(legal, 'PrivacyPage'),
});
const cookies = createRoute({
  getParentRoute: () => root,
  path: '/cookies',
  component: lazyRouteComponent(legal, 'CookiesPage'),
});

const auth = createRoute({
  getParentRoute: () => root,
  path: '/auth',
  component: lazyRouteComponent(() => import('./pages/auth/layout.tsx'), 'AuthLayout'),
});
const signup = createRoute({
  getParentRoute: () => auth,
  path: '/signup',
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(() => import('./pages/auth/signup.tsx'), 'SignupPage'),
});
const login = createRoute({
  getParentRoute: () => auth,
  path: '/login',
  beforeLoad: skipWhenSignedIn,
  component: lazyRouteComponent(() => import('./pages/auth/login.tsx'), 'LoginPage'),
});
const verify = createRoute({
  getParentRoute: () => auth,
  path: '/verify',
  component: lazyRouteComponent(() => import('./pages/auth/verify.tsx'), 'VerifyPage'),
});
const forgotPassword = createRoute({
  getParentRoute: () => auth,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./pages/auth/forgot-password.tsx'), 'ForgotPasswordPage'),
});
const resetPassword = createRoute({
  getParentRoute: () => auth,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./pages/auth/reset-password.tsx'), 'ResetPasswordPage'),
});

const onboarding = createRoute({
  getParentRoute: () => root,
  path: '/onboarding',
  beforeLoad: ({ location }) => needToken(location.href),
  component: lazyRouteComponent(() => import('./pages/onboarding/page.tsx'), 'OnboardingPage'),
});

const dashboard = createRoute({
  getParentRoute: () => root,
  path: '/dashboard',
  beforeLoad: async ({ location }) => {
    needToken(location.href);
    // The trial notice stands above the page: known beforehand, it pushes nothing down when it comes.
    await Promise.all([needBusiness(), queryClient.prefetchQuery(serviceStatusQuery)]);
  },
  component: lazyRouteComponent(() => import('./pages/dashboard/layout.tsx'), 'DashboardLayout'),
});

/** A page inside the shell, loaded when it is first opened. */
function dashboardPage<const P extends string, M extends Record<string, unknown>, K extends keyof M & string>(
  path: P,
  load: () => Promise<M>,
  name: K,
) {
  return createRoute({ getParentRoute: () => dashboard, path, component: lazyRouteComponent(load, name) });
}

const dashboardPages = [
  dashboardPage('/', () => import('./features/dashboard/page.tsx'), 'DashboardPage'),
  dashboardPage('/invoices', () => import('./features/invoices/page.tsx'), 'InvoicesPage'),
  dashboardPage('/customers', () => import('./features/customers/page.tsx'), 'CustomersPage'),
  dashboardPage('/payments', () => import('./features/payments/page.tsx'), 'PaymentsPage'),
  dashboardPage('/analytics', () => import('./features/analytics/page.tsx'), 'AnalyticsPage'),
] as const;

const routeTree = root.addChildren([
  front,
  terms,
  privacy,
  cookies,
  auth.addChildren([signup, login, verify, forgotPassword, resetPassword]),
  onboarding,
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
  const { href, pathname } = router.state.location;
  void router.navigate({ to: '/auth/login', search: pathname.startsWith('/auth') ? {} : { redirect: href } });
});

function needToken(href: string): void {
  if (getSession().token === null) throw redirect({ to: '/auth/login', search: { redirect: href } });
}

async function needBusiness(): Promise<void> {
  const user = getSession().user ?? (await queryClient.fetchQuery(sessionQuery).catch(() => null));
  if (user === null) throw redirect({ to: '/auth/login' });
  if (!user.isBusinessRegistered) throw redirect({ to: '/onboarding' });
}

function skipWhenSignedIn(): void {
  if (getSession().token !== null) throw redirect({ to: '/dashboard' });
}

function savesData(): boolean {
  return 'connection' in navigator && Reflect.get(Object(navigator.connection), 'saveData') === true;
}
