import { Link, useMatchRoute } from '@tanstack/react-router';
import { Menu, PanelLeft, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#core/durations.ts';
import { useBusiness } from '#web/lib/business-profile.ts';
import { greeting } from '#web/lib/format.ts';
import { ThemeMenu } from '#web/lib/preferences/theme-menu.tsx';
import { useSession } from '#web/lib/session/session.ts';
import { ClothAvatar } from '#web/ui/avatar.tsx';
import { buttonClass } from '#web/ui/button.tsx';
import { cn } from '#web/ui/cn.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { withdrawals } from './nav-items.ts';
import { texts } from './texts.ts';

type HeaderProps = { sidebarOpen: boolean; onToggleSidebar: () => void };

/** The greeting, the quick actions and who is signed in. On the home page the greeting is the heading. */
export function Header({ sidebarOpen, onToggleSidebar }: HeaderProps) {
  const home = Boolean(useMatchRoute()({ to: '/dashboard' }));
  return (
    <header
      className={cn(
        'flex flex-wrap items-center gap-x-3 gap-y-2',
        home ? 'pt-6.5 pb-5.5 max-md:pt-2.5 max-md:pb-4' : 'pt-4 pb-4 max-md:pt-2.5 max-md:pb-2',
      )}
    >
      <IconButton
        label={texts.header.toggle}
        aria-expanded={sidebarOpen}
        onClick={onToggleSidebar}
        className={cn('-ml-2.5', home && 'max-md:order-1')}
      >
        <Menu aria-hidden className="md:hidden" />
        <PanelLeft aria-hidden className="max-md:hidden" />
      </IconButton>
      <Greeting home={home} />
      <QuickActions home={home} />
      <span className={cn('flex items-center gap-1.5', home && 'max-[1399px]:order-2 max-md:ml-auto')}>
        <ThemeMenu />
        <AccountBadge />
      </span>
    </header>
  );
}

function QuickActions({ home }: { home: boolean }) {
  const className = 'max-md:px-2.5 max-md:text-sm';
  const size = home ? 'md' : 'sm';
  const outline = buttonClass({ variant: 'outline', size, className });
  return (
    <div
      className={cn(
        'flex gap-2.5',
        home
          ? 'max-[1399px]:order-5 max-md:mt-1.5 max-[1399px]:w-full max-lg:flex-wrap max-md:grid max-md:grid-cols-2 max-md:gap-2'
          : 'max-lg:hidden',
      )}
    >
      <Link
        to="/dashboard/invoices"
        search={{ create: '1' }}
        // On phones the bar below has this, and withdrawing.
        className={home ? buttonClass({ className: 'max-md:hidden' }) : outline}
      >
        {home && <Plus aria-hidden />}
        {texts.header.create}
      </Link>
      {home && (
        <Link
          to="/dashboard/counter"
          // Between these widths the greeting stands in the same row and has no room to give.
          className={cn(outline, 'min-[1400px]:max-[1679px]:hidden')}
        >
          {texts.header.take}
        </Link>
      )}
      <Link to="/dashboard/customers" search={{ create: '1' }} className={outline}>
        {texts.header.addCustomer}
      </Link>
      <Link to={withdrawals.to} className={cn(outline, 'max-md:hidden')}>
        {texts.header.withdraw}
      </Link>
    </div>
  );
}

function Greeting({ home }: { home: boolean }) {
  const { user } = useSession();
  const text = texts.header.greeting(greeting(useHour()), user?.firstName || texts.header.nobody);
  const later = import.meta.env.SSR ? greetings() : {};
  if (home)
    return (
      <h1
        {...later}
        className="min-w-0 flex-1 break-words text-3xl tracking-[-0.035em] max-[1399px]:order-1 max-md:order-4 max-md:mt-1 max-md:w-full max-md:flex-none"
      >
        {text}
      </h1>
    );
  return (
    <p {...later} className="line-clamp-2 min-w-0 flex-1 font-medium text-muted leading-tight">
      {text}
    </p>
  );
}

/** The greeting of each hour, of which `head.js` puts the right one into the frame. */
const greetings = () => ({
  'data-greetings': Array.from({ length: 24 }, (_, hour) =>
    texts.header.greeting(greeting(hour), '{name}'),
  ).join('|'),
  'data-nobody': texts.header.nobody,
});

/** The hour by the reader's clock; a page left open follows it. */
function useHour(): number {
  const [hour, setHour] = useState(() => new Date().getHours());
  useEffect(() => {
    const timer = setInterval(() => setHour(new Date().getHours()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return hour;
}

function AccountBadge() {
  const { user } = useSession();
  const { data: business } = useBusiness();
  return (
    <span className="flex min-w-0 items-center gap-2.5 leading-tight">
      {business ? (
        <ClothAvatar seed={business.id} primary={business.primaryColor} secondary={business.secondaryColor} />
      ) : (
        <span aria-hidden className="size-10.5 shrink-0 rounded-full bg-sunken" />
      )}
      <span className="max-w-48 max-xl:hidden">
        <b className="block truncate font-semibold text-sm">{business?.businessName ?? ''}</b>
        <span className="block truncate text-13 text-muted">{user?.email}</span>
      </span>
    </span>
  );
}
