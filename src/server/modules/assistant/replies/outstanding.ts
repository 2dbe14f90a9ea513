import { counted, joinWithAnd } from '#core/english.ts';
import type { Filters } from '#contract/assistant.ts';
import type { Debtor, Owed } from '#server/modules/invoices/tools/find.ts';
import { escapeMarkdown } from './escape.ts';
import { currencyName, dayText, link, moneyIn, paragraphs, table } from './format.ts';
import { filterText, listLink, namesOf, noSuchCustomer, severalCustomersNote } from './invoice-text.ts';
import { invoiceTable } from './invoices.ts';

const MAX_DEBTORS = 5;

/** Outstanding amounts of one or all customers on sent invoices, and how much of it is overdue. */
export function outstandingSummary(filters: Filters, owed: Owed, elsewhere: Owed | null): string {
  if (filters.customerName && owed.customers?.length === 0) return noSuchCustomer(filters.customerName);
  const { sums, pending, currency } = owed;
  const money = moneyIn(currency);
  const { customerName: _, status: __, limit: ___, ...narrower } = filters;
  const about = filterText(narrower, { ...owed, customers: null });
  if (sums.count === 0)
    return paragraphs(
      filters.status === 'overdue'
        ? `Nothing ${owed.customers ? `of ${joinWithAnd(namesOf(owed.customers))} ` : ''}is overdue${about}.`
        : `${whoOwes(owed, 'nothing')} on invoices that were sent${about}.`,
      unsentNote(owed),
      otherCurrencyNote(elsewhere),
      severalCustomersNote(filters.customerName, owed.customers),
    );
  const { params } = listLink({ ...filters, status: statusOf(filters) }, owed);
  return paragraphs(
    `${whoOwes(owed, `**${money(sums.balance)}**`)} on ${link(counted(sums.count, 'sent invoice'), '/invoices', params)}${about}.`,
    overdueText(owed, { ...params, status: 'overdue' }),
    owed.customers ? invoiceTable({ ...filters, status: 'unpaid' }, owed) : debtorTable(owed),
    severalCustomersNote(filters.customerName, owed.customers),
    pending.count > 0 && unsentNote(owed),
    otherCurrencyNote(elsewhere),
    sums.overdue > 0 ? `Next: say “remind ${owed.customers ? 'them' : 'everybody who is overdue'}”.` : null,
  );
}

function overdueText({ sums, currency }: Owed, params: Record<string, string | undefined>): string {
  if (sums.overdue === 0) return 'None of it is overdue.';
  const those = link(counted(sums.overdue, 'invoice'), '/invoices', params);
  const oldest = sums.oldestDue ? `, the oldest due on ${dayText(sums.oldestDue)}` : '';
  if (sums.overdueBalance === sums.balance) return `All of it is overdue (${those})${oldest}.`;
  return `Of that, **${moneyIn(currency)(sums.overdueBalance)}** on ${those} is overdue${oldest}.`;
}

const statusOf = ({ status }: Filters) =>
  status === 'overdue' || status === 'due' || status === 'sent' || status === 'part_paid' ? status : 'unpaid';

function whoOwes({ customers, sums }: Owed, amount: string): string {
  if (!customers) return sums.count === 0 ? 'Nobody owes you anything' : `Customers owe you ${amount}`;
  const names = namesOf(customers);
  return `${joinWithAnd(names)} ${names.length > 1 ? 'owe' : 'owes'} you ${amount}`;
}

/** Unsent invoices; together with the sent ones they are the dashboard's pending payments. */
function unsentNote({ pending, sums, currency, customers }: Owed): string | null {
  if (pending.count === 0) return null;
  const money = moneyIn(currency);
  const together = customers
    ? ''
    : ` (${money(pending.balance + sums.balance)} with it, as on the dashboard)`;
  return `Not counted: ${money(pending.balance)} on ${link(counted(pending.count, 'invoice'), '/invoices', { status: 'pending', period: 'all' })} not sent yet${together}.`;
}

function debtorTable({ debtors, debtorCount, currency }: Owed): string | null {
  if (debtorCount < 2) return debtors[0] ? `All of it is owed by ${escapeMarkdown(debtors[0].name)}.` : null;
  return paragraphs(
    debtorRows(debtors.slice(0, MAX_DEBTORS), currency),
    debtorCount > MAX_DEBTORS &&
      `These are the ${MAX_DEBTORS} who owe most, of ${counted(debtorCount, 'customer')}.`,
  );
}

/** Customers by what they owe. */
export function debtorRows(debtors: readonly Debtor[], currency: Owed['currency']): string {
  const money = moneyIn(currency);
  return table(
    ['Customer', '>Owed', '>Overdue', '>Invoices'],
    debtors.map(({ name, owed, overdue, invoices }) => [
      link(escapeMarkdown(name), '/invoices', { search: name.slice(0, 200), period: 'all' }),
      money(owed),
      overdue > 0 ? money(overdue) : '–',
      String(invoices),
    ]),
  );
}

function otherCurrencyNote(elsewhere: Owed | null): string | null {
  if (!elsewhere || elsewhere.sums.count === 0) return null;
  const { sums, currency } = elsewhere;
  return `In ${currencyName[currency]} as well: ${moneyIn(currency)(sums.balance)} on ${counted(sums.count, 'invoice')}.`;
}
