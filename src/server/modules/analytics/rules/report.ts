import { offlineMethods } from '#core/payment-methods.ts';
import { type CalendarDate, formatMonth, monthStart } from '#core/dates.ts';
import { displayStatuses } from '#core/invoice/display-status.ts';
import { MAX_SUM, type Minor, minor, ZERO } from '#core/money.ts';
import { recordOf } from '#core/records.ts';
import { type PaymentMethod, paymentMethods } from '#server/kernel/ports/index.ts';

/** Completed payments of one month by one method. */
export type MonthPayments = { month: CalendarDate; method: string; amount: Minor };

/** Invoices issued in one month and of one display status. */
export type MonthInvoices = {
  month: CalendarDate;
  status: (typeof displayStatuses)[number];
  invoices: number;
  total: Minor;
};

/** The ways of paying in the order and words of a report. */
export const methodNames: readonly (readonly [PaymentMethod, string])[] = [
  ['bank_transfer', 'Bank transfer'],
  ['card', 'Card'],
  ['ussd', 'USSD'],
  ['qr_code', 'QR code'],
  ['wallet', 'Wallet'],
];

/** A sum of amounts that stays a safe integer: absurd figures must not take a page down. */
export const cappedSum = (amounts: readonly Minor[]): Minor =>
  minor(
    Math.min(
      MAX_SUM,
      amounts.reduce((sum, amount) => sum + amount, 0),
    ),
  );

/** The ways of money that was typed in, in the order and words of a report. */
const typedNames = new Map([
  ['cash', 'Cash (typed in)'],
  ['pos', 'POS terminal (typed in)'],
  ['bank_transfer', 'Bank transfer (typed in)'],
  ['cheque', 'Cheque (typed in)'],
  ['statement', 'Seen in the bank statement'],
]);

/** The word of a report for such a way. */
export const typedName = (method: string): string => typedNames.get(method) ?? 'Other (typed in)';

/** How much more than before, in percent with one decimal; null where there is nothing to compare with. */
export function change(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  return Math.round(((now - before) / before) * 1000) / 10;
}

/** Totals of a group of invoices. `successRate`: percent of those sent that are paid; the credited ones do not count. */
type InvoiceSummary = {
  total: number;
  sent: number;
  statuses: Record<(typeof displayStatuses)[number], number>;
  successRate: number | null;
  average: Minor;
};

export function summaryOf(rows: readonly MonthInvoices[]): InvoiceSummary {
  const count = (matches: (row: MonthInvoices) => boolean) =>
    rows.filter(matches).reduce((sum, row) => sum + row.invoices, 0);
  const total = count(() => true);
  const statuses = recordOf(displayStatuses, (status) => count((row) => row.status === status));
  const sent = total - statuses.pending;
  const asked = sent - statuses.credited;
  return {
    total,
    sent,
    statuses,
    successRate: asked === 0 ? null : Math.round((statuses.paid / asked) * 1000) / 10,
    average: average(cappedSum(rows.map((row) => row.total)), total),
  };
}

/** An amount shared evenly, rounded to a whole minor unit; zero among none. */
export const average = (amount: Minor, count: number): Minor =>
  count === 0 ? ZERO : minor(Math.round(amount / count));

/** One entry for each of the `months` that end with today's, oldest first. */
export function trendsOf(
  payments: readonly MonthPayments[],
  invoices: readonly MonthInvoices[],
  today: CalendarDate,
  months: number,
) {
  return Array.from({ length: months }, (_, at) => monthStart(today, at + 1 - months)).map((period) => ({
    period,
    label: formatMonth(period),
    revenue: cappedSum(payments.filter((row) => row.month === period).map((row) => row.amount)),
    invoiceCount: invoices.filter((row) => row.month === period).reduce((sum, row) => sum + row.invoices, 0),
  }));
}

/** Revenue by payment method, and in total. */
export function methodsOf(payments: readonly MonthPayments[]): Record<PaymentMethod | 'total', Minor> {
  const by = (method: PaymentMethod) => sumBy(payments, method);
  const [bank_transfer, card, qr_code, ussd, wallet] = paymentMethods.map(by);
  return {
    bank_transfer: bank_transfer ?? ZERO,
    card: card ?? ZERO,
    qr_code: qr_code ?? ZERO,
    ussd: ussd ?? ZERO,
    wallet: wallet ?? ZERO,
    total: cappedSum(payments.map((row) => row.amount)),
  };
}

/** The same of what no provider confirmed: typed, by its way, and seen in the bank's statement. What is nothing is left out. */
export const typedInOf = (payments: readonly MonthPayments[]): { method: string; amount: Minor }[] =>
  [
    ...offlineMethods.map((method) => ({ method, amount: sumBy(payments, `hand:${method}`) })),
    { method: SEEN, amount: cappedSum(payments.filter(isSeen).map((row) => row.amount)) },
  ].filter(({ amount }) => amount > 0);

const SEEN = 'statement';
const isSeen = ({ method }: MonthPayments) => method.startsWith(`${SEEN}:`);

const sumBy = (payments: readonly MonthPayments[], method: string): Minor =>
  cappedSum(payments.filter((row) => row.method === method).map((row) => row.amount));
