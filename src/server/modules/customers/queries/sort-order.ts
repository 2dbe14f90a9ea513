import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { customers } from '#contract/customers.ts';
import type { CallInput } from '#contract/endpoint.ts';
import { fieldError } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { cursorOf, pageFrom } from '#core/pagination.ts';
import type { Database } from '#server/kernel/db.ts';
import type { Customer } from '../table.ts';

export type Sort = NonNullable<NonNullable<CallInput<typeof customers.list>['query']>['sort']>;

/** An order of customers, and the place after which a page begins. Ids are in the order of time. */
export type Order = { sort: Sort; after: { key: string; id: string } | null };

// Each is the expression of an index, see migration 0005.
/** A name as it is sorted, whatever its case and accents. */
export const nameKey = sql<string>`lower(regexp_replace(normalize(name, NFKD), '[\\u0300-\\u036f]', '', 'g')) collate "C"`;
const emailKey = sql<string>`email`;

const keyOf = (sort: Sort): RawBuilder<string> | null => {
  if (sort === 'name' || sort === '-name') return nameKey;
  return sort === 'email' || sort === '-email' ? emailKey : null;
};
const directionOf = (sort: Sort): 'asc' | 'desc' => (sort.startsWith('-') ? 'desc' : 'asc');

/** Parses sort and cursor. Throws 422 for a cursor of another order. */
export function orderOf(sort: Sort = '-created', cursor?: string): Order {
  if (!cursor) return { sort, after: null };
  if (!keyOf(sort)) return { sort, after: { key: '', id: cursorOf('cus', cursor) ?? '' } };
  const [of = '', id = '', ...key] = Buffer.from(cursor, 'base64url').toString().split(' ');
  if (of !== sort || !isId('cus', id) || key.join(' ').includes('\0'))
    throw fieldError('cursor', 'This page does not exist');
  return { sort, after: { key: key.join(' '), id } };
}

/** The customers of a query in an order, from the place where the page begins. */
export function inOrder<O>(query: SelectQueryBuilder<Database, 'customers', O>, { sort, after }: Order) {
  const [key, direction] = [keyOf(sort), directionOf(sort)];
  const comparison = direction === 'desc' ? sql`<` : sql`>`;
  const from = key
    ? sql<boolean>`(${key}, id) ${comparison} (${after?.key}, ${after?.id})`
    : sql<boolean>`id ${comparison} ${after?.id}`;
  return query
    .selectAll()
    .select((key ?? sql<string>`''`).as('sort_key'))
    .$if(after !== null, (some) => some.where(from))
    .$if(key !== null, (some) => some.orderBy(key ?? sql`id`, direction))
    .orderBy('id', direction);
}

/** One page of them, and the cursor of the next. `rows` must hold one more than `limit` when there are more. */
export function pageInOrder(
  fetched: (Customer & { sort_key: string })[],
  limit: number,
  { sort }: Order,
): { rows: Customer[]; nextCursor: string | null } {
  const { rows, nextCursor } = pageFrom(fetched, limit);
  const last = rows.at(-1);
  if (!keyOf(sort) || nextCursor === null || !last) return { rows, nextCursor };
  const cursor = Buffer.from(`${sort} ${last.id} ${last.sort_key}`).toString('base64url');
  return { rows, nextCursor: cursor };
}
