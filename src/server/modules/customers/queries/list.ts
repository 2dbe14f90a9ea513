import { sql } from 'kysely';
import type { customers } from '#contract/customers.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { LIST_CAP, likePattern } from '#core/pagination.ts';
import { searched } from '#server/database/searches.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { inOrder, orderOf, pageInOrder, type SortKey } from '#server/kernel/keyset-pages.ts';
import type { Customer } from '../table.ts';

type Sort = NonNullable<NonNullable<CallInput<typeof customers.list>['query']>['sort']>;

// Each is the expression of an index, see migration 0005. Ids are in the order of time.
/** A name as it is sorted, whatever its case and accents. */
const nameKey = sql<string>`lower(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g')) collate "C"`;
const emailKey = sql<string>`email`;

function sortKeyOf(sort: Sort): SortKey | null {
  const isValid = (text: string) => !text.includes('\0');
  if (sort === 'name' || sort === '-name') return { of: nameKey, type: sql`text`, isValid };
  return sort === 'email' || sort === '-email' ? { of: emailKey, type: sql`text`, isValid } : null;
}

type CustomerFilters = {
  search?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
  sort?: Sort | undefined;
};

/** Active customers, newest first by default; `search` matches name or email whatever the case. */
export async function listCustomers(db: Db | Tx, businessId: string, filters: CustomerFilters) {
  const search = await searched(db, 'customers', businessId, likePattern(filters.search));
  const { sort = '-created' } = filters;
  const order = orderOf('cus', sort, sortKeyOf(sort), filters.cursor);
  const limit = filters.limit ?? LIST_CAP;
  const matching = db
    .selectFrom('customers')
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .$if(search !== null, (query) => query.where(search ?? sql<boolean>`true`));
  const rows = await inOrder(matching, order)
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

/** Existing customer as an import compares it. */
export type ExistingCustomer = { id: string; name: string; phone: string | null; isActive: boolean };

/** The customers with these addresses (lower case), as `customerByEmail` would find each. */
export async function existingByEmails(
  db: Db | Tx,
  businessId: string,
  emails: readonly string[],
): Promise<Map<string, ExistingCustomer>> {
  const { rows } = await sql<ExistingCustomer & { email: string }>`
    select distinct on (email) email, id, name, phone, is_active as "isActive" from customers
    where business_id = ${businessId} and email in (select jsonb_array_elements_text(${JSON.stringify(emails)}::jsonb))
    order by email, is_active desc, id desc`.execute(db);
  return new Map(rows.map(({ email, ...customer }) => [email, customer]));
}

/** One active customer, or null. */
export async function activeCustomer(db: Db | Tx, businessId: string, id: string): Promise<Customer | null> {
  const row = await customerById(db, businessId, id);
  return row?.is_active ? row : null;
}

/** One customer, also after it was removed from the list; null when unknown. */
export async function customerById(db: Db | Tx, businessId: string, id: string): Promise<Customer | null> {
  const row = await db
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** The customer with this address (lower case): the active one, else the one removed last, else null. Nobody has ''. */
export async function customerByEmail(
  db: Db | Tx,
  businessId: string,
  email: string,
): Promise<Customer | null> {
  if (email === '') return null;
  const row = await db
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('email', '=', email)
    .orderBy('is_active', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
