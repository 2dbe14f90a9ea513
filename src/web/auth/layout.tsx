import { lazy, type ReactNode, StrictMode, Suspense, useState } from 'react';
import { ThemeMenu } from '#web/lib/preferences/theme-menu.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { toastAreas, useAnyToast } from '#web/ui/toast-store.ts';
import * as texts from './texts.ts';

const Toasts = lazy(async () => ({ default: (await import('#web/ui/toasts.tsx')).Toasts }));

/** The column of the form, with the toasts over it. */
export function AuthColumn({ children }: { children: ReactNode }) {
  return (
    <StrictMode>
      <div className="flex min-w-0 flex-col px-6 pb-10 max-md:px-5">
        <header className="flex items-center justify-between py-4">
          <a href="/" aria-label={texts.shared.home} className="rounded-control py-1 lg:invisible">
            <Logo />
          </a>
          <ThemeMenu />
        </header>
        <main className="mx-auto flex w-full max-w-[29rem] flex-1 flex-col justify-center py-4">
          {children}
        </main>
      </div>
      <LazyToasts />
    </StrictMode>
  );
}

/** The code that shows toasts is fetched with the first of them, and stays. */
function LazyToasts() {
  const hasToasts = useAnyToast();
  const [loaded, setLoaded] = useState(hasToasts);
  if (hasToasts && !loaded) setLoaded(true);
  return <Suspense fallback={null}>{loaded && <Toasts area={toastAreas.public} />}</Suspense>;
}
