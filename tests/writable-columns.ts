import { sql } from 'kysely';
import type { Db, Tx } from '#server/kernel/db.ts';

/** The columns of a table that a statement gives values for: all but those the database computes. */
export async function writableColumns(db: Db | Tx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select attname::text as name from pg_attribute
    where attrelid = ${table}::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`.execute(
    db,
  );
  return rows.map(({ name }) => name);
}
