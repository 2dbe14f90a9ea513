import { Link, useLocation } from '@tanstack/react-router';
import { ChevronRight, LogOut } from 'lucide-react';
import { useState } from 'react';
import { cn } from '#web/ui/cn.ts';
import {
  isExact,
  mainItems,
  settingsIcon as SettingsIcon,
  settingsItems,
  settingsRoot,
} from './nav-items.ts';
import { texts } from './texts.ts';

const itemClass =
  'relative flex min-h-10.5 w-full items-center gap-3 rounded-[11px] px-3 text-left font-medium text-15 text-muted transition-colors hover:bg-sunken hover:text-ink max-md:min-h-12 [&_svg]:size-5 [&_svg]:shrink-0';
const activeClass =
  'bg-primary-soft font-semibold text-primary hover:bg-primary-soft hover:text-primary before:absolute before:inset-y-2 before:-left-3.5 before:w-1 before:rounded-r-full before:bg-accent';

type NavProps = { onNavigate?: () => void };

export function Nav({ onNavigate }: NavProps) {
  return (
    <nav aria-label={texts.nav.main} className="grid gap-0.5">
      {mainItems.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          onClick={onNavigate}
          activeOptions={{ exact: isExact(to), includeSearch: false }}
          className={itemClass}
          activeProps={{ className: activeClass, 'aria-current': 'page' }}
        >
          <Icon aria-hidden />
          {label}
        </Link>
      ))}
      <SettingsGroup onNavigate={onNavigate} />
    </nav>
  );
}

/** Opens by itself on the settings' own pages; otherwise as it was left. */
function SettingsGroup({ onNavigate }: NavProps) {
  const isInSettings = useLocation({ select: ({ pathname }) => pathname.startsWith(settingsRoot) });
  const [open, setOpen] = useState(isInSettings);
  const [wasInSettings, setWasInSettings] = useState(isInSettings);
  if (isInSettings !== wasInSettings) {
    setWasInSettings(isInSettings);
    if (isInSettings) setOpen(true);
  }
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className={cn(itemClass, isInSettings && !open && activeClass)}
      >
        <SettingsIcon aria-hidden />
        <span className="flex-1">{texts.nav.settings}</span>
        <ChevronRight
          aria-hidden
          className={cn('size-4.5! transition-transform motion-reduce:transition-none', open && 'rotate-90')}
        />
      </button>
      {open && (
        <ul aria-label={texts.nav.settings} className="ml-5.5 grid gap-0.5 border-line border-l pl-3.5">
          {settingsItems.map(({ to, label }) => (
            <li key={to}>
              <Link
                to={to}
                onClick={onNavigate}
                activeOptions={{ exact: isExact(to), includeSearch: false }}
                className="flex min-h-9 items-center rounded-sm px-2.5 text-15 text-muted transition-colors hover:bg-sunken hover:text-ink max-md:min-h-11"
                activeProps={{
                  className:
                    'bg-primary-soft font-semibold text-primary hover:bg-primary-soft hover:text-primary',
                  'aria-current': 'page',
                }}
              >
                {label}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

export function LogoutButton({ onLogout }: { onLogout: () => void }) {
  return (
    <button type="button" onClick={onLogout} className={itemClass}>
      <LogOut aria-hidden />
      {texts.nav.logout}
    </button>
  );
}
