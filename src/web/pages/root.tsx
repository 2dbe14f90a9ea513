import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { setToastArea, toastAreas, useAnyToast } from '#web/ui/toast-store.ts';

const Toasts = lazyComponent(async () => (await import('#web/ui/toasts.tsx')).Toasts);

/** Every page, and the toasts over it, whose code is fetched with the first one. */
export function RootLayout() {
  const inDashboard = useLocation({ select: ({ pathname }) => pathname.startsWith('/dashboard') });
  const area = inDashboard ? toastAreas.dashboard : toastAreas.public;
  useEffect(() => setToastArea(area), [area]);
  return (
    <>
      <Outlet />
      {useLatch(useAnyToast()) && <Toasts area={area} />}
    </>
  );
}

/** True from the first time on, so that what was fetched stays and F8 keeps working. */
function useLatch(now: boolean): boolean {
  const [latched, setLatched] = useState(now);
  if (now && !latched) setLatched(true);
  return latched || now;
}
