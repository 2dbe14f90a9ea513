import { type CalendarDate, formatMonth, monthStart } from '#core/dates.ts';
import { MAX_SUM, type Minor, minor, ZERO } from '#core/money.ts';
import { type PaymentMethod, paymentMethods } from '#server/kernel/ports/index.ts';

/** Completed payments of one month by one method. */
export type MonthPayments = { month: CalendarDate; method: PaymentMethod; amount: Minor };

/** Invoices issued in one month and in one state; `overdue` only where they are open and past their date. */
export type MonthInvoices = {
  month: CalendarDate;
  state: 'pending' | 'open' | 'paid';
  overdue: boolean;
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

// Absurd figures must not take a page down.
const sumOf = (amounts: readonly Minor[]): Minor =>
  minor(
    Math.min(
      MAX_SUM,
      amounts.reduce((sum, amount) => sum + amount, 0),
    ),
  );

/** How much more than before, in percent with one decimal; null where there is nothing to compare with. */
export function change(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  return Math.round(((now - before) / before) * 1000) / 10;
}

/** Totals of a group of invoices. `successRate`: percent of those sent that are paid. */
type InvoiceSummary = {
  total: number;
  sent: number;
  paid: number;
  overdue: number;
  successRate: number | null;
  average: Minor;
};

export function summaryOf(rows: readonly MonthInvoices[]): InvoiceSummary {
  const count = (matches: (row: MonthInvoices) => boolean) =>
    rows.filter(matches).reduce((sum, row) => sum + row.invoices, 0);
  const total = count(() => true);
  const sent = count((row) => row.state !== 'pending');
  const paid = count((row) => row.state === 'paid');
  return {
    total,
    sent,
    paid,
    overdue: count((row) => row.overdue),
    successRate: sent === 0 ? null : Math.round((paid / sent) * 1000) / 10,
    average: average(sumOf(rows.map((row) => row.total)), total),
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
    revenue: sumOf(payments.filter((row) => row.month === period).map((row) => row.amount)),
    invoiceCount: invoices.filter((row) => row.month === period).reduce((sum, row) => sum + row.invoices, 0),
  }));
}

/** Revenue by payment method, and in total. */
export function methodsOf(payments: readonly MonthPayments[]): Record<PaymentMethod | 'total', Minor> {
  const by = (method: PaymentMethod) =>
    sumOf(payments.filter((row) => row.method === method).map((row) => row.amount));
  const [bank_transfer, card, qr_code, ussd, wallet] = paymentMethods.map(by);
  return {
    bank_transfer: bank_transfer ?? ZERO,
    card: card ?? ZERO,
    qr_code: qr_code ?? ZERO,
    ussd: ussd ?? ZERO,
    wallet: wallet ?? ZERO,
    total: sumOf(payments.map((row) => row.amount)),
  };
}
