import { Link } from '@tanstack/react-router';
import { ChartNoAxesCombined, CreditCard, House, LogOut, ReceiptText, Users } from 'lucide-react';
import { cn } from '../../ui/cn.ts';

export const navItems = [
  { to: '/dashboard', label: 'Dashboard', icon: House },
  { to: '/dashboard/invoices', label: 'Invoices', icon: ReceiptText },
  { to: '/dashboard/customers', label: 'Customers', icon: Users },
  { to: '/dashboard/payments', label: 'Payments', icon: CreditCard },
  { to: '/dashboard/analytics', label: 'Analytics', icon: ChartNoAxesCombined },
] as const;

const itemClass =
  'relative flex min-h-10.5 w-full items-center gap-3 rounded-[11px] px-3 text-left font-medium text-15 text-muted transition-colors hover:bg-sunken hover:text-ink max-md:min-h-12 [&_svg]:size-5';
const activeClass =
  'bg-primary-soft font-semibold text-primary hover:bg-primary-soft hover:text-primary before:absolute before:inset-y-2 before:-left-3.5 before:w-1 before:rounded-r-full before:bg-accent';

export function Nav({ onGo }: { onGo?: () => void }) {
  return (
    <nav aria-label="Main" className="grid gap-0.5">
      {navItems.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          onClick={onGo}
          activeOptions={{ exact: to === '/dashboard', includeSearch: false }}
          className={itemClass}
          activeProps={{ className: activeClass, 'aria-current': 'page' }}
        >
          <Icon aria-hidden />
          {label}
        </Link>
      ))}
    </nav>
  );
}

export function LogoutButton({ onLogout }: { onLogout: () => void }) {
  return (
    <button type="button" onClick={onLogout} className={cn(itemClass)}>
      <LogOut aria-hidden />
      Logout
    </button>
  );
}
