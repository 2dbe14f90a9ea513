import { counted, joinWithAnd } from '#core/english.ts';
import type { Filters } from '#contract/assistant.ts';
import { type CalendarDate, daysBetween } from '#core/dates.ts';
import { displayStatusNames } from '#core/invoice/display-status.ts';
import type { FoundInvoice, FoundInvoices } from '#server/modules/invoices/tools/find.ts';
import { escapeMarkdown } from './escape.ts';
import { dayText, link, moneyIn, spanText } from './format.ts';

type Status = NonNullable<Filters['status']>;

const singularLabels: Record<Status, string> = {
  pending: 'invoice not sent',
  sent: 'sent invoice not due yet',
  part_paid: 'part paid invoice',
  due: 'invoice due today',
  overdue: 'overdue invoice',
  paid: 'paid invoice',
  credited: 'credited invoice',
  written_off: 'written off invoice',
  unpaid: 'unpaid invoice',
};
const pluralLabels: Record<Status, string> = {
  pending: 'invoices not sent',
  sent: 'sent invoices not due yet',
  part_paid: 'part paid invoices',
  due: 'invoices due today',
  overdue: 'overdue invoices',
  paid: 'paid invoices',
  credited: 'credited invoices',
  written_off: 'written off invoices',
  unpaid: 'unpaid invoices',
};

/** `3 overdue invoices`, or `No overdue invoices` */
export function countLabel(count: number, status: Status | undefined): string {
  const [one, plural] = status ? [singularLabels[status], pluralLabels[status]] : ['invoice', 'invoices'];
  return count === 0 ? `No ${plural}` : counted(count, one, plural);
}

/** The filters of a list in words, without its status: `for Ada, issued 1–20 November 2026`. */
export function filterText(filters: Filters, { customers, currency, today }: FoundInvoices): string {
  const { from, to, dueFrom, dueTo, search, minTotal, minDaysOverdue } = filters;
  const money = moneyIn(currency);
  const parts = [
    customers && customers.length > 0 && `for ${joinWithAnd(namesOf(customers))}`,
    search && `with “${escapeMarkdown(search)}”`,
    range('issued', from, to, today),
    range('due', dueFrom, dueTo, null),
    minTotal !== undefined && `of ${money(Math.round(minTotal * 100))} or more`,
    minDaysOverdue !== undefined && `${counted(minDaysOverdue, 'day')} or more overdue`,
  ].filter((part) => typeof part === 'string' && part !== '');
  return parts.length > 0 ? ` ${parts.join(', ')}` : '';
}

function range(
  word: string,
  from: CalendarDate | undefined,
  to: CalendarDate | undefined,
  today: CalendarDate | null,
): string | null {
  if (from && to) return `${word} ${spanText({ from, to })}`;
  if (from) return today ? `${word} since ${dayText(from)}` : `${word} from ${dayText(from)} on`;
  return to ? `${word} by ${dayText(to)}` : null;
}

const MAX_NAMES = 4;

/** Names of customers as Markdown, each once. */
export function namesOf(customers: readonly { name: string }[]): string[] {
  const names = [...new Set(customers.map(({ name }) => name))];
  const shown = names.slice(0, MAX_NAMES).map(escapeMarkdown);
  return names.length > MAX_NAMES ? [...shown, `${names.length - MAX_NAMES} more`] : shown;
}

/** Note that a name matched several customers. */
export function severalCustomersNote(
  searched: string | undefined,
  customers: FoundInvoices['customers'],
): string | null {
  const names = new Set(customers?.map(({ name }) => name));
  if (!searched || names.size < 2) return null;
  return `${names.size} customers answer to “${escapeMarkdown(searched)}”: ${joinWithAnd(namesOf(customers ?? []))}. All of them are counted; say a full name for just one.`;
}

export const noCustomerButMatches = (searched: string): string =>
  `No customer is called “${escapeMarkdown(searched)}”, but these hold the words.`;

export const noSuchCustomer = (searched: string): string =>
  `I found no customer called “${escapeMarkdown(searched)}”. ${link('See your customers', '/customers')}, or try the name as it stands on the invoice.`;

/** The address of an invoice, opened. */
export const invoiceLink = ({ id, number }: Pick<FoundInvoice, 'id' | 'number'>): string =>
  link(escapeMarkdown(number), '/invoices', { invoice: id });

/** `overdue by 5 days` */
export function statusText(
  { status, due }: Pick<FoundInvoice, 'status' | 'due'>,
  today: CalendarDate,
): string {
  if (status === 'overdue') return `overdue by ${counted(daysBetween(due, today), 'day')}`;
  return displayStatusNames[status].toLowerCase();
}

/**
 * Link parameters of the closest list in the app, and whether that list holds exactly the same invoices: it
 * cannot filter by amount or by due date.
 */
export function listLink(
  filters: Filters,
  { customers, today }: Pick<FoundInvoices, 'customers' | 'today'>,
): { params: Record<string, string | undefined>; exact: boolean } {
  const { status, from, to, search, customerName } = filters;
  const [only, ...others] = [...new Set(customers?.map(({ name }) => name))];
  const listed = status === 'due' ? 'due_today' : status;
  const exact =
    !search &&
    (customers === null || (only !== undefined && others.length === 0)) &&
    (to === undefined || to >= today) &&
    [
      filters.dueFrom,
      filters.dueTo,
      filters.minTotal,
      filters.minDaysOverdue,
      filters.limit,
      filters.which,
    ].every((one) => one === undefined) &&
    !filters.invoiceNumbers?.length;
  const called = others.length > 0 ? customerName : (only ?? customerName);
  const period = from && from <= today ? String(daysBetween(from, today) + 1) : 'all';
  const sort =
    filters.minTotal !== undefined ? '-amount' : filters.dueTo || filters.dueFrom ? 'dueDate' : undefined;
  return { params: { search: (called ?? search)?.slice(0, 200), status: listed, period, sort }, exact };
}
