import {
  ChartNoAxesCombined,
  CreditCard,
  House,
  type LucideIcon,
  MessageCircleMore,
  ReceiptText,
  Settings,
  Users,
  WalletMinimal,
} from 'lucide-react';

export type NavItem = { to: string; label: string; icon: LucideIcon };

const item = (to: string, label: string, icon: LucideIcon): NavItem => ({ to, label, icon });

export const home = item('/dashboard', 'Dashboard', House);
export const chat = item('/dashboard/chat', 'AI chat', MessageCircleMore);
export const invoices = item('/dashboard/invoices', 'Invoices', ReceiptText);
export const withdrawals = item('/dashboard/withdrawal', 'Withdrawals', WalletMinimal);

/** The sidebar's main items. */
export const mainItems: readonly NavItem[] = [
  home,
  chat,
  invoices,
  item('/dashboard/customers', 'Customers', Users),
  item('/dashboard/payments', 'Payments', CreditCard),
  item('/dashboard/analytics', 'Analytics', ChartNoAxesCombined),
  withdrawals,
];

export const settingsRoot = '/dashboard/settings';
export const settingsIcon = Settings;

/** The sidebar's group of sub-items. */
export const settingsItems: readonly Omit<NavItem, 'icon'>[] = [
  { to: settingsRoot, label: 'Business Profile' },
  { to: '/dashboard/settings/account', label: 'Account' },
  { to: '/dashboard/settings/notifications', label: 'Notifications' },
  { to: '/dashboard/settings/security', label: 'Security' },
];

/** Pages whose address is the beginning of other pages' count as open only at exactly theirs. */
export const isExact = (to: string): boolean => to === home.to || to === settingsRoot;
