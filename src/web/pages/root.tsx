import { Outlet, useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { toastAreas } from '../ui/toast-store.ts';

const Toasts = lazy(async () => ({ default: (await import('../ui/toasts.tsx')).Toasts }));

/** Every page, and the toasts over it; what is toasted before they have come waits in the store. */
export function RootLayout() {
  const inDashboard = useLocation({ select: ({ pathname }) => pathname.startsWith('/dashboard') });
  return (
    <>
      <Outlet />
      <Suspense fallback={null}>
        <Toasts area={inDashboard ? toastAreas.dashboard : toastAreas.public} />
      </Suspense>
    </>
  );
}
