import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import { fieldError } from '#core/errors.ts';
import { type IdPrefix, isId } from '#core/ids.ts';
import { cursorOf, pageFrom } from '#core/pagination.ts';
import type { Database } from './db.ts';

/** Sort expression, its SQL type, and a validator for cursor values. */
export type SortKey = {
  of: RawBuilder<unknown>;
  type: RawBuilder<unknown>;
  isValid: (text: string) => boolean;
};

/** An order of rows, `-` before it when descending, and the place after which a page begins. Without a key it is by id. */
type Order = { sort: string; key: SortKey | null; after: { key: string; id: string } | null };

/** Parses a cursor. Throws 422 for one of another order. */
export function orderOf(
  prefix: IdPrefix,
  sort: string,
  key: SortKey | null,
  cursor: string | undefined,
): Order {
  if (!cursor) return { sort, key, after: null };
  if (!key) return { sort, key, after: { key: '', id: cursorOf(prefix, cursor) ?? '' } };
  const [of = '', id = '', ...words] = Buffer.from(cursor, 'base64url').toString().split(' ');
  const text = words.join(' ');
  if (of !== sort || !key.isValid(text) || !isId(prefix, id))
    throw fieldError('cursor', 'This page does not exist');
  return { sort, key, after: { key: text, id } };
}

/** The rows of a query in an order, from the place where the page begins; their columns are added to it. */
export function inOrder<T extends keyof Database, O>(
  query: SelectQueryBuilder<Database, T, O>,
  { sort, key, after }: Order,
) {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const comparison = direction === 'desc' ? sql`<` : sql`>`;
  const from = key
    ? sql<boolean>`(${key.of}, id) ${comparison} (cast(${after?.key} as ${key.type}), ${after?.id})`
    : sql<boolean>`id ${comparison} ${after?.id}`;
  return query
    .select((key ? sql<string>`(${key.of})::text` : sql<string>`''`).as('sort_key'))
    .$if(after !== null, (some) => some.where(from))
    .$if(key !== null, (some) => some.orderBy(key?.of ?? sql`id`, direction))
    .orderBy(sql`id`, direction);
}

/** The same order again, for a statement around those rows. */
export const orderAgain = ({ sort, key }: Order): RawBuilder<unknown> => {
  const direction = sort.startsWith('-') ? sql`desc` : sql`asc`;
  return key ? sql`${key.of} ${direction}, id ${direction}` : sql`id ${direction}`;
};

/** One page of them, and the cursor of the next. `rows` must hold one more than `limit` when there are more. */
export function pageInOrder<R extends { id: string; sort_key: string }>(
  fetched: R[],
  limit: number,
  { sort, key }: Order,
): { rows: R[]; nextCursor: string | null } {
  const { rows, nextCursor } = pageFrom(fetched, limit);
  const last = rows.at(-1);
  if (!key || nextCursor === null || !last) return { rows, nextCursor };
  return { rows, nextCursor: Buffer.from(`${sort} ${last.id} ${last.sort_key}`).toString('base64url') };
}
