import { counted, joinWithAnd } from '#core/english.ts';
import type { Filters } from '#contract/assistant.ts';
import { type CalendarDate, daysBetween, UNDATED } from '#core/dates.ts';
import { type DisplayStatus, displayStatusOf } from '#core/invoice/display-status.ts';
import type { Currency } from '#core/money.ts';
import type { InvoiceDetails } from '#server/modules/invoices/queries/details.ts';
import { percentText, quantityText, statusOf } from '#server/modules/invoices/rules/invoice.ts';
import type { FoundInvoice, FoundInvoices, ShownInvoice } from '#server/modules/invoices/tools/find.ts';
import { escapeMarkdown } from './escape.ts';
import {
  currencyName,
  inOtherCurrency,
  link,
  list,
  moneyIn,
  paragraphs,
  shortDay,
  table,
  weekdayText,
} from './format.ts';
import {
  countLabel,
  filterText,
  invoiceLink,
  listLink,
  noSuchCustomer,
  severalCustomersNote,
  statusText,
} from './invoice-text.ts';

const UNPAID_STATUSES = ['sent', 'part_paid', 'due', 'overdue', 'unpaid'];
const MAX_LINES = 12;

/** Invoices as a short table, with what all of them come to and the way to the whole list. */
export function invoiceList(filters: Filters, found: FoundInvoices, elsewhere: FoundInvoices | null): string {
  if (filters.customerName && found.customers?.length === 0) return noSuchCustomer(filters.customerName);
  const { sums, invoices } = found;
  const which = `${countLabel(sums.count, filters.status)}${filterText(filters, found)}`;
  if (sums.count === 0)
    return paragraphs(`${which}.`, otherCurrencyNote(filters, elsewhere), listLinkText(filters, found));
  return paragraphs(
    `**${which}:** ${sumsText(filters, found)}.`,
    invoiceTable(filters, found),
    sums.count > invoices.length && `These are the first ${invoices.length}.`,
    missingNumbersNote(filters, found),
    severalCustomersNote(filters.customerName, found.customers),
    otherCurrencyNote(filters, elsewhere),
    listLinkText(filters, found),
  );
}

const isUnpaid = (status: Filters['status']): boolean =>
  status !== undefined && UNPAID_STATUSES.includes(status);

function sumsText({ status }: Filters, { sums, currency }: FoundInvoices): string {
  const money = moneyIn(currency);
  if (isUnpaid(status)) {
    const part = sums.overdueBalance === sums.balance ? 'all' : money(sums.overdueBalance);
    const isSaid = sums.overdue === 0 || (status === 'overdue' && part === 'all');
    const late = isSaid ? '' : `, ${part} of it overdue`;
    return `${money(sums.balance)} to come${late}`;
  }
  const open = sums.balance > 0 && status !== 'pending' ? `, ${money(sums.balance)} of it not paid` : '';
  return `${money(sums.total)} in all${open}`;
}

/** Note beside invoices due today about those already overdue. */
export const alsoOverdueText = (
  { count, overdueBalance }: FoundInvoices['sums'],
  currency: Currency,
): string =>
  `Already past their date: ${counted(count, 'invoice')}, ${moneyIn(currency)(overdueBalance)}. Say “show overdue invoices” to see ${count === 1 ? 'it' : 'them'}.`;

/** Note beside a status about those of it that are paid in part. */
export const alsoPartPaidText = ({ count, balance }: FoundInvoices['sums'], currency: Currency): string =>
  `Part paid besides: ${counted(count, 'invoice')}, ${moneyIn(currency)(balance)} left. Say “show part paid invoices” to see ${count === 1 ? 'it' : 'them'}.`;

/** Rows of invoices; columns with the same value in all rows are left out. */
export function invoiceTable({ status }: Filters, found: FoundInvoices): string {
  const { invoices, customers, currency, today } = found;
  const money = moneyIn(currency);
  const isOwed = isUnpaid(status);
  const isOneCustomer = new Set(customers?.map(({ name }) => name)).size === 1;
  const columns: [string, (one: FoundInvoice) => string, boolean][] = [
    ['Invoice', invoiceLink, true],
    ['Customer', (one) => escapeMarkdown(one.customer), !isOneCustomer],
    ['Due', (one) => shortDay(one.due), true],
    [isOwed ? '>Owed' : '>Amount', (one) => money(isOwed ? one.balance : one.total), true],
    [
      'Status',
      (one) => statusText(one, today),
      status === undefined || status === 'unpaid' || status === 'overdue',
    ],
  ];
  const visible = columns.filter(([, , isVisible]) => isVisible);
  return table(
    visible.map(([heading]) => heading),
    invoices.map((one) => visible.map(([, cell]) => cell(one))),
  );
}

function listLinkText(filters: Filters, found: FoundInvoices): string {
  const { params, exact } = listLink(filters, found);
  const label = exact && found.sums.count > 1 ? `See all ${found.sums.count} in Invoices` : 'Open Invoices';
  return link(label, '/invoices', params);
}

function otherCurrencyNote({ status }: Filters, elsewhere: FoundInvoices | null): string | null {
  if (!elsewhere || elsewhere.sums.count === 0) return null;
  const { sums, currency } = elsewhere;
  const { count, balance, total } = sums;
  const note = inOtherCurrency({ count, sum: isUnpaid(status) ? balance : total, currency }, 'invoice');
  return `${note} Say “in ${currencyName[currency]}” to see ${count === 1 ? 'it' : 'them'}.`;
}

