import { ArrowRight, Menu, Monitor, Moon, Sun, X } from 'lucide-react';
import { buttonClass } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { Logo } from '#web/ui/logo.tsx';
import { wrapClass } from './parts.tsx';
import { header as texts, sections } from './texts.ts';

const squareClass = buttonClass({ variant: 'ghost', className: 'size-11 shrink-0 px-0 [&_svg]:size-5' });
const inHeader = sections.filter(({ id }) => id !== 'pricing');

/** The head of every static page. */
export function SiteHeader() {
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-3 focus:left-3 focus:z-50 focus:rounded-control focus:bg-ink focus:px-4 focus:py-2.5 focus:text-bg"
      >
        {texts.skip}
      </a>
      <header className="site-header sticky top-0 z-30 bg-bg">
        <div className={cn(wrapClass, 'flex h-19 items-center gap-1.5 max-md:h-16')}>
          <a href="/" aria-label={texts.home} className="mr-auto rounded-control py-1 lg:mr-7">
            <Logo />
          </a>
          <nav aria-label={texts.sections} className="mr-auto hidden gap-0.5 lg:flex">
            {inHeader.map(({ id, label }) => (
              <a
                key={id}
                href={`/#${id}`}
                className={buttonClass({ variant: 'ghost', className: 'px-3.5 font-medium text-muted' })}
              >
                {label}
              </a>
            ))}
          </nav>
          <ThemeMenu />
          <a
            href="/auth/login"
            data-without-script
            className={buttonClass({ variant: 'ghost', className: 'max-md:hidden' })}
          >
            {texts.signIn}
          </a>
          <a href="/auth/signup" className={buttonClass({ className: 'max-md:hidden' })}>
            {texts.start}
          </a>
          <button
            type="button"
            data-menu-open
            data-needs-script
            aria-haspopup="dialog"
            aria-expanded="false"
            aria-controls="site-menu"
            aria-label={texts.openMenu}
            className={cn(squareClass, 'lg:hidden')}
          >
            <Menu aria-hidden />
          </button>
        </div>
      </header>
      <SiteMenu />
    </>
  );
}

const themeIcons = { light: Sun, dark: Moon, system: Monitor };

function ThemeMenu() {
  return (
    <div className="relative" data-theme-menu data-needs-script>
      <button
        type="button"
        aria-label={texts.theme}
        title={texts.theme}
        aria-haspopup="menu"
        aria-expanded="false"
        aria-controls="theme-menu"
        className={squareClass}
      >
        <Sun aria-hidden className="dark:hidden" />
        <Moon aria-hidden className="hidden dark:block" />
      </button>
      <div
        id="theme-menu"
        role="menu"
        aria-label={texts.theme}
        hidden
        className="absolute top-full right-0 z-10 mt-1.5 w-44 rounded-[14px] border border-line bg-surface p-1.5 shadow-e3 motion-safe:animate-rise"
      >
        {texts.themes.map(({ value, label }) => {
          const Icon = themeIcons[value];
          return (
            <button
              key={value}
              type="button"
              role="menuitemradio"
              aria-checked="false"
              tabIndex={-1}
              data-theme={value}
              className="group flex min-h-11 w-full items-center gap-3 rounded-md px-3 text-left font-medium text-15 hover:bg-sunken focus-visible:bg-sunken [&_svg]:size-4.5"
            >
              <Icon aria-hidden className="text-muted" />
              {label}
              <span
                aria-hidden
                className="invisible ml-auto size-2 rounded-full bg-accent group-aria-checked:visible"
              />
            </button>
          );
        })}
      </div>
    </div>
  );
}

function SiteMenu() {
  return (
    <dialog
      id="site-menu"
      aria-label={texts.menu}
      className="site-menu m-0 ml-auto h-dvh max-h-none w-[min(23rem,100%-3rem)] max-w-none overflow-y-auto border-line border-l bg-surface text-ink"
    >
      <div className="flex min-h-full flex-col px-5 pb-6">
        <div className="flex h-16 shrink-0 items-center justify-between">
          <Logo />
          <button type="button" data-menu-close aria-label={texts.closeMenu} className={squareClass}>
            <X aria-hidden />
          </button>
        </div>
        <nav aria-label={texts.sections} className="mt-3 grid">
          {sections.map(({ id, label }) => (
            <a
              key={id}
              href={`/#${id}`}
              className="group flex min-h-15 items-center justify-between border-line border-b font-bold font-display text-2xl tracking-[-0.03em]"
            >
              {label}
              <ArrowRight aria-hidden className="size-5 text-muted group-hover:text-accent-text" />
            </a>
          ))}
        </nav>
        <div className="mt-auto grid gap-2.5 pt-8">
          <a href="/auth/login" className={buttonClass({ variant: 'outline', size: 'lg' })}>
            {texts.signIn}
          </a>
          <a href="/auth/signup" className={buttonClass({ size: 'lg' })}>
            {texts.start}
          </a>
        </div>
      </div>
    </dialog>
  );
}
