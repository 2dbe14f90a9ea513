import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { invoiceOrders } from '#contract/invoices.ts';
import { isCalendarDate } from '#core/dates.ts';
import { fieldError } from '#core/errors.ts';
import { isId } from '#core/ids.ts';
import { cursorOf, pageFrom } from '#core/pagination.ts';
import type { Database } from '#server/kernel/db.ts';
import type { Invoice } from '../table.ts';

type Field = (typeof invoiceOrders)[number];
type Sort = Field | `-${Field}`;

/** Sort expression, its SQL type, and a validator for cursor values. */
type Key = { of: RawBuilder<unknown>; type: RawBuilder<unknown>; isValid: (text: string) => boolean };
type Place = { key: string; id: string };

/** An order of invoices, and the place after which a page begins. */
export type Order = { sort: Sort; key: Key | null; direction: 'asc' | 'desc'; after: Place | null };

const isInteger = (text: string) => /^\d{1,15}$/.test(text);
const isDay = (text: string) => isCalendarDate(text) && text > '0001';
const isText = (text: string) => text.isWellFormed() && !text.includes('\0') && text.length <= 400;

// Each is the expression of an index, see migration 0004. Ids are in the order of issue, so dates need none. Numbers
// are filled up from the left, so that INV-10000 follows INV-9999. A status is its place in an invoice's life; those
// waiting for money are put by due date, so that sent comes before due and due before overdue whatever day it is.
const keys: Record<Exclude<Field, 'date'>, Key> = {
  number: { of: sql`lpad(number, 16, '0') collate "C"`, type: sql`text`, isValid: isText },
  dueDate: { of: sql`due_date`, type: sql`date`, isValid: isDay },
  amount: { of: sql`total_minor`, type: sql`bigint`, isValid: isInteger },
  customer: { of: sql`lower(customer_name)`, type: sql`text`, isValid: isText },
  status: {
    of: sql`(case when paid_at is not null then 9000000 when sent_at is null then 0 else 5000000 - (due_date - date '2000-01-01') end)`,
    type: sql`integer`,
    isValid: isInteger,
  },
};

const sortsOf = (field: Field): Sort[] => [field, `-${field}`];

/** Parses sort and cursor. Throws 422 for a cursor of another order. */
export function orderOf(sort: Sort = '-date', cursor?: string): Order {
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const field = (['number', 'dueDate', 'amount', 'customer', 'status'] as const).find((name) =>
    sortsOf(name).includes(sort),
  );
  const key = field ? keys[field] : null;
  return { sort, key, direction, after: placeOf(sort, key, cursor) };
}

function placeOf(sort: Sort, key: Key | null, cursor: string | undefined): Place | null {
  if (!cursor) return null;
  if (!key) return { key: '', id: cursorOf('inv', cursor) ?? '' };
  const [of, text, id] = partsOf(cursor);
  if (of !== sort || !key.isValid(text) || !isId('inv', id))
    throw fieldError('cursor', 'This page does not exist');
  return { key: text, id };
}

const cursorFor = (sort: Sort, { key, id }: Place): string =>
  Buffer.from(`${sort} ${id} ${key}`).toString('base64url');

function partsOf(cursor: string): [sort: string, key: string, id: string] {
  const [sort = '', id = '', ...key] = Buffer.from(cursor, 'base64url').toString().split(' ');
  return [sort, key.join(' '), id];
}

type Ordered = Invoice & { sort_key: string };

/** The invoices of a query in an order, from the place where the page begins. */
export function inOrder<O>(
  query: SelectQueryBuilder<Database, 'invoices', O>,
  { key, direction, after }: Order,
) {
  const comparison = direction === 'desc' ? sql`<` : sql`>`;
  const from = key
    ? sql<boolean>`(${key.of}, id) ${comparison} (cast(${after?.key} as ${key.type}), ${after?.id})`
    : sql<boolean>`id ${comparison} ${after?.id}`;
  return query
    .selectAll()
    .select(key ? sql<string>`(${key.of})::text`.as('sort_key') : sql<string>`''`.as('sort_key'))
    .$if(after !== null, (some) => some.where(from))
    .$if(key !== null, (some) => some.orderBy(key?.of ?? sql`id`, direction))
    .orderBy('id', direction);
}

/** One page of them, and the cursor of the next. `rows` must hold one more than `limit` when there are more. */
export function pageInOrder(fetched: Ordered[], limit: number, { sort, key }: Order) {
  const { rows, nextCursor } = pageFrom(fetched, limit);
  const last = rows.at(-1);
  if (!key || nextCursor === null || !last) return { rows, nextCursor };
  return { rows, nextCursor: cursorFor(sort, { key: last.sort_key, id: last.id }) };
}