function missingNumbersNote(
  { invoiceNumbers = [] }: Filters,
  { invoices, sums }: FoundInvoices,
): string | null {
  if (sums.count > invoices.length) return null;
  const digits = (text: string) => (/\d+(?=\D*$)/.exec(text)?.[0] ?? text).replace(/^0+/, '');
  const seen = new Set(invoices.map(({ number }) => digits(number)));
  const none = invoiceNumbers.filter((number) => !seen.has(digits(number)));
  return none.length > 0 ? `I found no invoice ${joinWithAnd(none.map(escapeMarkdown))}.` : null;
}

/** One invoice in full; else the ones among which to choose, or that there is none. */
export function invoiceOrChoices(filters: Filters, shown: ShownInvoice): string {
  if (filters.customerName && shown.customers?.length === 0) return noSuchCustomer(filters.customerName);
  if (shown.whole) return invoiceDetails(shown.whole, shown.payUrl);
  if (shown.sums.count === 0) return noSuchInvoice(filters, shown);
  return paragraphs(
    `Which one? There are ${countLabel(shown.sums.count, filters.status)}${filterText(filters, shown)}; say its number.`,
    invoiceTable(filters, shown),
    missingNumbersNote(filters, shown),
    listLinkText(filters, shown),
  );
}

function noSuchInvoice(filters: Filters, shown: ShownInvoice): string {
  const { invoiceNumbers = [] } = filters;
  const which =
    invoiceNumbers.length > 0
      ? `There is no invoice ${joinWithAnd(invoiceNumbers.map(escapeMarkdown))}${filterText(filters, shown)}.`
      : `${countLabel(0, filters.status)}${filterText(filters, shown)}.`;
  return paragraphs(which, `${link('Open Invoices', '/invoices', { period: 'all' })} to look through them.`);
}

function invoiceDetails({ invoice, items, payments, today }: InvoiceDetails, payUrl: string | null): string {
  const money = moneyIn(invoice.currency);
  const status = displayStatusOf(statusOf(invoice, today), invoice.paid_minor);
  const summary = { id: invoice.id, number: invoice.number, status, due: invoice.due_date };
  const paid = payments.filter((payment) => payment.status === 'completed');
  const balance = invoice.balance_minor;
  const isUndated = invoice.due_date === UNDATED;
  const rows = items
    .slice(0, MAX_LINES)
    .map((item) => [
      escapeMarkdown(item.description),
      quantityText(item.quantity_micro),
      money(item.rate_minor),
      money(item.total_minor),
    ]);
  const hasSteps = invoice.discount_minor > 0 || invoice.tax_minor > 0;
  return paragraphs(
    `**Invoice ${invoiceLink(summary)} for ${escapeMarkdown(invoice.customer_name)}**: ${statusText(summary, today)}${invoice.title ? `. ${escapeMarkdown(invoice.title)}` : ''}`,
    table(['Item', '>Quantity', '>Price', '>Amount'], rows),
    items.length > MAX_LINES && `And ${counted(items.length - MAX_LINES, 'more line', 'more lines')}.`,
    list(
      hasSteps && `Subtotal: ${money(invoice.subtotal_minor)}`,
      invoice.discount_minor > 0 && `Discount: ${money(-invoice.discount_minor)}`,
      invoice.tax_minor > 0 && `Tax (${percentText(invoice.tax_bps)}%): ${money(invoice.tax_minor)}`,
      `**Total:** ${money(invoice.total_minor)}`,
      invoice.paid_minor > 0
        ? `**Paid:** ${money(invoice.paid_minor)}${paid.length > 1 ? ` in ${paid.length} payments` : ''}`
        : '**Paid:** nothing yet',
      invoice.credited_minor > 0 && `**Credited:** ${money(invoice.credited_minor)}`,
      invoice.withheld_minor > 0 && `**Kept as withholding tax:** ${money(invoice.withheld_minor)}`,
      invoice.written_off_minor > 0 && `**Written off:** ${money(invoice.written_off_minor)}`,
      balance > 0 && `**Still owed:** ${money(balance)}`,
      `**Due:** ${weekdayText(invoice.due_date)}${balance > 0 && !isUndated ? ` (${relativeDue(invoice.due_date, today)})` : ''}; issued ${weekdayText(invoice.issue_date)}`,
      payUrl && `**Pay page:** \`${payUrl}\``,
    ),
    !isUndated && nextStep(status),
    `${link('Open it', '/invoices', { invoice: invoice.id })} to change, copy, download or print it.`,
  );
}

function relativeDue(due: CalendarDate, today: CalendarDate): string {
  const days = daysBetween(today, due);
  if (days === 0) return 'today';
  return days > 0 ? `in ${counted(days, 'day')}` : `${counted(-days, 'day')} ago`;
}

function nextStep(status: DisplayStatus): string | null {
  if (status === 'pending') return 'Next: say “send it”.';
  return ['paid', 'credited', 'written_off', 'deleted'].includes(status)
    ? null
    : 'Next: say “remind them about it”.';
}
