import { Link } from '@tanstack/react-router';
import {
  BellRing,
  Building2,
  CalendarClock,
  MessageCircle,
  ScrollText,
  ShieldCheck,
  UserRound,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeader } from '#web/lib/navigation/page-header.tsx';
import { usePage } from '#web/lib/navigation/page.ts';
import { texts } from './texts.ts';

const sections = [
  { to: '/dashboard/settings', label: texts.sections.business, icon: Building2 },
  { to: '/dashboard/settings/account', label: texts.sections.account, icon: UserRound },
  { to: '/dashboard/settings/notifications', label: texts.sections.notifications, icon: BellRing },
  { to: '/dashboard/settings/reminders', label: texts.sections.reminders, icon: CalendarClock },
  { to: '/dashboard/settings/whatsapp', label: texts.sections.whatsapp, icon: MessageCircle },
  { to: '/dashboard/settings/security', label: texts.sections.security, icon: ShieldCheck },
  { to: '/dashboard/settings/privacy', label: texts.sections.privacy, icon: ScrollText },
] as const;

type SettingsLayoutProps = { title: string; subtitle: string; children: ReactNode };

/** A page of the settings under the links to its neighbours: tabs in a row, tiles on phones. */
export function SettingsLayout({ title, subtitle, children }: SettingsLayoutProps) {
  usePage(title);
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <nav
        aria-label={texts.sections.label}
        className="mb-5 flex gap-1 border-line border-b max-md:grid max-md:grid-cols-2 max-md:gap-2 max-md:border-0"
      >
        {sections.map(({ to, label, icon: Icon }) => (
          <Link
            key={to}
            to={to}
            activeOptions={{ exact: true, includeSearch: false }}
            className="-mb-px flex min-h-11 items-center gap-2 border-transparent border-b-2 px-3.5 font-semibold text-15 text-muted hover:text-ink max-md:mb-0 max-md:rounded-control max-md:border max-md:border-line max-md:bg-surface max-md:px-3 max-md:text-sm [&_svg]:size-4.5 [&_svg]:shrink-0"
            activeProps={{
              className: 'border-primary! text-primary! max-md:bg-primary-soft',
              'aria-current': 'page',
            }}
          >
            <Icon aria-hidden />
            {label}
          </Link>
        ))}
      </nav>
      <div className="grid gap-5">{children}</div>
    </>
  );
}

type SectionProps = { title: string; text?: ReactNode; aside?: ReactNode; children: ReactNode; id?: string };

/** One subject of a settings page: what it is about beside its fields. */
export function Section({ title, text, aside, children, id }: SectionProps) {
  const headingId = `${id ?? title.toLowerCase().replace(/\W+/g, '-')}-heading`;
  return (
    <section
      aria-labelledby={headingId}
      className="grid gap-x-8 gap-y-4 rounded-card border border-line bg-surface p-5 max-md:p-4 lg:grid-cols-[15rem_minmax(0,1fr)]"
    >
      <header>
        <h2 id={headingId} className="text-lg">
          {title}
        </h2>
        {text && <p className="mt-1 text-muted text-sm">{text}</p>}
        {aside}
      </header>
      <div className="min-w-0">{children}</div>
    </section>
  );
}
