import { type Expression, type RawBuilder, sql } from 'kysely';
import type * as z from 'zod/mini';
import type { invoiceFilters } from '#contract/invoices.ts';
import { addDays, type CalendarDate } from '#core/dates.ts';
import type { Currency } from '#core/money.ts';
import { LIST_CAP, likePattern } from '#core/pagination.ts';
import { contains, foundInvoices, MOST_COUNTED } from '#server/database/searches.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { inOrder, orderAgain, pageInOrder } from '#server/kernel/keyset-pages.ts';
import { type ListedInvoice, listedColumns } from '../rules/facts.ts';
import { invoiceOrder } from './sort-order.ts';
import { displayStatusRows } from './status-counts.ts';
import { activeInvoices, hasDisplayStatus, hasStatus } from './status-filter.ts';

type InvoiceFilters = z.output<typeof invoiceFilters>;

type StatusFilter = Exclude<NonNullable<InvoiceFilters['status']>, 'all'>;
type Owner = { businessId: string; currency: Currency; today: CalendarDate };
/** By ids that were found for it, or by the text itself where it is a common one. */
type Search = { found: RawBuilder<string[] | null> } | { pattern: string };
type ListFilter = {
  search: Search | null;
  status: StatusFilter | null;
  customerId: string | null;
  from: CalendarDate | null;
  to: CalendarDate | null;
  /** Those not paid are listed whatever their age. */
  paidSince: CalendarDate | null;
};

// PostgreSQL has no year 0.
const FIRST_DAY = '0001-01-01';

/** Invoices that are not deleted, in the requested order. A total that was not counted to the end is told as `atLeast`. */
export async function listInvoices(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  filters: InvoiceFilters,
  today: CalendarDate,
) {
  const owner = { businessId, currency, today };
  const filter = filterOf(filters, today);
  const pattern = likePattern(filters.search);
  const order = invoiceOrder(filters.sort, filters.cursor);
  const limit = filters.limit ?? LIST_CAP;
  const read = (search: Search | null) => readPage(db, owner, { ...filter, search }, order, limit + 1);
  let { rows: fetched, facts } = await read(
    pattern === null ? null : { found: foundInvoices(businessId, currency, pattern) },
  );
  if (pattern !== null && facts.is_common) ({ rows: fetched, facts } = await read({ pattern }));
  const { rows, nextCursor } = pageInOrder(fetched, limit, order);
  const total = Math.min(facts.total, MOST_COUNTED);
  const atLeast = facts.seen > MOST_COUNTED;
  return {
    invoices: rows,
    page: atLeast ? { nextCursor, total, atLeast } : { nextCursor, total: facts.total },
  };
}

type ListedRow = ListedInvoice & { sort_key: string; declared_bps: number };
/** Told of a whole list: its total, or where it is counted one by one how many were looked at for it. */
type Facts = { total: number; seen: number; is_common: boolean };
type Page = ReturnType<typeof invoiceOrder>;

/** The rate (basis points) of the tax that the customer of an invoice of the query said they keep; 0 where they said none. */
const declaredRate = sql<number>`coalesce((select w.rate_bps from withholdings w
  where w.business_id = invoices.business_id and w.invoice_id = invoices.id and w.state = 'declared'), 0)`;

