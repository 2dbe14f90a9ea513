import { Link } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useBusiness } from '#web/lib/business-profile.ts';
import { Cloth } from '#web/ui/cloth.tsx';
import { keysText } from '#web/ui/keys.tsx';
import { Logo } from '#web/ui/logo.tsx';
import { Skeleton } from '#web/ui/states.tsx';
import { LogoutButton, Nav } from './nav.tsx';
import { texts } from './texts.ts';

export type SidebarProps = {
  onLogout: () => void;
  /** The palette, and fetching it before the press. */
  search: { open: () => void; preload: () => void };
  onNavigate?: () => void;
};

/** The standing sidebar; below 768 px the sheet takes its place. */
export function Sidebar(props: SidebarProps) {
  return (
    <aside
      id="sidebar"
      aria-label={texts.sidebar.label}
      className="sticky top-0 flex h-dvh w-64 shrink-0 flex-col overflow-y-auto border-line border-r bg-surface px-3.5 pt-4.5 pb-4 max-md:hidden"
    >
      <SidebarContent {...props} />
    </aside>
  );
}

export function SidebarContent({ onLogout, search, onNavigate }: SidebarProps) {
  return (
    <>
      <Link
        to="/dashboard"
        onClick={onNavigate}
        aria-label={texts.sidebar.home}
        className="mb-3.5 self-start rounded-control px-2 py-1"
      >
        <Logo />
      </Link>
      <button
        type="button"
        onPointerEnter={search.preload}
        onClick={() => {
          onNavigate?.();
          search.open();
        }}
        className="mb-3 flex min-h-10.5 shrink-0 items-center gap-2 rounded-[11px] border border-line bg-bg pr-2.5 pl-3 text-left text-15 text-muted hover:border-line-strong max-md:min-h-12"
      >
        <Search aria-hidden className="size-4.5 shrink-0" />
        <span className="flex-1 truncate">{texts.sidebar.search}</span>
        <kbd
          aria-hidden
          className="rounded-[6px] border border-line bg-surface px-1.5 py-0.5 font-semibold font-text text-xs max-md:hidden"
        >
          {keysText('Mod+K')}
        </kbd>
      </button>
      <Nav onNavigate={onNavigate} />
      <div className="min-h-6 flex-1" />
      <BusinessCard />
      <LogoutButton onLogout={onLogout} />
    </>
  );
}

function BusinessCard() {
  const { data: business, isPending } = useBusiness();
  if (isPending) return <Skeleton className="mb-2.5 h-36 shrink-0 rounded-card" />;
  if (!business) return null;
  return (
    <div className="mb-2.5 shrink-0 overflow-hidden rounded-card border border-line bg-bg">
      <Cloth
        seed={business.id}
        primary={business.primaryColor}
        secondary={business.secondaryColor}
        columns={9}
        rows={3}
        className="h-15.5"
      />
      <p className="px-3 pt-2.5 pb-3 text-muted text-xs leading-snug">
        <b className="block truncate font-semibold text-ink text-sm">{business.businessName}</b>
        {texts.sidebar.cloth}
      </p>
    </div>
  );
}
