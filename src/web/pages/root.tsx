import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useState } from 'react';
import { setToastArea, toastAreas, useAnyToast } from '../ui/toast-store.ts';

const Toasts = lazy(async () => ({ default: (await import('../ui/toasts.tsx')).Toasts }));

/** Every page, and the toasts over it, whose code is fetched with the first one. */
export function RootLayout() {
  const inDashboard = useLocation({ select: ({ pathname }) => pathname.startsWith('/dashboard') });
  const area = inDashboard ? toastAreas.dashboard : toastAreas.public;
  useEffect(() => setToastArea(area), [area]);
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>{useOnceTrue(useAnyToast()) && <Toasts area={area} />}</Suspense>
    </>
  );
}

/** True from the first time on, so that what was fetched stays and F8 keeps working. */
function useOnceTrue(now: boolean): boolean {
  const [once, setOnce] = useState(now);
  if (now && !once) setOnce(true);
  return once || now;
}
