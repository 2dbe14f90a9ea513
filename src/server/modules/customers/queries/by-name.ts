import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';
import { matchByName, nameWords } from '../rules/names.ts';
import type { Customer } from '../table.ts';

export type { Customer };

const MAX_ROWS = 500;
const MIN_WORD_LENGTH = 2;

const plainName = sql<string>`lower(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f.''’\`]', '', 'g'))`;

/** Active customers with one of these words in their name: those with most of them first, then the newest. */
export async function customersWithNameWords(
  db: Db | Tx,
  businessId: string,
  words: readonly string[],
): Promise<Customer[]> {
  const terms = [...new Set(words)].filter((word) => word.length >= MIN_WORD_LENGTH);
  if (terms.length === 0) return [];
  const queryWords = sql`array(select jsonb_array_elements_text(${JSON.stringify(terms)}::jsonb))`;
  const nameParts = sql`regexp_split_to_array(${plainName}, '[^[:alnum:]]+')`;
  return db
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .where(sql<boolean>`${nameParts} && ${queryWords}`)
    .orderBy(
      sql`cardinality(array(select unnest(${nameParts}) intersect select unnest(${queryWords})))`,
      'desc',
    )
    .orderBy('id', 'desc')
    .limit(MAX_ROWS)
    .execute();
}

/** Active customers with this name, tolerating typos. */
export async function customersByName(db: Db | Tx, businessId: string, name: string): Promise<Customer[]> {
  const words = nameWords(name);
  return matchByName(name, await customersWithNameWords(db, businessId, words)).filter(
    (customer) => missingWords(words, nameWords(customer.name)) <= (words.length > 1 ? 1 : 0),
  );
}

// A title or company suffix may be in the query and not in the stored name.
const missingWords = (queryWords: readonly string[], name: readonly string[]) =>
  queryWords.filter((word) => !name.includes(word)).length;
