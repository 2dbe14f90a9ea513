import { sql } from 'kysely';
import { containing, cursorOf, LIST_CAP, pageFrom } from '#core/listing.ts';
import type { Db, Tx } from '#server/db.ts';
import type { Customer } from './table.ts';

export type CustomerFilters = {
  search?: string | undefined;
  limit?: number | undefined;
  cursor?: string | undefined;
};

/** Active customers, newest first; `search` matches name or e-mail whatever the case. */
export async function listCustomers(db: Db | Tx, businessId: string, filters: CustomerFilters) {
  const pattern = containing(filters.search);
  const cursor = cursorOf('cus', filters.cursor);
  const limit = filters.limit ?? LIST_CAP;
  const matching = db
    .selectFrom('customers')
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .$if(pattern !== null, (query) =>
      query.where(sql<boolean>`lower(name || ' ' || email) like lower(${pattern})`),
    );
  const rows = await matching
    .selectAll()
    .$if(cursor !== null, (query) => query.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit + 1)
    .execute();
  const { total } = await matching
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  const page = pageFrom(rows, limit);
  return { customers: page.rows, page: { nextCursor: page.nextCursor, total } };
}

/** One active customer, or null. */
export async function activeCustomer(db: Db | Tx, businessId: string, id: string): Promise<Customer | null> {
  const found = await customerById(db, businessId, id);
  return found?.is_active ? found : null;
}

/** One customer, also after it was removed from the list; null when unknown. */
export async function customerById(db: Db | Tx, businessId: string, id: string): Promise<Customer | null> {
  const found = await db
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('id', '=', id)
    .executeTakeFirst();
  return found ?? null;
}

/** The customer with this address (lower case): the active one, else the one removed last, else null. */
export async function customerByEmail(
  db: Db | Tx,
  businessId: string,
  email: string,
): Promise<Customer | null> {
  const found = await db
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('email', '=', email)
    .orderBy('is_active', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return found ?? null;
}
