import { counted, formatCount } from '#core/english.ts';
import type { Currency } from '#core/money.ts';
import { labels } from '#web/ui/labels.ts';

const unbroken = (words: string) => words.replaceAll(' ', '\u00a0');

/** UI texts of the analytics screen. */
export const texts = {
  title: 'Analytics',
  subtitle: 'How your business is doing, month by month',
  period: 'Period',
  periodOf: (chart: string) => `Period of ${chart}`,
  periods: { '3': 'Last 3 months', '6': 'Last 6 months', '12': 'Last 12 months' },
  failed: 'Your figures could not be loaded',
  chartFailed: 'This chart could not be loaded',
  exportReport: 'Export Report',
  creditNotes: 'Credit notes',
  kpis: {
    revenue: 'Total revenue',
    sent: 'Invoices sent',
    success: 'Success rate',
    average: 'Average value',
    nothing: 'Not known yet',
    successHint: 'of invoices sent are paid',
    same: 'No change',
    against: (months: number) => `on the ${months} months before`,
  },
  revenue: {
    title: 'Revenue Trend',
    empty: 'No Revenue Data Available',
    hint: 'What your customers pay shows here month by month.',
    columns: ['Month', 'Revenue', 'Invoices'],
    // Only between its parts may the line break.
    point: (month: string, amount: string, invoices: number) =>
      `${unbroken(month)}: ${amount}, ${formatCount(invoices)}\u00a0${invoices === 1 ? 'invoice' : 'invoices'}`,
    label: (months: number) => `Revenue of the last ${months} months. Arrow keys read the months.`,
  },
  methods: {
    title: 'Payment Methods',
    empty: 'No Payment Data Available',
    hint: 'How your customers pay shows here after the first payment.',
    columns: ['Method', 'Amount', 'Share'],
    label: 'Payments by method. Arrow keys read the methods.',
    names: {
      bank_transfer: 'Bank transfer',
      card: 'Card',
      qr_code: 'QR code',
      ussd: 'USSD',
      wallet: 'Wallet',
    },
    typed: {
      cash: 'Cash, typed in',
      pos: 'POS terminal, typed in',
      bank_transfer: 'Bank transfer, typed in',
      cheque: 'Cheque, typed in',
      other: 'Other, typed in',
      statement: 'Seen in your bank statement',
    },
  },
  status: {
    title: 'Invoice Status',
    empty: 'No Invoice Data Available',
    hint: 'Create an invoice, and see here what is paid and what is late.',
    columns: ['Status', 'Invoices', 'Share'],
    label: 'Invoices by status. Arrow keys read the statuses.',
    total: (count: number) => (count === 1 ? 'invoice' : 'invoices'),
  },
  top: {
    title: 'Top Paying Customers',
    hint: 'Of all time',
    empty: 'Nobody has paid yet',
    emptyHint: 'Customers show here once they have paid you.',
    failed: 'Your top customers could not be loaded',
    invoices: (count: number) => counted(count, 'invoice'),
    average: (amount: string) => `${amount} average invoice`,
  },
  due: {
    title: 'Money due by week',
    about: 'What customers owe you, by the day it or its part is due',
    failed: 'What is due could not be loaded',
    overdue: 'Overdue',
    thisWeek: 'Rest of this week',
    weekFrom: (day: string) => `Week from ${day}`,
    later: 'Later',
    undated: 'No day yet',
    empty: (currency: Currency) => `Nobody owes you ${labels.currencies[currency]}`,
    emptyHint: 'Invoices you sent show here until they are paid.',
  },
  quotes: {
    title: 'Quotes',
    share: (won: number, answered: number) => `${shareOf(won, answered)} of those no longer waiting were won`,
    none: 'None was won or lost in these months',
    won: 'Won',
    lost: 'Lost: said no, or did not answer in time',
    waiting: 'Waiting for an answer now',
    count: (count: number) => counted(count, 'quote'),
  },
  table: { asTable: 'View as table', asChart: 'View as chart' },
} as const;

/** A share in whole percent; never 0% of something nor 100% of less than all. */
export function shareOf(part: number, total: number): string {
  const percent = Math.round((part / total) * 100);
  if (percent === 0 && part > 0) return '<1%';
  return percent === 100 && part < total ? '>99%' : `${percent}%`;
}
