import { sql } from 'kysely';
import type { customers } from '#contract/customers.ts';
import type { CallInput } from '#contract/endpoint.ts';
import type { Currency, Minor } from '#core/money.ts';
import { LIST_CAP, likePattern } from '#core/pagination.ts';
import { phoneDigits } from '#core/phone.ts';
import { searchedCustomers } from '#server/database/searches.ts';
import { part } from '#server/kernel/combined-read.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { inOrder, orderOf, pageInOrder, type SortKey } from '#server/kernel/keyset-pages.ts';
import type { Customer } from '../table.ts';

type Sort = NonNullable<NonNullable<CallInput<typeof customers.list>['query']>['sort']>;

// Each is the expression of an index, see migration 0005. Ids are in the order of time.
/** A name as it is sorted, whatever its case and accents. */
const nameKey = sql<string>`lower(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g')) collate "C"`;
const emailKey = sql<string>`email`;

/** A customer's row of kept figures in one currency. */
const figure = <T>(column: 'owed_minor' | 'last_paid_at', currency: Currency) =>
  sql<T>`(select f.${sql.ref(column)} from customer_figures f where f.business_id = customers.business_id
    and f.currency = ${currency} and f.customer_id = customers.id)`;
const owesKey = (currency: Currency) =>
  sql<Minor>`coalesce(${figure<Minor | null>('owed_minor', currency)}, 0)`;
const lastPaidKey = (currency: Currency) =>
  sql<number>`coalesce((extract(epoch from ${figure('last_paid_at', currency)}) * 1000)::bigint, 0)`;

function sortKeyOf(sort: Sort, currency: Currency): SortKey | null {
  const isValid = (text: string) => !text.includes('\0');
  const isCount = (text: string) => /^-?\d{1,16}$/.test(text);
  const order = sort.replace('-', '');
  if (order === 'name') return { of: nameKey, type: sql`text`, isValid };
  if (order === 'email') return { of: emailKey, type: sql`text`, isValid };
  if (order === 'owes') return { of: owesKey(currency), type: sql`bigint`, isValid: isCount };
  return order === 'lastPaid' ? { of: lastPaidKey(currency), type: sql`bigint`, isValid: isCount } : null;
}

type CustomerFilters = {
  search?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
  sort?: Sort | undefined;
};

/** A customer as it is listed: with what it owes and when it last paid, in one currency. */
export type ListedCustomer = Customer & { owes: Minor; last_paid_at: Date | null };

/**
 * Active customers, newest first by default; `search` matches name, email or phone, whatever the case and however the number is
 * written.
 */
export async function listCustomers(
  db: Db | Tx,
  businessId: string,
  currency: Currency,
  filters: CustomerFilters,
) {
  const typed = filters.search === undefined ? undefined : (phoneDigits(filters.search) ?? filters.search);
  const search = await searchedCustomers(db, businessId, likePattern(typed));
  const { sort = '-created' } = filters;
  const order = orderOf('cus', sort, sortKeyOf(sort, currency), filters.cursor);
  const limit = filters.limit ?? LIST_CAP;
  const matching = db
    .selectFrom('customers')
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .$if(search !== null, (query) => query.where(search ?? sql<boolean>`true`));
  const rows = await inOrder(matching, order)
    .selectAll()
    .select(owesKey(currency).as('owes'))
    .select(figure<Date | null>('last_paid_at', currency).as('last_paid_at'))
    .limit(limit + 1)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = pageInOrder(rows, limit, order);
  return { customers: page.rows, page: { nextCursor: page.nextCursor, total } };
}

/** Every active customer by name, for the CSV export. */
export function allCustomers(db: Db, businessId: string): Promise<Customer[]> {
  return db
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .orderBy(nameKey)
    .orderBy('id')
    .execute();
}

/** One active customer, or null. */
export async function activeCustomer(db: Db | Tx, businessId: string, id: string): Promise<Customer | null> {
  const row = await customerById(db, businessId, id);
  return row?.is_active ? row : null;
}

/** One active customer, or the one it was merged into meanwhile; null when neither is there. */
export const keptCustomer = async (db: Db | Tx, businessId: string, id: string): Promise<Customer | null> =>
  keptOf(db, await customerById(db, businessId, id));

/** The same of a row that was read. */
export async function keptOf(db: Db | Tx, row: Customer | null | undefined): Promise<Customer | null> {
  if (row?.merged_into) return activeCustomer(db, row.business_id, row.merged_into);
  return row?.is_active ? row : null;
}

/** One customer as a part of a combined read. */
export const customerPart = (db: Db | Tx, businessId: string, id: string) =>
  part(db.selectFrom('customers').selectAll().where('business_id', '=', businessId).where('id', '=', id), {
    created_at: true,
    updated_at: true,
    whatsapp_consent_at: true,
  });

/** One customer, also after it was removed from the list; null when unknown. */
export const customerById = async (db: Db | Tx, businessId: string, id: string): Promise<Customer | null> =>
  (await customersById(db, businessId, [id])).get(id) ?? null;

/** Some customers by their ids, as `customerById` finds them. */
export async function customersById(
  db: Db | Tx,
  businessId: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Customer>> {
  const rows = await db
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where(sql<boolean>`id = any(${ids})`)
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}
