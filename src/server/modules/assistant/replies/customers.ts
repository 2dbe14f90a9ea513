import { counted } from '#core/english.ts';
import { formatPhone } from '#core/phone.ts';
import type { Filters } from '#contract/assistant.ts';
import type { FoundCustomers } from '#server/modules/customers/tools/find.ts';
import type { Owed } from '#server/modules/invoices/tools/find.ts';
import { escapeMarkdown } from './escape.ts';
import { link, moneyIn, paragraphs, table } from './format.ts';
import { filterText } from './invoice-text.ts';
import { debtorRows } from './outstanding.ts';

/** Customers as a short table, and the way to all of them. */
export function customerList(search: string | undefined, found: FoundCustomers): string {
  const { customers, total, meant } = found;
  const add = link('add a customer', '/customers', { create: '1' });
  if (total === 0)
    return search
      ? `No customer has “${escapeMarkdown(search)}” in the name or email address. ${link('See all customers', '/customers')} or ${add}.`
      : `You have no customers yet. They are added with their first invoice, or ${add} now.`;
  return paragraphs(
    meant
      ? `No customer has “${escapeMarkdown(search ?? '')}” in the name; ${total === 1 ? 'this comes' : 'these come'} closest:`
      : `**${counted(total, 'customer')}${search ? ` with “${escapeMarkdown(search)}”` : ''}**${total > customers.length ? `, the newest ${customers.length}:` : ':'}`,
    table(
      ['Customer', 'Email', 'Phone'],
      customers.map(({ name, email, phone }) => [
        escapeMarkdown(name),
        escapeMarkdown(email) || '–',
        escapeMarkdown(formatPhone(phone ?? '')) || '–',
      ]),
    ),
    link(total > customers.length ? `See all ${total} in Customers` : 'Open Customers', '/customers', {
      search: meant ? undefined : search?.slice(0, 200),
    }),
  );
}

/** Customers who owe something. */
export function owingCustomers(filters: Filters, owed: Owed): string {
  const { status: _, ...narrower } = filters;
  const { debtors, debtorCount, sums, currency } = owed;
  const about = filterText(narrower, { ...owed, customers: null });
  if (debtorCount === 0)
    return `I found no customer who ${filters.status === 'overdue' ? 'is overdue' : 'owes you'} on the invoices you sent${about}.`;
  return paragraphs(
    `**${counted(debtorCount, 'customer')}** ${debtorCount === 1 ? 'owes' : 'owe'} you ${moneyIn(currency)(sums.balance)} on ${counted(sums.count, filters.status === 'overdue' ? 'overdue invoice' : 'sent invoice')}${about}.`,
    debtorRows(debtors, currency),
    debtorCount > debtors.length && `These are the ${debtors.length} who owe most.`,
    link('Open Invoices', '/invoices', {
      status: filters.status === 'overdue' ? 'overdue' : undefined,
      period: 'all',
    }),
  );
}
