import { Link } from '@tanstack/react-router';
import {
  ChartNoAxesCombined,
  ChevronRight,
  CreditCard,
  FileClock,
  type LucideIcon,
  ReceiptText,
  UserPlus,
  WalletMinimal,
} from 'lucide-react';
import { texts } from '../texts.ts';
import { type Mode, ModeSwitch } from './mode-switch.tsx';

type Action = {
  name: keyof typeof texts.standard.actions;
  to: string;
  search: Record<string, string>;
  icon: LucideIcon;
};

const actions: readonly Action[] = [
  { name: 'invoice', to: '/dashboard/invoices', search: { create: '1' }, icon: ReceiptText },
  { name: 'customer', to: '/dashboard/customers', search: { create: '1' }, icon: UserPlus },
  {
    name: 'unpaid',
    to: '/dashboard/invoices',
    search: { status: 'unpaid', sort: 'dueDate' },
    icon: FileClock,
  },
  { name: 'payments', to: '/dashboard/payments', search: {}, icon: CreditCard },
  { name: 'report', to: '/dashboard/analytics', search: {}, icon: ChartNoAxesCombined },
  { name: 'withdraw', to: '/dashboard/withdrawal', search: {}, icon: WalletMinimal },
];

/** Standard mode: the usual tasks as forms and lists, without the assistant. */
export function StandardActions({ onMode }: { onMode: (mode: Mode) => void }) {
  return (
    <section
      aria-label={texts.modes.standard}
      className="rounded-card border border-line-strong bg-surface p-3 shadow-e2"
    >
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-1 pb-3">
        <p className="min-w-52 flex-1 text-muted text-sm">{texts.standard.hint}</p>
        <ModeSwitch mode="standard" onMode={onMode} />
      </div>
      <ul className="grid grid-cols-2 gap-2 sm:grid-cols-3">
        {actions.map(({ name, to, search, icon: Icon }) => (
          <li key={name}>
            <Link
              to={to}
              search={search}
              className="group flex h-full min-h-14 items-center gap-3 rounded-control border border-line p-2.5 hover:border-line-strong hover:bg-sunken max-sm:gap-2"
            >
              <Icon aria-hidden className="size-5 shrink-0 text-primary" />
              <span className="min-w-0 flex-1">
                <span className="block font-semibold text-sm leading-snug">
                  {texts.standard.actions[name].title}
                </span>
                <span className="block text-13 text-muted leading-snug max-sm:sr-only">
                  {texts.standard.actions[name].hint}
                </span>
              </span>
              <ChevronRight aria-hidden className="size-4 shrink-0 text-muted max-sm:hidden" />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
