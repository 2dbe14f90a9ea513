import { counted, formatCount } from '#core/english.ts';
import type { Currency, Minor } from '#core/money.ts';
import { dateIn } from '#core/dates.ts';
import { formatDay, formatMoney } from '#web/lib/format.ts';

/** Every text of the payments screen. */
export const texts = {
  title: 'Payments',
  subtitle: 'What customers pay you by transfer, card, USSD, QR, wallet or cash',
  take: 'Take a payment',
  statements: 'Bank statements',
  certificates: 'Certificates',
  stats: {
    heading: 'Payment figures',
    received: 'Total payments received',
    successful: 'Successful payments',
    pending: 'Pending payments',
    time: 'Average payment time',
    failed: 'Failed to fetch invoice stats',
    none: 'No invoice paid yet',
    noTime: 'None yet',
    more: (percent: number) => `${percent}% more`,
    fewer: (percent: number) => `${percent}% fewer`,
    increase: (percent: number) => `${percent}% increase`,
    decrease: (percent: number) => `${percent}% decrease`,
    faster: (span: string) => `${span} faster`,
    slower: (span: string) => `${span} slower`,
    sameTime: 'As fast as last month',
    same: 'The same',
    than: 'in the last 30 days',
    thanBefore: 'than last month',
    notThrough: (count: number) => `${counted(count, 'payment', 'payments')} did not go through`,
  },
  unpaid: {
    title: 'Unpaid invoices',
    failed: 'Failed to fetch unpaid invoices',
    empty: 'No unpaid invoices',
    emptyHint: 'Invoices you send wait here until they are paid.',
    of: (shown: number, total: number) =>
      shown < total ? `${shown} of ${formatCount(total)} unpaid` : `${total} unpaid`,
    all: 'All invoices',
  },
  recent: {
    title: 'Recent Payments',
    search: 'Search payments',
    statusFilter: 'Status',
    methodFilter: 'Method',
    periodFilter: 'Date range',
    methods: {
      all: 'All methods',
      bank_transfer: 'Bank transfer',
      card: 'Card',
      qr_code: 'QR code',
      ussd: 'USSD',
      wallet: 'Wallet',
      no_provider: 'Recorded by you',
      cash: 'Cash you recorded',
      pos: 'POS you recorded',
      cheque: 'Cheque you recorded',
    },
    statuses: {
      all: 'All statuses',
      completed: 'Completed',
      pending: 'Pending',
      failed: 'Failed',
      cancelled: 'Cancelled',
      refunded: 'Refunded',
    },
    periods: {
      '7': 'Last 7 days',
      '30': 'Last 30 days',
      '90': 'Last 90 days',
      '365': 'Last 365 days',
    },
    loading: 'Loading payments...',
    failed: 'Failed to fetch transactions',
    none: 'No transactions found',
    noneHint: 'Try adjusting your search or filter criteria',
    empty: "You haven't received any payments yet",
    emptyHint: 'Send an invoice; when your customer pays it, the payment shows here at once.',
    clear: 'Clear filters',
    wholeYear: 'Show the last 365 days',
    toInvoices: 'Go to invoices',
    loadMore: 'Load more',
    counted: (shown: number, total: number) =>
      shown < total
        ? `${formatCount(shown)} of ${counted(total, 'payment', 'payments')}`
        : counted(total, 'payment', 'payments'),
    columns: {
      customer: 'Customer',
      invoice: 'Invoice',
      amount: 'Amount',
      method: 'Method',
      status: 'Status',
      date: 'Date',
      details: 'Details',
    },
  },
  unknownCustomer: 'Unknown Customer',
  noEmail: 'No email',
  noInvoice: 'No invoice',
  moreInvoices: (count: number) => `and ${count} more`,
  test: 'Test',
  testMode: 'Test payment: no real money moved',
  showDetails: (name: string) => `Details of the payment by ${name}`,
  fee: (amount: Minor, currency: Currency) => `Fee ${formatMoney(amount, currency)}`,
  credit: (amount: Minor, currency: Currency) => `${formatMoney(amount, currency)} kept as credit`,
  partlyBack: (amount: Minor, currency: Currency) => `${formatMoney(amount, currency)} refunded`,
  needs: {
    title: 'Needs your decision',
    text: 'Choose what to do with these payments.',
    anInvoice: 'an invoice',
    came: (when: string) => `Received: ${when}.`,
    reasons: {
      other_currency: (number: string, came: string, wanted: string) =>
        `Paid for ${number} in ${came}, which is in ${wanted}`,
      test_money: (number: string) => `Test money paid for ${number}`,
      unknown_reference: (number: string) => `Paid with a reference that does not fit ${number}`,
    },
    nextSteps: {
      give_back: 'It was not used. Refund it, and ask the customer to pay from the invoice.',
      other_currency:
        'It was not used and cannot be refunded from here. Write to our support with the time and amount.',
      test_money: 'No real money moved, so there is nothing to refund. Ask for a real payment.',
      unknown_reference: 'It was not used. Write to our support with the time and amount.',
    },
    giveBack: 'Refund',
    giveItBack: (amount: string) => `Refund ${amount}`,
    giveBackText: 'The money returns to the card or account it came from. No invoice changes.',
    transaction: 'Transaction',
    overpaid: (name: string) => `${name} paid more than is owed`,
    overpaidText: (number: string, date: string) =>
      `Paid for ${number} on ${date}. Use it for another invoice of theirs, now or later, or refund it.`,
    overpaidTyped: (number: string, date: string) =>
      `Paid for ${number} on ${date}. Use it for another invoice of theirs, now or later, or give it back yourself.`,
    goesBack: 'A refund is on its way',
    giveBackOrSee: 'Refund or view',
    see: 'View payment',
    openFor: (name: string) => `View the payment by ${name} or refund it`,
    used: (number: string) => `The credit was used for ${number}`,
    useFailed: 'The credit was not used',
    more: (count: number) => `${counted(count, 'more payment has', 'more payments have')} credit left.`,
  },
  methods: {
    bank_transfer: 'Bank transfer',
    card: 'Card',
    qr_code: 'QR code',
    ussd: 'USSD',
    wallet: 'Wallet',
    cash: 'Cash',
    pos: 'POS terminal',
    cheque: 'Cheque',
    other: 'Other',
  },
  /** Beside the method of what no provider confirmed. */
  evidence: { provider: '', statement: 'Seen in your statement', hand: 'Typed in' },
};

