import {
  BellRing,
  ChartNoAxesCombined,
  CreditCard,
  FileText,
  HandCoins,
  House,
  type LucideIcon,
  MessageCircleMore,
  QrCode,
  ReceiptText,
  Settings,
  Users,
  WalletMinimal,
} from 'lucide-react';
import { texts } from './texts.ts';

type NavItem = { to: string; label: string; icon: LucideIcon };

const item = (to: string, label: string, icon: LucideIcon): NavItem => ({ to, label, icon });

export const home = item('/dashboard', texts.nav.dashboard, House);
export const chat = item('/dashboard/chat', texts.nav.chat, MessageCircleMore);
export const invoices = item('/dashboard/invoices', texts.nav.invoices, ReceiptText);
export const withdrawals = item('/dashboard/withdrawal', texts.nav.withdrawals, WalletMinimal);

const shop = item('/dashboard/counter', texts.nav.shop, HandCoins);

/** The sidebar's main items. */
export const mainItems: readonly NavItem[] = [
  home,
  chat,
  invoices,
  item('/dashboard/quotes', texts.nav.quotes, FileText),
  item('/dashboard/reminders', texts.nav.messages, BellRing),
  item('/dashboard/customers', texts.nav.customers, Users),
  item('/dashboard/payments', texts.nav.payments, CreditCard),
  shop,
  item('/dashboard/counter/poster', texts.nav.poster, QrCode),
  item('/dashboard/analytics', texts.nav.analytics, ChartNoAxesCombined),
  withdrawals,
];

export const settingsRoot = '/dashboard/settings';
export const settingsIcon = Settings;

/** The sidebar's group of sub-items. */
export const settingsItems: readonly Omit<NavItem, 'icon'>[] = [
  { to: settingsRoot, label: texts.settings.profile },
  { to: '/dashboard/settings/account', label: texts.settings.account },
  { to: '/dashboard/settings/notifications', label: texts.settings.notifications },
  { to: '/dashboard/settings/reminders', label: texts.settings.reminders },
  { to: '/dashboard/settings/whatsapp', label: texts.settings.whatsapp },
  { to: '/dashboard/settings/security', label: texts.settings.security },
  { to: '/dashboard/settings/privacy', label: texts.settings.privacy },
];

/** Pages whose address is the beginning of other pages' count as open only at exactly theirs. */
export const isExact = (to: string): boolean => [home.to, shop.to, settingsRoot].includes(to);
