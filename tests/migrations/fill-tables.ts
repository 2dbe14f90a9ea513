import { sql } from 'kysely';
import type { Db } from '#server/kernel/db.ts';

type Row = Record<string, unknown>;

/** Every row of every table, by the table's name. */
export type Snapshot = Map<string, Row[]>;

type Column = { name: string; type: string; needed: boolean; choices: string[] };
type Reference = { columns: string[]; to: string; toColumns: string[] };
type Table = { name: string; columns: Column[]; references: Reference[] };

/** Values for checks over several columns, which trying does not find. */
const together: Record<string, Row> = {
  'public.invoices': {
    subtotal_minor: 1000,
    discount_minor: 0,
    tax_bps: 0,
    tax_minor: 0,
    total_minor: 1000,
    paid_minor: 1000,
    paid_at: '2026-01-02T00:00:00Z',
  },
  'public.payments': { amount_minor: 1000, applied_minor: 0, refunded_minor: 0, statement_line_id: null },
  'public.credit_notes': {
    total_minor: 1000,
    owed_minor: 1000,
    credit_minor: 0,
    refund_minor: 0,
    gave_back_minor: 0,
  },
  'public.quotes': { state: 'accepted' },
  'public.learned_words': { kind: 'goods', goods: 'rice', customer_id: null },
  'public.bank_accounts_own': { last4: '0123' },
  // Rows before 0012 record no settlement, as nobody could have been named.
  'public.discrepancies': { settled_at: null, settled_by: null, settled_reason: null },
  'public.reminder_settings': { hour: 9, quiet_from: 20, quiet_until: 8, weekly_cap: 3 },
  'public.ledger_transfers': { debit_account: 'outside' },
};
const STATES = 4;

/** Puts rows into every table there is, by its columns, references and checks: in every second round without what may be
 * left out. Gives all there is then. */
export async function fillEveryTable(db: Db, round: number): Promise<Snapshot> {
  await sql`insert into ledger_accounts (id, currency, may_be_negative) values ('outside', 'NGN', true) on conflict do nothing`.execute(
    db,
  );
  const tables = inOrder(await tablesOf(db));
  const created = new Map<string, Row>();
  for (const table of tables) {
    const wanted = { number: round, created };
    const row =
      (await fill(db, table, { ...wanted, complete: round % 2 === 0 })) ??
      (await fill(db, table, { ...wanted, complete: round % 2 === 1 }));
    if (row) created.set(table.name, row);
  }
  const snapshot = await snapshotOf(db);
  const empty = [...snapshot].flatMap(([name, rows]) => (rows.length === 0 ? [name] : []));
  if (empty.length > 0) throw new Error(`no row fits into ${empty.join(', ')}`);
  return snapshot;
}

type RowRequest = { number: number; complete: boolean; created: Map<string, Row> };

async function fill(db: Db, table: Table, wanted: RowRequest): Promise<Row | null> {
  for (let state = 0; state < STATES; state++) {
    const row = rowFor(table, wanted, state);
    const names = Object.keys(row).map((name) => `"${name}"`);
    if (names.length === 0) return null;
    const columns = sql.raw(names.join(', '));
    const name = sql.raw(table.name);
    const done = await sql<{ row: Row }>`
      insert into ${name} as made (${columns}) overriding system value
      select ${columns} from jsonb_populate_record(null::${name}, ${JSON.stringify(row)}::jsonb) returning to_jsonb(made) as row`
      .execute(db)
      .catch((error: { code?: string }) => {
        if (error.code?.startsWith('23')) return null;
        throw error;
      });
    if (done?.rows[0]) return done.rows[0].row;
  }
  return null;
}

function rowFor(table: Table, { number, complete, created }: RowRequest, state: number): Row {
  const row: Row = {};
  for (const column of table.columns)
    if (complete || column.needed) row[column.name] = valueFor(column, table.name, number, state);
  for (const { columns, to, toColumns } of table.references) {
    const target = created.get(to);
    for (const [at, name] of columns.entries())
      if (name in row) row[name] = target?.[toColumns[at] ?? ''] ?? null;
  }
  if ('business_id' in row && !(row.business_id as string | null)) row.business_id = businessOf(number);
  for (const [name, value] of Object.entries(together[table.name] ?? {}))
    if (table.columns.some((c) => c.name === name)) row[name] = value;
  return row;
}

const businessOf = (number: number): string => `biz_${number}`;

