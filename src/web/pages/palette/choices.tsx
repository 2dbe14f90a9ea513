import {
  Banknote,
  CirclePlus,
  FileText,
  HandCoins,
  Keyboard,
  Monitor,
  Moon,
  Repeat,
  Settings,
  Sun,
  UserPlus,
  WalletMinimal,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { formatPhone } from '#core/phone.ts';
import { setTheme } from '#web/lib/preferences/theme.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { InvoiceBadge } from '#web/ui/invoice-badge.tsx';
import { Money } from '#web/ui/money.tsx';
import { mainItems, settingsItems } from '../dashboard/nav-items.ts';
import type { usePaletteSearch } from './search.ts';
import { texts } from './texts.ts';

/** An invoice money is recorded for. */
export type PaidInvoice = Found['invoices'][number];

/** One line of the palette. `run` acts; `to` opens a page; `asksPaid` asks for an invoice, `paid` is the one. */
export type Choice = {
  id: string;
  label: string;
  hint?: string;
  icon: ReactNode;
  end?: ReactNode;
  keys?: string;
} & (
  | { run: () => void }
  | { to: string; search?: Record<string, string> }
  | { asksPaid: true }
  | { paid: PaidInvoice }
);

/** Stale is what was found for the words before. */
export type Group = { name: string; choices: Choice[]; isStale?: boolean };

const actions: Choice[] = [
  {
    id: 'create-invoice',
    label: texts.actions.invoice,
    icon: <CirclePlus />,
    keys: 'C',
    to: '/dashboard/invoices',
    search: { create: '1' },
  },
  {
    id: 'create-quote',
    label: texts.actions.quote,
    icon: <FileText />,
    to: '/dashboard/quotes',
    search: { create: '1' },
  },
  { id: 'take-payment', label: texts.actions.take, icon: <HandCoins />, to: '/dashboard/counter' },
  { id: 'record-payment', label: texts.actions.record, icon: <Banknote />, asksPaid: true },
  {
    id: 'add-customer',
    label: texts.actions.customer,
    icon: <UserPlus />,
    to: '/dashboard/customers',
    search: { create: '1' },
  },
  { id: 'withdraw', label: texts.actions.withdraw, icon: <WalletMinimal />, to: '/dashboard/withdrawal' },
];

/** G and a letter, by address. */
type PairKeys = (to: string) => string | undefined;

const pages = (keysOf: PairKeys): Choice[] => [
  { id: 'repeating', label: texts.repeating, icon: <Repeat />, to: '/dashboard/invoices/repeating' },
  ...mainItems.map(({ to, label, icon: Icon }) =>
    choice({ id: to, label, icon: <Icon />, to, keys: keysOf(to) }),
  ),
  ...settingsItems.map(({ to, label }) =>
    choice({ id: to, label: `Settings: ${label}`, icon: <Settings />, to, keys: keysOf(to) }),
  ),
];

function choice({
  keys,
  ...rest
}: {
  id: string;
  label: string;
  icon: ReactNode;
  to: string;
  keys: string | undefined;
}): Choice {
  return keys === undefined ? rest : { ...rest, keys };
}

const themes: Choice[] = [
  { id: 'theme-light', label: texts.themes.light, icon: <Sun />, run: () => setTheme('light') },
  { id: 'theme-dark', label: texts.themes.dark, icon: <Moon />, run: () => setTheme('dark') },
  { id: 'theme-system', label: texts.themes.system, icon: <Monitor />, run: () => setTheme('system') },
];

type GroupsInput = {
  typed: string;
  found: ReturnType<typeof usePaletteSearch>;
  keysOf: PairKeys;
  onShortcuts: () => void;
};

/** The palette's results for the typed text: actions first, then search results, pages and themes. */
export function groupsFor({ typed, found, keysOf, onShortcuts }: GroupsInput): Group[] {
  const shortcuts: Choice = {
    id: 'shortcuts',
    label: texts.shortcuts,
    icon: <Keyboard />,
    keys: '?',
    run: onShortcuts,
  };
  const groups: Group[] = [
    { name: texts.groups.actions, choices: matching(actions, typed) },
    { name: texts.groups.invoices, choices: found.invoices.map(ofInvoice), isStale: found.searching },
    { name: texts.groups.customers, choices: found.customers.map(ofCustomer), isStale: found.searching },
    { name: texts.groups.pages, choices: matching([...pages(keysOf), shortcuts], typed) },
    { name: texts.groups.theme, choices: matching(themes, typed) },
  ];
  return groups.filter(({ choices }) => choices.length > 0);
}

type Found = ReturnType<typeof usePaletteSearch>;

/** The invoices money may be recorded for. */
export const unpaidGroups = ({ invoices, searching }: Found): Group[] =>
  invoices.length === 0
    ? []
    : [
        {
          name: texts.groups.unpaid,
          choices: invoices.map((invoice) => ({ ...lineOf(invoice, invoice.balance), paid: invoice })),
          isStale: searching,
        },
      ];

const ofInvoice = (invoice: PaidInvoice): Choice => ({
  ...lineOf(invoice, invoice.totalAmount),
  to: '/dashboard/invoices',
  search: { invoice: invoice.id },
});

function lineOf(invoice: PaidInvoice, amount: PaidInvoice['balance']) {
  return {
    id: `invoice-${invoice.id}`,
    label: invoice.invoiceNumber,
    hint: invoice.customerName,
    icon: <FileText />,
    end: (
      <span className="flex items-center gap-3">
        <Money amount={amount} currency={invoice.currency} className="font-semibold max-sm:hidden" />
        <InvoiceBadge status={invoice.displayStatus} />
      </span>
    ),
  };
}

function ofCustomer({ id, name, email, phone }: Found['customers'][number]): Choice {
  return {
    id: `customer-${id}`,
    label: name,
    hint: email || formatPhone(phone ?? ''),
    icon: <Avatar name={name} className="-mx-1 size-7 text-xs" />,
    to: `/dashboard/customers/${id}`,
  };
}

/** Every typed word begins a word of the label. */
function matching(choices: Choice[], typed: string): Choice[] {
  const terms = typed.toLowerCase().split(/\s+/).filter(Boolean);
  return choices.filter(({ label }) => {
    const labelWords = label.toLowerCase().split(/[\s:]+/);
    return terms.every((term) => labelWords.some((part) => part.startsWith(term)));
  });
}
