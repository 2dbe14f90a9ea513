import { Outlet, useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { lazyComponent } from '#web/lib/lazy.tsx';
import { useLatch } from '#web/lib/use-latch.ts';
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
      {/* Stays with its last toast gone: its key F8 keeps working. */}
      {useLatch(useAnyToast()) && <Toasts area={area} />}
    </>
  );
}
