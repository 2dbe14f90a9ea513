import { sql } from 'kysely';
import { containing } from '#core/listing.ts';
import { searched } from '#server/database/searches.ts';
import type { Db, Tx } from '#server/kernel/db.ts';
import { called, nameWords } from '../rules.ts';

/** A customer found by name, also a deactivated one. */
type CalledCustomer = {
  id: string;
  name: string;
  email: string;
  phone: string | null;
  isActive: boolean;
};

// Names are compared in memory when the database finds none containing the query.
const MOST_NAMES = 20_000;

/** Customers matching a spoken or typed name: partial, any case, without title, with a typo or two. */
export async function customersCalled(
  db: Db | Tx,
  businessId: string,
  said: string,
): Promise<CalledCustomer[]> {
  const longest = nameWords(said).reduce((a, b) => (b.length > a.length ? b : a), '');
  if (longest === '') return [];
  const found = called(said, await namesHolding(db, businessId, containing(longest)));
  return found.length > 0 ? found : called(said, await namesHolding(db, businessId, null));
}

async function namesHolding(
  db: Db | Tx,
  businessId: string,
  pattern: string | null,
): Promise<CalledCustomer[]> {
  const search = await searched(db, 'customers', businessId, pattern);
  return db
    .selectFrom('customers')
    .select(['id', 'name', 'email', 'phone', 'is_active as isActive'])
    .where('business_id', '=', businessId)
    .$if(search !== null, (query) => query.where(search ?? sql<boolean>`true`))
    .orderBy('is_active', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_NAMES)
    .execute();
}
