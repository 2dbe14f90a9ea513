import { sql } from 'kysely';
import { recordOf } from '#core/records.ts';
import type { Db } from '#server/kernel/db.ts';
import type { ExportedTable } from '#server/kernel/table-facts.ts';
import { exportRow } from '../rules/export.ts';
import type { Column, TableColumns } from '../rules/format.ts';

const BATCH = 500;

/** Owner of the exported data: a business and its user. */
export type DataOwner = { businessId: string; userId: string };

/** The rows of a table that are a business's, in batches, so that a large one needs no more memory than a small one. */
export async function* rowsOf(db: Db, owner: DataOwner, spec: ExportedTable): AsyncIterable<Row[]> {
  const hidden = { ...spec.excludedColumns, ...generatedOf(spec) };
  for await (const rows of rawRows(db, owner, spec)) yield rows.map((row) => exportRow(row, hidden));
}

type Row = Record<string, unknown>;

async function* rawRows(db: Db, owner: DataOwner, spec: ExportedTable): AsyncIterable<Row[]> {
  let rows = await page(db, owner, spec, null);
  while (rows.length > 0) {
    yield rows;
    const last = rows.length < BATCH ? undefined : rows.at(-1);
    rows = last ? await page(db, owner, spec, last) : [];
  }
}

async function page(
  db: Db,
  { businessId, userId }: DataOwner,
  spec: ExportedTable,
  after: Row | null,
): Promise<Row[]> {
  const { table, owner, key } = spec;
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const onwards = after ? sql`and (${columns}) > (${sql.join(key.map((column) => after[column]))})` : sql``;
  const { rows } = await sql<Row>`select * from ${sql.table(table)}
    where ${sql.ref(owner)} = ${owner === 'id' ? userId : businessId} ${onwards}
    order by ${columns} limit ${sql.lit(BATCH)}`.execute(db);
  return rows;
}

/** Exported columns of every exported table, in order. */
export async function exportedColumns(db: Db, exported: readonly ExportedTable[]): Promise<TableColumns[]> {
  const { rows } = await sql<Column & { table: string }>`
    select c.relname::text as table, a.attname::text as name,
      (case t.typtype when 'd' then b.typname else t.typname end)::text as type, not a.attnotnull as nullable
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid left join pg_type b on b.oid = t.typbasetype
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') order by c.relname, a.attnum`.execute(
    db,
  );
  return exported.map(({ table, excludedColumns = {}, generatedColumns = [] }) => ({
    table,
    columns: rows
      .filter(
        (row) =>
          row.table === table && !(row.name in excludedColumns) && !generatedColumns.includes(row.name),
      )
      .map(({ name, type, nullable }) => ({ name, type, nullable })),
  }));
}

const generatedOf = ({ generatedColumns = [] }: ExportedTable): Record<string, null> =>
  recordOf(generatedColumns, () => null);

/** Balances by ledger account id; minor units. */
export async function balancesOf(db: Db, businessId: string): Promise<Record<string, number>> {
  const rows = await db
    .selectFrom('ledger_accounts')
    .select(['id', 'balance_minor'])
    .where('business_id', '=', businessId)
    .orderBy('id')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.id, row.balance_minor]));
}

/** The newest change of the tables. */
export async function schemaVersion(db: Db): Promise<string> {
  const { rows } = await sql<{ name: string }>`select max(name) as name from schema_migrations`.execute(db);
  return rows[0]?.name ?? '';
}

/** The files of a business, a batch at a time. */
export async function* filesOf(db: Db, businessId: string) {
  let after = '';
  for (;;) {
    const rows = await db
      .selectFrom('files')
      .selectAll()
      .where('business_id', '=', businessId)
      .where('id', '>', after)
      .orderBy('id')
      .limit(BATCH)
      .execute();
    yield* rows;
    after = rows.at(-1)?.id ?? '';
    if (rows.length < BATCH) return;
  }
}
