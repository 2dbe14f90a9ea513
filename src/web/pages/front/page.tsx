import { Link } from '@tanstack/react-router';
import { usePage } from '../../lib/page.ts';
import { ThemeMenu } from '../../lib/theme-menu.tsx';
import { buttonClass } from '../../ui/button.tsx';
import { Logo } from '../../ui/logo.tsx';
import { Cloths } from './cloths.tsx';
import { Hero } from './hero.tsx';
import { Steps } from './steps.tsx';
import { useHashTarget } from './use-hash-target.ts';
import { Waitlist } from './waitlist.tsx';
import { wrapClass } from './wrap.ts';

export function FrontPage() {
  usePage('Duewell: AI invoicing and payments for Nigerian business', { index: true, fullTitle: true });
  useHashTarget();
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-control focus:bg-ink focus:px-4 focus:py-2.5 focus:text-bg"
      >
        Skip to content
      </a>
      <Top />
      <main id="main" tabIndex={-1}>
        <Hero />
        <Steps />
        <Cloths />
        <Waitlist />
      </main>
      <Footer />
    </>
  );
}

function Top() {
  return (
    <header className="sticky top-0 z-20 bg-[color-mix(in_srgb,var(--bg)_88%,transparent)] backdrop-blur-md">
      <div className={`${wrapClass} flex h-19 items-center gap-2 max-md:h-16`}>
        <Link to="/" aria-label="Duewell" className="mr-6 rounded-control py-1">
          <Logo />
        </Link>
        <nav aria-label="Sections" className="flex gap-1 max-md:hidden">
          <a
            href="#how-it-works"
            className={buttonClass({ look: 'ghost', className: 'font-medium text-muted' })}
          >
            How it works
          </a>
          <a href="#waitlist" className={buttonClass({ look: 'ghost', className: 'font-medium text-muted' })}>
            Waitlist
          </a>
        </nav>
        <span className="flex-1" />
        <ThemeMenu />
        <a href="/auth/login" className={buttonClass({ look: 'ghost', className: 'max-md:px-2.5' })}>
          Sign In
        </a>
        <a href="/auth/signup" className={buttonClass({ className: 'max-sm:hidden' })}>
          Get Started Free
        </a>
      </div>
    </header>
  );
}

function Footer() {
  return (
    <footer
      className={`${wrapClass} flex flex-wrap items-center gap-x-7 gap-y-3 border-line border-t py-8 text-15 text-muted`}
    >
      <Logo className="text-ink" />
      <span className="flex-1" />
      <Link to="/terms" className="inline-flex min-h-11 items-center hover:text-ink">
        Terms
      </Link>
      <Link to="/privacy" className="inline-flex min-h-11 items-center hover:text-ink">
        Privacy
      </Link>
      <Link to="/cookies" className="inline-flex min-h-11 items-center hover:text-ink">
        Cookies
      </Link>
    </footer>
  );
}
