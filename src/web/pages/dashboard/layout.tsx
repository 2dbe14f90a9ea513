import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useEffect } from 'react';
import { createClient } from '#contract/client.ts';
import { identity } from '#contract/identity.ts';
import { lazyDialog } from '#web/lib/lazy.tsx';
import { useLiveEvents } from '#web/lib/live-events.ts';
import { useActivityToasts } from '#web/lib/notifications/activity-toasts.ts';
import { usePushRenewal } from '#web/lib/notifications/use-push-renewal.ts';
import { clearOutbox } from '#web/lib/offline/outbox.ts';
import { endLastView } from '#web/lib/read-ahead.ts';
import { goToLogin } from '#web/lib/session/login-redirect.ts';
import { endSession, getSession } from '#web/lib/session/session.ts';
import { sessionQuery } from '#web/lib/session/user-query.ts';
import { BottomBar } from './bottom-bar.tsx';
import { Header } from './header.tsx';
import { LastViewNote, Notices } from './notices.tsx';
import { useOverlays } from './overlays.tsx';
import { usePrefetchLists } from './prefetch.ts';
import { useSidebar } from './sidebar-state.ts';
import { Sidebar } from './sidebar.tsx';
import { texts } from './texts.ts';
import { useOutbox } from './use-outbox.ts';

const SidebarSheet = lazyDialog(async () => (await import('./sidebar-sheet.tsx')).SidebarSheet);

/** The shell around every signed-in page. */
export function DashboardLayout() {
  const { open, sheet, sheetWanted, setSheet, toggle } = useSidebar();
  const logout = useLogout();
  const { overlays, openPalette, preloadPalette: warmPalette } = useOverlays(toggle);
  const search = { open: openPalette, preload: warmPalette };
  useQuery(sessionQuery);
  useLiveEvents();
  useOutbox();
  usePrefetchLists();
  useActivityToasts();
  usePushRenewal();
  useEffect(endLastView, []);
  return (
    <div className="flex min-h-dvh">
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-control focus:bg-ink focus:px-4 focus:py-2.5 focus:text-bg"
      >
        {texts.skip}
      </a>
      {open && <Sidebar onLogout={logout} search={search} />}
      {sheetWanted && <SidebarSheet open={sheet} onOpenChange={setSheet} onLogout={logout} search={search} />}
      <div className="min-w-0 flex-1 px-9 pb-14 max-lg:px-6 max-md:px-4 max-md:pb-28">
        <div className="mx-auto max-w-[1180px]">
          <Header sidebarOpen={open} onToggleSidebar={toggle} />
          <main id="main" tabIndex={-1}>
            <Notices />
            <Outlet />
          </main>
        </div>
      </div>
      {import.meta.env.SSR && <LastViewNote />}
      <BottomBar />
      {overlays}
    </div>
  );
}

function useLogout() {
  const queries = useQueryClient();
  return async () => {
    const { token } = getSession();
    // Here before at the server, whose refusal would tell other tabs of an expired session; and whether or not it is reached.
    endSession('logout');
    clearOutbox();
    queries.clear();
    void createClient({ token: () => token })(identity.logout, {}, { keepalive: true }).catch(() => null);
    await goToLogin();
  };
}
