import { sql } from 'kysely';
import { likePattern } from '#core/pagination.ts';
import { searchedCustomers } from '#server/database/searches.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { matchByName, nameWords } from '../rules/names.ts';

/** A customer found by name, also a deactivated one. */
type NameMatch = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  isActive: boolean;
};

// Names are compared in memory when the database finds none containing the query.
const MAX_NAMES = 20_000;

/** Customers matching a spoken or typed name: partial, any case, without title, with a typo or two. */
export async function searchCustomersByName(
  db: Db | Tx,
  businessId: string,
  query: string,
): Promise<NameMatch[]> {
  const longest = nameWords(query).reduce((a, b) => (b.length > a.length ? b : a), '');
  if (longest === '') return [];
  const matches = matchByName(query, await customersContaining(db, businessId, likePattern(longest)));
  return matches.length > 0 ? matches : matchByName(query, await customersContaining(db, businessId, null));
}

async function customersContaining(
  db: Db | Tx,
  businessId: string,
  pattern: string | null,
): Promise<NameMatch[]> {
  const search = await searchedCustomers(db, businessId, pattern);
  return db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'phone', 'is_active as isActive'])
    .where('business_id', '=', businessId)
    .$if(search !== null, (query) => query.where(search ?? sql<boolean>`true`))
    .orderBy('is_active', 'desc')
    .orderBy('id', 'desc')
    .limit(MAX_NAMES)
    .execute();
}
