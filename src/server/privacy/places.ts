import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../db.ts';

/** A column that can hold what somebody typed. */
export type Place = { schema: string; table: string; column: string; type: 'text' | 'jsonb' };

// Rows that are never changed, hold no typed text, or are sealed and opened by nobody but their reader.
const UNTOUCHED = [
  'schema_migrations',
  'ledger_transfers',
  'allocations',
  'ledger_accounts',
  'audit_links',
  'ledger_links',
];

/** Every such column of every table of ours and of the queue, found in the catalogue: a new one is not forgotten. */
export async function placesOf(db: Db): Promise<Place[]> {
  const { rows } = await sql<Place>`
    select n.nspname::text as schema, c.relname::text as table, a.attname::text as column,
      (case when t.typname = 'jsonb' then 'jsonb' else 'text' end)::text as type
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
    where c.relkind in ('r', 'p') and not c.relispartition and t.typname in ('text', 'jsonb', 'varchar')
      and (n.nspname in ('public', 'sandbox') or (n.nspname = 'pgboss' and c.relname = 'job'))
    order by 1, 2, a.attnum`.execute(db);
  // Papers in base64: long, and nothing in them reads as text.
  return rows.filter(({ table, column }) => !UNTOUCHED.includes(table) && column !== 'attachments');
}

export const tableOf = ({ schema, table }: Pick<Place, 'schema' | 'table'>): RawBuilder<unknown> =>
  sql`${sql.id(schema)}.${sql.id(table)}`;

/** A pattern that finds any of some texts, whatever the case. */
export const patternOf = (texts: readonly string[]): string =>
  texts.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&').replace(/\s+/g, '\\s+')).join('|');

/** Whether a column holds a pattern's text. */
export const holds = ({ column }: Place, pattern: string): RawBuilder<boolean> =>
  sql<boolean>`${sql.ref(column)}::text ~* ${pattern}`;

/** The places where any of some texts stand, with how many rows of each. */
export async function placesWith(
  db: Db,
  texts: readonly string[],
): Promise<{ place: string; rows: number }[]> {
  if (texts.length === 0) return [];
  const pattern = patternOf(texts);
  const found: { place: string; rows: number }[] = [];
  for (const [table, columns] of Map.groupBy(
    await placesOf(db),
    ({ schema, table }) => `${schema}.${table}`,
  )) {
    const [first] = columns;
    if (!first) continue;
    const counts = columns.map((place, at) =>
      sql`count(*) filter (where ${holds(place, pattern)})`.as(`c${at}`),
    );
    const { rows } = await sql<
      Record<string, number>
    >`select ${sql.join(counts)} from ${tableOf(first)}`.execute(db);
    for (const [at, { column }] of columns.entries()) {
      const count = Number(rows[0]?.[`c${at}`] ?? 0);
      if (count > 0) found.push({ place: `${table}.${column}`, rows: count });
    }
  }
  return found;
}
