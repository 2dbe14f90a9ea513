import { type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { invoiceFilters } from '#contract/invoices.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { LIST_CAP, likePattern } from '#core/pagination.ts';
import { searched } from '#server/database/searches.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { inOrder, pageInOrder } from '#server/kernel/keyset-pages.ts';
import { invoiceOrder } from './sort-order.ts';
import { displayStatusRows } from './status-counts.ts';
import { activeInvoices, hasDisplayStatus, hasStatus } from './status-filter.ts';

type InvoiceFilters = z.output<typeof invoiceFilters>;

type BusinessCurrency = { businessId: string; currency: Currency };
type StatusFilter = Exclude<NonNullable<InvoiceFilters['status']>, 'all'>;
type ListFilter = {
  search: RawBuilder<boolean> | null;
  status: StatusFilter | null;
  customerId: string | null;
  from: CalendarDate | null;
  to: CalendarDate | null;
  /** Those not paid are listed whatever their age. */
  paidSince: CalendarDate | null;
};

// PostgreSQL has no year 0.
const FIRST_DAY = '0001-01-01';

/** Invoices that are not deleted, in the requested order. */
export async function listInvoices(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  filters: InvoiceFilters,
  today: CalendarDate,
) {
  const owner = { businessId, currency };
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
  return { invoices: rows, page: { nextCursor, total } };
}

function filterOf(filters: InvoiceFilters, today: CalendarDate): Omit<ListFilter, 'search'> {
  const status = !filters.status || filters.status === 'all' ? null : filters.status;
  const showsPaid = status === null || status === 'paid';
  return {
    status,
    customerId: filters.customerId || null,
    from: filters.from === undefined ? null : inCalendar(filters.from),
    to: filters.to === undefined ? null : inCalendar(filters.to),
    paidSince:
      showsPaid && filters.period !== undefined ? inCalendar(addDays(today, 1 - filters.period)) : null,
  };
}

const inCalendar = (day: CalendarDate): CalendarDate => (day < FIRST_DAY ? FIRST_DAY : day);

function matching(db: Db | Tx, owner: BusinessCurrency, filter: ListFilter, today: CalendarDate) {
  const { search, status, customerId, from, to, paidSince } = filter;
  let query = activeInvoices(db, owner);
  if (status) query = query.where(statusCondition(status, today));
  if (search) query = query.where(search);
  if (customerId) query = query.where('customer_id', '=', customerId);
  if (from) query = query.where('issue_date', '>=', from);
  if (to) query = query.where('issue_date', '<=', to);
  if (paidSince) query = query.where(sql<boolean>`(paid_at is null or issue_date >= ${paidSince})`);
  return query;
}

// "Due" is due today or past its date, paid in part or not; the other filters are the words on the screens.
function statusCondition(status: StatusFilter, today: CalendarDate) {
  if (status === 'due') return hasStatus('dueOrOverdue', today);
  return hasDisplayStatus(status === 'due_today' ? 'due' : status, today);
}

/** Count of matches, from the aggregates where possible, so that the cost does not grow with the records. */
async function countInvoices(
  db: Db | Tx,
  owner: BusinessCurrency,
  filter: ListFilter,
  today: CalendarDate,
): Promise<number> {
  const { search, status, customerId, from, to, paidSince } = filter;
  const narrowed = search || customerId;
  const dated = from || to;
  if (!narrowed && !status && !(paidSince && dated)) {
    const since = paidSince ?? from;
    const older = paidSince ? await olderUnpaid(db, owner, paidSince) : 0;
    return older + (await issuedBetween(db, owner, since, to));
  }
  if (status && !narrowed && !dated && !paidSince) return countOfStatus(db, owner, status, today);
  const { total } = await matching(db, owner, filter, today)
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return total;
}

/** Invoices issued before a day and not paid: they wait, so they are few. */
async function olderUnpaid(db: Db | Tx, owner: BusinessCurrency, before: CalendarDate): Promise<number> {
  const { total } = await activeInvoices(db, owner)
    .where('paid_at', 'is', null)
    .where('issue_date', '<', before)
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
  owner: BusinessCurrency,
  status: StatusFilter,
  today: CalendarDate,
): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    select coalesce(sum(invoices), 0)::bigint as total from (${displayStatusRows(owner, today)}) as those
    where ${countedStatus(status, today)}`.execute(db);
  return rows[0]?.total ?? 0;
}

function countedStatus(status: StatusFilter, today: CalendarDate) {
  if (status === 'unpaid') return sql`status in ('sent', 'part_paid', 'due', 'overdue')`;
  if (status === 'due')
    return sql`status in ('due', 'overdue') or status = 'part_paid' and due_date = ${today}`;
  return sql`status = ${status === 'due_today' ? 'due' : status}`;
}