function valueFor({ name, type, choices }: Column, table: string, number: number, state: number): unknown {
  if (choices.length > 0) return choices[state % choices.length];
  if (name === 'business_id') return businessOf(number);
  if (name === 'currency') return 'NGN';
  if (type.endsWith('[]')) return [];
  if (type === 'boolean') return state % 2 === 0;
  if (/^(smallint|integer|bigint|numeric)/.test(type)) return number + 1;
  if (type === 'date') return '2026-01-01';
  if (type.startsWith('timestamp')) return '2026-01-01T10:00:00Z';
  if (type === 'jsonb') return { number };
  if (type === 'bytea') return `\\x${number.toString(16).padStart(4, '0')}`;
  return `${table.split('.')[1]} ${name} ${number}`.toLowerCase();
}

async function tablesOf(db: Db): Promise<Table[]> {
  const { rows } = await sql<Omit<Table, 'references'> & { references: Reference[] | null }>`
    select n.nspname || '.' || c.relname as name,
      (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod),
          'needed', a.attnotnull and not a.atthasdef and a.attidentity = '',
          'choices', coalesce((select jsonb_agg(m[1] order by o)
            from pg_constraint k, regexp_matches(pg_get_constraintdef(k.oid), '''([^'']*)''::text', 'g') with ordinality as found(m, o)
            where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%ARRAY[%'), '[]')))
        from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.attidentity = '') as columns,
      (select jsonb_agg(jsonb_build_object('to', (select tn.nspname || '.' || t.relname from pg_class t join pg_namespace tn on tn.oid = t.relnamespace where t.oid = k.confrelid),
          'columns', (select jsonb_agg(attname order by o) from unnest(k.conkey) with ordinality u(num, o) join pg_attribute a on a.attrelid = k.conrelid and a.attnum = num),
          'toColumns', (select jsonb_agg(attname order by o) from unnest(k.confkey) with ordinality u(num, o) join pg_attribute a on a.attrelid = k.confrelid and a.attnum = num)))
        from pg_constraint k where k.conrelid = c.oid and k.contype = 'f') as references
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname in ('public', 'sandbox') and c.relkind = 'r' and c.relname <> 'schema_migrations' order by c.oid`.execute(
    db,
  );
  return rows.map((table) => ({ ...table, references: table.references ?? [] }));
}

/** Referenced tables come before those that refer to them. */
function inOrder(tables: readonly Table[]): Table[] {
  const left = [...tables];
  const done: Table[] = [];
  while (left.length > 0) {
    const waits = (to: string, from: string) => to !== from && left.some(({ name }) => name === to);
    const next = left.findIndex(({ name, references }) => !references.some(({ to }) => waits(to, name)));
    done.push(...left.splice(Math.max(next, 0), 1));
  }
  return done;
}

/** All there is now. */
export async function snapshotOf(db: Db): Promise<Snapshot> {
  const snapshot: Snapshot = new Map();
  const names = await sql<{ name: string }>`select oid::regclass::text as name from pg_class
    where relnamespace in ('public'::regnamespace, to_regnamespace('sandbox')) and relkind = 'r' and relname <> 'schema_migrations'`.execute(
    db,
  );
  const each = names.rows.map(
    ({ name }) => `select '${name}' as name, coalesce(jsonb_agg(t), '[]') as rows from ${name} t`,
  );
  const { rows } = await sql<{ name: string; rows: Row[] }>`${sql.raw(each.join(' union all '))}`.execute(db);
  for (const one of rows) snapshot.set(one.name, one.rows);
  return snapshot;
}

/** Lost or changed values, as `table` or `table.column`. */
export function changedSince(before: Snapshot, after: Snapshot): string[] {
  const changed = new Set<string>();
  for (const [table, rows] of before) {
    const now = after.get(table) ?? [];
    const same = new Set(now.map((row) => JSON.stringify(row)));
    for (const row of rows)
      if (!same.has(JSON.stringify(row)))
        for (const name of missingFields(row, now)) changed.add(name ? `${table}.${name}` : table);
  }
  return [...changed].sort();
}

// The row that is most like it is it; where there is none, the whole table is named.
function missingFields(row: Row, now: readonly Row[]): string[] {
  const differences = now.map((one) =>
    Object.keys(row).filter((name) => JSON.stringify(one[name]) !== JSON.stringify(row[name])),
  );
  return differences.sort((a, b) => a.length - b.length)[0] ?? [''];
}
