import { type Expression, type SelectQueryBuilder, sql } from 'kysely';
import { addDays, type CalendarDate } from '#core/dates.ts';
import { containing } from '#core/listing.ts';
import { type Currency, MAX_SUM, type Minor } from '#core/money.ts';
import type { Database, Db, Tx } from '#server/kernel/db.ts';
import { customersCalled } from '#server/modules/customers/queries/called.ts';
import { called } from '#server/modules/customers/rules.ts';
import type { Invoice } from '../table.ts';
import { hasStatus, open, standing } from './standing.ts';

export type Whose = { businessId: string; currency: Currency };

/** Invoice filter of the assistant's tools. `due` is due today; `unpaid` is sent and not paid. */
export type Asked = {
  status?: 'pending' | 'sent' | 'due' | 'overdue' | 'paid' | 'unpaid' | undefined;
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

export type AskedSums = {
  count: number;
  total: Minor;
  balance: Minor;
  overdue: number;
  overdueBalance: Minor;
  oldestDue: CalendarDate | null;
};

const sum = (value: Expression<unknown>) =>
  sql<Minor>`least(coalesce(sum(${value}), 0), ${sql.lit(MAX_SUM)})::bigint`;
const owed = sql`total_minor - paid_minor`;

/** Matching invoices, at most `max`: unpaid ones by due date, others newest first. */
export const askedInvoices = (
  db: Db | Tx,
  whose: Whose,
  asked: Asked,
  today: CalendarDate,
  most: number,
): Promise<Invoice[]> =>
  inOrder(matching(db, whose, asked, today), asked)
    .selectAll()
    .limit(Math.min(most, asked.limit ?? most))
    .execute();

/** All of them together. */
export async function askedSums(
  db: Db | Tx,
  whose: Whose,
  asked: Asked,
  today: CalendarDate,
): Promise<AskedSums> {
  const those = inOrder(matching(db, whose, asked, today), asked)
    .select(['total_minor', 'paid_minor', 'due_date', 'sent_at', 'paid_at'])
    .$if(asked.limit !== undefined, (some) => some.limit(asked.limit ?? 0));
  const late = sql`${open} and due_date < ${today}`;
  const unpaid = sql`case when ${open} then due_date end`;
  return db
    .selectFrom(those.as('those'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .select([
      sum(sql`total_minor`).as('total'),
      sum(sql`case when paid_at is null then ${owed} end`).as('balance'),
      sql<number>`count(*) filter (where ${late})`.as('overdue'),
      sum(sql`case when ${late} then ${owed} end`).as('overdueBalance'),
      sql<CalendarDate | null>`min(${unpaid})`.as('oldestDue'),
    ])
    .executeTakeFirstOrThrow();
}

/** Debt by customer, largest first. */
export function owedByCustomer(
  db: Db | Tx,
  whose: Whose,
  asked: Asked,
  today: CalendarDate,
  most: number,
): Promise<{ id: string; name: string; invoices: number; owed: Minor; overdue: Minor }[]> {
  return matching(db, whose, asked, today)
    .where(sql<boolean>`${open}`)
    .select(['customer_id as id', sql<string>`max(customer_name)`.as('name')])
    .select((eb) => eb.fn.countAll<number>().as('invoices'))
    .select([sum(owed).as('owed'), sum(sql`case when due_date < ${today} then ${owed} end`).as('overdue')])
    .groupBy('customer_id')
    .orderBy(sql`sum(${owed})`, 'desc')
    .orderBy('customer_id')
    .limit(most)
    .execute();
}

/** How many customers owe on them. */
export async function debtorsOf(db: Db | Tx, whose: Whose, asked: Asked, today: CalendarDate) {
  const { debtors } = await matching(db, whose, asked, today)
    .where(sql<boolean>`${open}`)
    .select(sql<number>`count(distinct customer_id)`.as('debtors'))
    .executeTakeFirstOrThrow();
  return debtors;
}

/** Customers matching a name; falls back to the names on invoices. */
export async function billedCustomers(
  db: Db | Tx,
  businessId: string,
  said: string,
): Promise<{ id: string; name: string }[]> {
  const known = await customersCalled(db, businessId, said);
  if (known.length > 0) return known.map(({ id, name }) => ({ id, name }));
  const billed = await db
    .selectFrom('invoices')
    .select(['customer_id as id', 'customer_name as name'])
    .distinct()
    .where('business_id', '=', businessId)
    .where('deleted_at', 'is', null)
    .execute();
  return called(said, billed);
}

function matching(db: Db | Tx, whose: Whose, asked: Asked, today: CalendarDate) {
  const { status, from, to, dueFrom, dueTo, customerIds, minTotal, minDaysOverdue, numbers } = asked;
  const pattern = containing(asked.search);
  let query = standing(db, whose);
  if (status) query = query.where(hasStatus(status, today));
  if (from) query = query.where('issue_date', '>=', from);
  if (to) query = query.where('issue_date', '<=', to);
  if (dueFrom) query = query.where('due_date', '>=', dueFrom);
  if (dueTo) query = query.where('due_date', '<=', dueTo);
  if (customerIds) query = query.where('customer_id', 'in', customerIds.length > 0 ? customerIds : ['']);
  if (minTotal !== undefined) query = query.where('total_minor', '>=', minTotal);
  if (minDaysOverdue !== undefined)
    query = query.where(
      sql<boolean>`${open} and due_date <= ${addDays(today, -Math.max(1, minDaysOverdue))}`,
    );
  if (numbers) query = query.where(isNumbered(numbers));
  return pattern === null ? query : query.where(holds(pattern));
}

function inOrder<O>(query: SelectQueryBuilder<Database, 'invoices', O>, asked: Asked) {
  const byDueDate =
    ['unpaid', 'overdue', 'due', 'sent'].includes(asked.status ?? '') ||
    asked.minDaysOverdue !== undefined ||
    asked.dueFrom !== undefined ||
    asked.dueTo !== undefined;
  return byDueDate ? query.orderBy('due_date').orderBy('id') : query.orderBy('id', 'desc');
}

// INV-0042, however many zeros are written.
const isNumbered = (numbers: readonly string[]) =>
  sql<boolean>`ltrim(substring(number from '[0-9]+$'), '0') in (${sql.join(numbers.length > 0 ? numbers : [''])})`;

const holds = (pattern: string) => sql<boolean>`(
  lower(number || ' ' || customer_name || ' ' || customer_email) like lower(${pattern})
  or lower(title) like lower(${pattern})
  or exists (select from invoice_items i where i.business_id = invoices.business_id and i.invoice_id = invoices.id
    and lower(i.description) like lower(${pattern})))`;
