import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { invoiceFilters } from '#contract/invoices.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { LIST_CAP, likePattern } from '#core/pagination.ts';
import { searched } from '#server/database/searches.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { inOrder, pageInOrder } from '#server/kernel/keyset-pages.ts';
import { todayFor } from './details.ts';
import { invoiceOrder } from './sort-order.ts';
import { activeInvoices, hasStatus } from './status-filter.ts';

type InvoiceFilters = z.output<typeof invoiceFilters>;

type BusinessCurrency = { businessId: string; currency: Currency };
type StatusFilter = 'paid' | 'pending' | 'sent' | 'due' | 'overdue';
type ListFilter = {
  search: RawBuilder<boolean> | null;
  status: StatusFilter | null;
  customerId: string | null;
  from: CalendarDate | null;
  to: CalendarDate | null;
};

// PostgreSQL has no year 0.
const FIRST_DAY = '0001-01-01';

/** Invoices that are not deleted, in the requested order. The status 'due' means due today or overdue. */
export async function listInvoices(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  filters: InvoiceFilters,
  now: Date,
) {
  const owner = { businessId, currency };
  const today = await todayFor(db, businessId, now);
  const search = await searched(db, 'invoices', businessId, likePattern(filters.search));
  const filter = { ...filterOf(filters, today), search };
  const order = invoiceOrder(filters.sort, filters.cursor);
  const limit = filters.limit ?? LIST_CAP;
  const fetched = await inOrder(matching(db, owner, filter, today), order)
    .limit(limit + 1)
    .execute();
  const { rows, nextCursor } = pageInOrder(fetched, limit, order);
  const isComplete = order.after === null && nextCursor === null;
  const total = isComplete ? rows.length : await countInvoices(db, owner, filter, today);
  return { invoices: rows, page: { nextCursor, total }, today };
}

function filterOf(filters: InvoiceFilters, today: CalendarDate): Omit<ListFilter, 'search'> {
  const since = filters.period === undefined ? null : addDays(today, 1 - filters.period);
  const from = latest(filters.from ?? null, since);
  return {
    status: !filters.status || filters.status === 'all' ? null : filters.status,
    customerId: filters.customerId || null,
    from: from === null ? null : latest(from, FIRST_DAY),
    to: filters.to === undefined ? null : latest(filters.to, FIRST_DAY),
  };
}

const latest = (a: CalendarDate | null, b: CalendarDate | null): CalendarDate | null =>
  a === null || (b !== null && b > a) ? b : a;

function matching(db: Db | Tx, owner: BusinessCurrency, filter: ListFilter, today: CalendarDate) {
  const { search, status, customerId, from, to } = filter;
  let query = activeInvoices(db, owner);
  if (status) query = query.where(hasStatus(status === 'due' ? 'dueOrOverdue' : status, today));
  if (search) query = query.where(search);
  if (customerId) query = query.where('customer_id', '=', customerId);
  if (from) query = query.where('issue_date', '>=', from);
  if (to) query = query.where('issue_date', '<=', to);
  return query;
}

/** Count of matches, from the aggregates where possible, so that the cost does not grow with the records. */
async function countInvoices(
  db: Db | Tx,
  owner: BusinessCurrency,
  filter: ListFilter,
  today: CalendarDate,
): Promise<number> {
  const { search, status, customerId, from, to } = filter;
  if (!search && !status && !customerId) return issuedBetween(db, owner, from, to);
  if (status && !search && !customerId && !from && !to) return countOfStatus(db, owner, status, today);
  const { total } = await matching(db, owner, filter, today)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function issuedBetween(
  db: Db | Tx,
  { businessId, currency }: BusinessCurrency,
  from: CalendarDate | null,
  to: CalendarDate | null,
): Promise<number> {
  let query = db
    .selectFrom('invoice_days')
    .where('business_id', '=', businessId)
    .where('currency', '=', currency);
  if (from) query = query.where('day', '>=', from);
  if (to) query = query.where('day', '<=', to);
  const { total } = await query
    .select(sql<number>`coalesce(sum(issued), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

async function countOfStatus(
  db: Db | Tx,
  { businessId, currency }: BusinessCurrency,
  status: StatusFilter,
  today: CalendarDate,
): Promise<number> {
  let query = db
    .selectFrom('invoice_figures')
    .where('business_id', '=', businessId)
    .where('currency', '=', currency)
    .where('state', '=', status === 'paid' || status === 'pending' ? status : 'open');
  if (status === 'sent') query = query.where('due_date', '>', today);
  if (status === 'due') query = query.where('due_date', '<=', today);
  if (status === 'overdue') query = query.where('due_date', '<', today);
  const { total } = await query
    .select(sql<number>`coalesce(sum(invoices), 0)::bigint`.as('total'))
    .executeTakeFirstOrThrow();
  return total;
}
