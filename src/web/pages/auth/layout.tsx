import { Link, Outlet } from '@tanstack/react-router';
import { ThemeMenu } from '../../lib/theme-menu.tsx';
import { Logo } from '../../ui/logo.tsx';
import { MarketingPanel } from './marketing-panel.tsx';

/** The form at the right, what the product does at the left. */
export function AuthLayout() {
  return (
    <div className="grid min-h-dvh lg:grid-cols-[minmax(0,0.92fr)_minmax(0,1fr)]">
      <MarketingPanel />
      <div className="flex min-w-0 flex-col px-6 pb-10 max-md:px-5">
        <header className="flex items-center justify-between py-4">
          <Link to="/" aria-label="Duewell, to the front page" className="rounded-control py-1 lg:invisible">
            <Logo />
          </Link>
          <ThemeMenu />
        </header>
        <main className="mx-auto flex w-full max-w-[29rem] flex-1 flex-col justify-center py-4">
          <Outlet />
        </main>
      </div>
    </div>
  );
}
