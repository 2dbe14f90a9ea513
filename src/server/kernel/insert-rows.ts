import { type Insertable, type RawBuilder, sql } from 'kysely';
import type { Database } from './db.ts';

/** A row that is inserted as it is: what a jsonb column holds is given as it is, not as text. */
export type RowOf<T extends keyof Database> = { [C in keyof Insertable<Database[T]>]: unknown };

/**
 * Inserts rows, all with the columns of the first, by one statement whose text does not depend on how many they are, so that it
 * is planned once; `on conflict …` or `returning …` may follow.
 */
export function insertRows<T extends keyof Database & string>(
  table: T,
  rows: readonly RowOf<T>[],
): RawBuilder<unknown> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((name) => sql.ref(name)));
  const into = sql.table(table);
  return sql`insert into ${into} (${columns})
    select ${columns} from jsonb_populate_recordset(null::${into}, ${JSON.stringify(rows)}::jsonb)`;
}

/** The `with` of a statement that inserts the rows of each table beside what it does itself; nothing without rows. */
export function withInserts(rows: ReadonlyMap<keyof Database & string, object[]>): RawBuilder<unknown> {
  const inserts = [...rows].map(
    ([table, ofTable]) => sql`${sql.ref(`new_${table}`)} as (${insertRows(table, ofTable as never)})`,
  );
  return inserts.length === 0 ? sql`` : sql`with ${sql.join(inserts)}`;
}