type Dated = { createdAt: Date; completedAt: Date | null; evidence: string };

/** The day money that no provider took was paid, where that is not the one it was recorded on. */
export function paidText({ createdAt, completedAt, evidence }: Dated): string | null {
  if (evidence === 'provider' || !completedAt || dateIn(completedAt) === dateIn(createdAt)) return null;
  return `Paid ${formatDay(completedAt)}`;
}

const HOURS_A_DAY = 24;

/** Hours as people say them: `45 min`, `6.5 hours`, `4.5 days`. */
export function formatHours(hours: number): string {
  if (hours < 1) return `${Math.max(1, Math.round(hours * 60))} min`;
  if (hours < 2 * HOURS_A_DAY) return unitOf(hours, 'hour');
  return unitOf(hours / HOURS_A_DAY, 'day');
}

/** A difference of hours by its size: `2 days`, `1 day`, `5 hours`; null where it is less than half an hour. */
export function formatDifference(hours: number): string | null {
  const size = Math.abs(hours);
  if (size < 0.5) return null;
  if (Math.round(size) < HOURS_A_DAY) return unitOf(Math.round(size), 'hour');
  return unitOf(size / HOURS_A_DAY, 'day');
}

function unitOf(value: number, unit: string): string {
  const rounded = Math.round(value * 10) / 10;
  return `${rounded} ${unit}${rounded === 1 ? '' : 's'}`;
}
