import { Outlet, useLocation } from '@tanstack/react-router';
import { toastAreas } from '../ui/toast-store.ts';
import { Toasts } from '../ui/toasts.tsx';

/** Every page, and the toasts over it. */
export function RootLayout() {
  const inDashboard = useLocation({ select: ({ pathname }) => pathname.startsWith('/dashboard') });
  return (
    <>
      <Outlet />
      <Toasts area={inDashboard ? toastAreas.dashboard : toastAreas.public} />
    </>
  );
}
