import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { MAX_SUM, type Minor } from '#core/money.ts';
import { likePattern } from '#core/pagination.ts';
import { overdueOf } from '#server/database/owed-parts.ts';
import { searchedInvoiceText } from '#server/database/searches.ts';
import type { Database, Db, Tx } from '#server/kernel/db.ts';
import { searchCustomersByName } from '#server/modules/customers/queries/name-search.ts';
import { matchByName } from '#server/modules/customers/rules/names.ts';
import type { Invoice } from '../table.ts';
import {
  active,
  activeInvoices,
  type DisplayFilter,
  hasDisplayStatus,
  openCondition,
  type BusinessCurrency,
} from './status-filter.ts';

/** Invoice filter of the assistant's tools. */
export type InvoiceFilter = {
  status?: DisplayFilter | undefined;
  /** By date of issue. */
  from?: CalendarDate | undefined;
  to?: CalendarDate | undefined;
  dueFrom?: CalendarDate | undefined;
  dueTo?: CalendarDate | undefined;
  customerIds?: readonly string[] | undefined;
  /** In the number, the customer, the title or a line. */
  search?: string | undefined;
  minTotal?: Minor | undefined;
  minDaysOverdue?: number | undefined;
  /** Their digits without leading zeros. */
  numbers?: readonly string[] | undefined;
  /** No more than so many, the first in order. */
  limit?: number | undefined;
};

export type InvoiceTotals = {
  count: number;
  total: Minor;
  balance: Minor;
  overdue: number;
  overdueBalance: Minor;
  oldestDue: CalendarDate | null;
};

const sum = (value: Expression<unknown>) =>
  sql<Minor>`least(coalesce(sum(${value}), 0), ${sql.lit(MAX_SUM)})::bigint`;
const owed = sql`balance_minor`;

/** Matching invoices, at most `max`: unpaid ones by due date, others newest first. */
export const searchInvoices = (
  db: Db | Tx,
  owner: BusinessCurrency,
  filter: InvoiceFilter,
  today: CalendarDate,
  max: number,
): Promise<Invoice[]> =>
  inOrder(matching(db, owner, filter, today), filter)
    .selectAll()
    .limit(Math.min(max, filter.limit ?? max))
    .execute();

/** All of them together. */
export async function sumInvoices(
  db: Db | Tx,
  owner: BusinessCurrency,
  filter: InvoiceFilter,
  today: CalendarDate,
): Promise<InvoiceTotals> {
  const matches = inOrder(matching(db, owner, filter, today), filter)
    .select(['total_minor', 'balance_minor', 'due_date', 'sent_at', 'paid_at'])
    .select(sql<Minor>`case when ${openCondition} then ${overdueOf(today)} end`.as('late_minor'))
    .$if(filter.limit !== undefined, (some) => some.limit(filter.limit ?? 0));
  const late = sql`${openCondition} and due_date < ${today}`;
  const unpaid = sql`case when ${openCondition} then due_date end`;
  return db
    .selectFrom(matches.as('those'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select([
      sum(sql`total_minor`).as('total'),
      sum(sql`case when paid_at is null then ${owed} end`).as('balance'),
      sql<number>`count(*) filter (where ${late})`.as('overdue'),
      sum(sql`late_minor`).as('overdueBalance'),
      sql<CalendarDate | null>`min(${unpaid})`.as('oldestDue'),
    ])
    .executeTakeFirstOrThrow();
}

/** Debt by customer, largest first. */
export function debtByCustomer(
  db: Db | Tx,
  owner: BusinessCurrency,
  filter: InvoiceFilter,
  today: CalendarDate,
  max: number,
): Promise<{ id: string; name: string; invoices: number; owed: Minor; overdue: Minor }[]> {
  return matching(db, owner, filter, today)
    .where(sql<boolean>`${openCondition}`)
    .select(['customer_id as id', sql<string>`max(customer_name)`.as('name')])
    .select((eb) => eb.fn.countAll<number>().as('invoices'))
    .select([sum(owed).as('owed'), sum(overdueOf(today)).as('overdue')])
    .groupBy('customer_id')
    .orderBy(sql`sum(${owed})`, 'desc')
    .orderBy('customer_id')
    .limit(max)
    .execute();
}

/** How many customers owe on them. */
export async function countDebtors(
  db: Db | Tx,
  owner: BusinessCurrency,
  filter: InvoiceFilter,
  today: CalendarDate,
) {
  const { debtors } = await matching(db, owner, filter, today)
    .where(sql<boolean>`${openCondition}`)
    .select(sql<number>`count(distinct customer_id)`.as('debtors'))
    .executeTakeFirstOrThrow();
  return debtors;
}

/** Customers matching a name; falls back to the names on invoices. */
export async function billedCustomers(
  db: Db | Tx,
  businessId: string,
  name: string,
): Promise<{ id: string; name: string }[]> {
  const customers = await searchCustomersByName(db, businessId, name);
  if (customers.length > 0) return customers.map(({ id, name }) => ({ id, name }));
  const billed = await db
    .selectFrom('invoices')
    .select(['customer_id as id', 'customer_name as name'])
    .distinct()
    .where('business_id', '=', businessId)
    .where(active)
    .execute();
  return matchByName(name, billed);
}

function matching(db: Db | Tx, owner: BusinessCurrency, filter: InvoiceFilter, today: CalendarDate) {
  const { status, from, to, dueFrom, dueTo, customerIds, minTotal, minDaysOverdue, numbers } = filter;
  const pattern = likePattern(filter.search);
  let query = activeInvoices(db, owner);
  if (status) query = query.where(hasDisplayStatus(status, today));
  if (from) query = query.where('issue_date', '>=', from);
  if (to) query = query.where('issue_date', '<=', to);
  if (dueFrom) query = query.where('due_date', '>=', dueFrom);
  if (dueTo) query = query.where('due_date', '<=', dueTo);
  if (customerIds) query = query.where('customer_id', 'in', customerIds.length > 0 ? customerIds : ['']);
  if (minTotal !== undefined) query = query.where('total_minor', '>=', minTotal);
  if (minDaysOverdue !== undefined)
    query = query.where(
      sql<boolean>`${openCondition} and due_date <= ${addDays(today, -Math.max(1, minDaysOverdue))}`,
    );
  if (numbers) query = query.where(isNumbered(numbers));
  return pattern === null ? query : query.where(containsText(pattern));
}

function inOrder<O>(query: SelectQueryBuilder<Database, 'invoices', O>, filter: InvoiceFilter) {
  const byDueDate =
    ['unpaid', 'overdue', 'due', 'part_paid', 'sent'].includes(filter.status ?? '') ||
    filter.minDaysOverdue !== undefined ||
    filter.dueFrom !== undefined ||
    filter.dueTo !== undefined;
  return byDueDate ? query.orderBy('due_date').orderBy('id') : query.orderBy('id', 'desc');
}

/** Whether an invoice has one of these numbers, by their digits without leading zeros; what has none is no invoice's. */
export const isNumbered = (numbers: readonly string[]) =>
  sql<boolean>`ltrim(substring(number from '[0-9]+$'), '0') = any(${numbers.filter((number) => /^\d+$/.test(number))}::text[])`;

const containsText = (pattern: string) => sql<boolean>`(
  lower(${searchedInvoiceText}) like lower(${pattern})
  or lower(title) like lower(${pattern})
  or exists (select from invoice_items i where i.business_id = invoices.business_id and i.invoice_id = invoices.id
    and lower(i.description) like lower(${pattern})))`;
