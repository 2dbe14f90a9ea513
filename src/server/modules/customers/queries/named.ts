import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';
import { called, nameWords } from '../rules.ts';
import type { Customer } from '../table.ts';

export type { Customer };

const MOST = 500;
const LEAST_WORD = 2;

const plainName = sql<string>`lower(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f.''’\`]', '', 'g'))`;

/** Active customers with one of these words in their name: those with most of them first, then the newest. */
export async function withWordInName(
  db: Db | Tx,
  businessId: string,
  words: readonly string[],
): Promise<Customer[]> {
  const known = [...new Set(words)].filter((word) => word.length >= LEAST_WORD);
  if (known.length === 0) return [];
  const said = sql`array(select jsonb_array_elements_text(${JSON.stringify(known)}::jsonb))`;
  const own = sql`regexp_split_to_array(${plainName}, '[^[:alnum:]]+')`;
  return db
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .where(sql<boolean>`${own} && ${said}`)
    .orderBy(sql`cardinality(array(select unnest(${own}) intersect select unnest(${said})))`, 'desc')
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
}

/** Active customers with this name, tolerating typos. */
export async function customersNamed(db: Db | Tx, businessId: string, name: string): Promise<Customer[]> {
  const words = nameWords(name);
  return called(name, await withWordInName(db, businessId, words)).filter(
    (customer) => missing(words, nameWords(customer.name)) <= (words.length > 1 ? 1 : 0),
  );
}

// A title or company suffix may be in the query and not in the stored name.
const missing = (said: readonly string[], name: readonly string[]) =>
  said.filter((word) => !name.includes(word)).length;

/** Active customers with this phone number, however it is written. */
export async function customersWithPhone(
  db: Db | Tx,
  businessId: string,
  phone: string,
): Promise<Customer[]> {
  const digits = phone.replace(/\D/g, '').replace(/^(?:00)?234|^0/, '');
  if (digits.length < 7) return [];
  return db
    .selectFrom('customers')
    .selectAll()
    .where('business_id', '=', businessId)
    .where('is_active', '=', true)
    .where(sql<boolean>`regexp_replace(phone, '\\D', '', 'g') ~ ${`^(00)?(234|0)?${digits}$`}`)
    .orderBy('id', 'desc')
    .limit(MOST)
    .execute();
}