/** The rows of a page, with the facts of the whole list in the same statement. */
async function readPage(db: Db | Tx, owner: Owner, filter: ListFilter, order: Page, limit: number) {
  const page = inOrder(matching(db, owner, filter), order)
    .select(listedColumns)
    .select(declaredRate.as('declared_bps'))
    .limit(limit);
  const found = filter.search && 'found' in filter.search ? filter.search.found : null;
  const beside = found ? sql`with found as materialized (select ${found} as ids)` : sql``;
  const isCommon = found ? sql`(select ids is null from found)` : sql`false`;
  const { rows } = await sql<Facts & ListedRow>`${beside}
    select * from (select ${isCommon} as is_common, counted.* from ${totalOf(db, owner, filter)} as counted) as facts
      left join ${page} as invoices on business_id = ${owner.businessId}
    order by ${orderAgain(order)}`.execute(db);
  const facts: Facts = rows[0] ?? { total: 0, seen: 0, is_common: false };
  return { rows: rows.filter(({ id }) => id !== null), facts };
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

function matching(db: Db | Tx, owner: Owner, filter: ListFilter) {
  const { search, status, customerId, from, to, paidSince } = filter;
  let query = activeInvoices(db, owner);
  if (status) query = query.where(statusCondition(status, owner.today));
  if (search) query = query.where(searchCondition(search));
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

const searchCondition = (search: Search) =>
  'pattern' in search
    ? contains('invoices', search.pattern)
    : sql<boolean>`id = any((select ids from found)::text[])`;

const isNarrow = ({ search, customerId }: ListFilter): boolean => search !== null || customerId !== null;

/** The total of matches: from the kept figures, or of those found; its cost does not grow with the records. */
function totalOf(db: Db | Tx, owner: Owner, filter: ListFilter): Expression<Omit<Facts, 'is_common'>> {
  const { search, status, from, to, paidSince } = filter;
  const isUnfiltered = !status && !filter.customerId && !from && !to && !paidSince;
  if (search && 'pattern' in search) {
    // More than are counted, as it is a common one; with other filters the newest that pass them are looked at.
    if (isUnfiltered) return kept(sql.lit(MOST_COUNTED), sql.lit(MOST_COUNTED + 1));
    const newest = matching(db, owner, { ...filter, search: null })
      .select(contains('invoices', search.pattern).as('matches'))
      .orderBy('id', 'desc')
      .limit(MOST_COUNTED + 1);
    return db
      .selectFrom(newest.as('newest'))
      .select([sql<number>`count(*) filter (where matches)`.as('total'), sql<number>`count(*)`.as('seen')]);
  }
  if (!isNarrow(filter) && !status) return kept(issuedTotal(owner, filter));
  if (!isNarrow(filter) && status && !from && !to && !paidSince) return kept(statusTotal(owner, status));
  const matches = matching(db, owner, filter).select(sql`1`.as('one'));
  const counted = isNarrow(filter) ? matches.limit(MOST_COUNTED + 1) : matches;
  const total = sql<number>`count(*)`;
  const seen = isNarrow(filter) ? total : sql<number>`0`;
  return db.selectFrom(counted.as('matches')).select([total.as('total'), seen.as('seen')]);
}

const kept = (total: RawBuilder<unknown>, seen = sql`0`) =>
  sql<Omit<Facts, 'is_common'>>`(select ${total} as total, ${seen} as seen)`;

/** By the day of issue; of the days before `paidSince` those that are not paid. */
function issuedTotal(
  { businessId, currency }: Owner,
  { from, to, paidSince }: ListFilter,
): RawBuilder<number> {
  const counted = paidSince ? sql`case when day >= ${paidSince} then issued else unpaid end` : sql`issued`;
  return sql`(select coalesce(sum(${counted}), 0)::bigint from invoice_days where business_id = ${businessId} and currency = ${currency}
    ${from ? sql`and day >= ${from}` : sql``} ${to ? sql`and day <= ${to}` : sql``})`;
}

const statusTotal = (owner: Owner, status: StatusFilter): RawBuilder<number> =>
  sql`(select coalesce(sum(invoices), 0)::bigint from (${displayStatusRows(owner, owner.today)}) as those
    where ${countedStatus(status, owner.today)})`;

function countedStatus(status: StatusFilter, today: CalendarDate) {
  if (status === 'unpaid') return sql`status in ('sent', 'part_paid', 'due', 'overdue')`;
  if (status === 'due')
    return sql`status in ('due', 'overdue') or status = 'part_paid' and due_date = ${today}`;
  return sql`status = ${status === 'due_today' ? 'due' : status}`;
}
