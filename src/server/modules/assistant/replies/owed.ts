import type { Filters } from '#contract/assistant.ts';
import type { Debtor, Owed } from '#server/modules/invoices/tools/find.ts';
import { listAddress, namesOf, narrowing, nobodyCalled, takenFor } from './invoice-words.ts';
import { invoiceTable } from './invoices.ts';
import { plain } from './plain.ts';
import { counted, currencyName, dayText, enumerated, link, moneyIn, paragraphs, table } from './words.ts';

const MOST_DEBTORS = 5;

/** Outstanding amounts of one or all customers on sent invoices, and how much of it is overdue. */
export function whatIsOwed(filters: Filters, owed: Owed, elsewhere: Owed | null): string {
  if (filters.customerName && owed.customers?.length === 0) return nobodyCalled(filters.customerName);
  const { sums, pending, currency } = owed;
  const money = moneyIn(currency);
  const { customerName: _, status: __, limit: ___, ...narrower } = filters;
  const about = narrowing(narrower, { ...owed, customers: null });
  if (sums.count === 0)
    return paragraphs(
      `${whoOwes(owed, 'nothing')} on invoices that were sent${about}.`,
      notSent(owed),
      inOther(elsewhere),
      takenFor(filters.customerName, owed.customers),
    );
  const { params } = listAddress({ ...filters, status: statusOf(filters) }, owed);
  // The list of invoices has no name for all that is unpaid; the page of payments shows just that.
  const all = params.search || params.status ? '/invoices' : '/payments';
  return paragraphs(
    `${whoOwes(owed, `**${money(sums.balance)}**`)} on ${link(counted(sums.count, 'sent invoice'), all, all === '/payments' ? {} : params)}${about}.`,
    lateText(owed, { ...params, status: 'overdue' }),
    owed.customers ? invoiceTable({ ...filters, status: 'unpaid' }, owed) : debtorTable(owed),
    takenFor(filters.customerName, owed.customers),
    pending.count > 0 && notSent(owed),
    inOther(elsewhere),
    sums.overdue > 0 ? `Next: say “remind ${owed.customers ? 'them' : 'everybody who is overdue'}”.` : null,
  );
}

function lateText({ sums, currency }: Owed, params: Record<string, string | undefined>): string {
  if (sums.overdue === 0) return 'None of it is overdue.';
  const those = link(counted(sums.overdue, 'invoice'), '/invoices', params);
  const oldest = sums.oldestDue ? `, the oldest due on ${dayText(sums.oldestDue)}` : '';
  if (sums.overdueBalance === sums.balance) return `All of it is overdue (${those})${oldest}.`;
  return `Of that, **${moneyIn(currency)(sums.overdueBalance)}** on ${those} is overdue${oldest}.`;
}

const statusOf = ({ status }: Filters) =>
  status === 'overdue' || status === 'due' || status === 'sent' ? status : undefined;

function whoOwes({ customers, sums }: Owed, amount: string): string {
  if (!customers) return sums.count === 0 ? 'Nobody owes you anything' : `Customers owe you ${amount}`;
  const names = namesOf(customers);
  return `${enumerated(names)} ${names.length > 1 ? 'owe' : 'owes'} you ${amount}`;
}

/** Unsent invoices; together with the sent ones they are the dashboard's pending payments. */
function notSent({ pending, sums, currency, customers }: Owed): string | null {
  if (pending.count === 0) return null;
  const money = moneyIn(currency);
  const together = customers
    ? ''
    : ` (${money(pending.balance + sums.balance)} with it, as on the dashboard)`;
  return `Not counted: ${money(pending.balance)} on ${link(counted(pending.count, 'invoice'), '/invoices', { status: 'pending', period: 'all' })} not sent yet${together}.`;
}

function debtorTable({ debtors, debtorCount, currency }: Owed): string | null {
  if (debtorCount < 2) return debtors[0] ? `All of it is owed by ${plain(debtors[0].name)}.` : null;
  return paragraphs(
    debtorRows(debtors.slice(0, MOST_DEBTORS), currency),
    debtorCount > MOST_DEBTORS &&
      `These are the ${MOST_DEBTORS} who owe most, of ${counted(debtorCount, 'customer')}.`,
  );
}

/** Customers by what they owe. */
export function debtorRows(debtors: readonly Debtor[], currency: Owed['currency']): string {
  const money = moneyIn(currency);
  return table(
    ['Customer', '>Owed', '>Overdue', '>Invoices'],
    debtors.map(({ name, owed, overdue, invoices }) => [
      link(plain(name), '/invoices', { search: name.slice(0, 200), period: 'all' }),
      money(owed),
      overdue > 0 ? money(overdue) : '–',
      String(invoices),
    ]),
  );
}

function inOther(elsewhere: Owed | null): string | null {
  if (!elsewhere || elsewhere.sums.count === 0) return null;
  const { sums, currency } = elsewhere;
  return `In ${currencyName[currency]} as well: ${moneyIn(currency)(sums.balance)} on ${counted(sums.count, 'invoice')}.`;
}
