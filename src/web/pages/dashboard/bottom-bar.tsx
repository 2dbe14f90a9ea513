import { Link } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { cn } from '#web/ui/cn.ts';
import { chat, home, invoices, isExact, withdrawals } from './nav-items.ts';
import { texts } from './texts.ts';

const items = [
  { ...home, label: texts.bar.home, slot: 'col-start-1' },
  { ...invoices, slot: 'col-start-2' },
  { ...chat, slot: 'col-start-4' },
  { ...withdrawals, label: texts.bar.withdraw, slot: 'col-start-5' },
];

/** The thumb's way around on phones. */
export function BottomBar() {
  return (
    <nav
      aria-label={texts.bar.label}
      className="fixed inset-x-0 bottom-0 z-30 grid grid-cols-[1fr_1fr_72px_1fr_1fr] border-line border-t bg-surface px-1.5 pt-1.5 pb-[calc(0.5rem+env(safe-area-inset-bottom))] translate-y-(--bar-shift) md:hidden"
    >
      {items.map(({ to, label, icon: Icon, slot }) => (
        <Link
          key={to}
          to={to}
          activeOptions={{ exact: isExact(to), includeSearch: false }}
          className={cn(
            'row-start-1 grid min-h-12 content-center justify-items-center gap-0.5 font-semibold text-muted text-xs',
            slot,
          )}
          activeProps={{ className: 'text-primary', 'aria-current': 'page' }}
        >
          <Icon aria-hidden className="size-5.5" />
          {label}
        </Link>
      ))}
      <Link
        to="/dashboard/invoices"
        search={{ create: '1' }}
        activeProps={{ 'aria-current': undefined }}
        aria-label={texts.bar.create}
        className="-mt-5 col-start-3 row-start-1 grid size-14 place-items-center justify-self-center rounded-card bg-primary text-on-primary shadow-e2"
      >
        <Plus aria-hidden className="size-6" />
      </Link>
    </nav>
  );
}
