import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { knownMigrations, migrate } from '#server/database/migrate.ts';
import type { Store } from '#server/kernel/db.ts';
import { emptyDatabase } from '../databases.ts';
import { fillEveryTable, snapshotOf } from './fill-tables.ts';

// 0038 brings names of the field for columns, 0120 drops those of before.
const STEP = '0038_field_terms.sql';

type Renamed = { table: string; old: string; name: string; values: [string, string, string] };
const times = (...values: Renamed['values']) => ({ old: 'next_ask_at', name: 'next_poll_at', values });
const flag = (old: string, name: string): Omit<Renamed, 'table'> => ({
  old,
  name,
  values: ['true', 'false', 'true'],
});
const codes = (): Omit<Renamed, 'table'> => ({
  old: 'paper_code',
  name: 'verification_code',
  values: ["text 'CODE0000001'", "text 'CODE0000002'", "text 'CODE0000003'"],
});
const at = (day: string) => `timestamptz '${day}T10:00:00Z'`;
const NONE = 'null::timestamptz';

/** Each with three values in SQL, of which no two neighbours are the same. */
const renamed: readonly Renamed[] = [
  { table: 'checkouts', ...times(at('2026-02-02'), at('2026-03-03'), NONE) },
  { table: 'refunds', ...times(at('2026-02-02'), NONE, at('2026-03-03')) },
  { table: 'withdrawals', ...times(at('2026-02-02'), NONE, NONE) },
  { table: 'checkouts', old: 'asks', name: 'poll_count', values: ['3', '4', '0'] },
  { table: 'business_profiles', ...flag('awaits_owner', 'pending_owner_verification') },
  { table: 'business_profiles', ...flag('money_held', 'payouts_on_hold') },
  { table: 'invoices', ...codes() },
  { table: 'receipts', ...codes() },
];

type Row = Record<string, unknown>;
let store: Store;
afterEach(() => store.close());

/** A database of the version before, with two rows in each table. */
async function released(): Promise<void> {
  store = await emptyDatabase();
  const known = await knownMigrations();
  await migrate(store, { only: known.slice(0, known.indexOf(STEP)) });
  await fill();
}

async function fill(): Promise<void> {
  for (const round of [0, 1]) await fillEveryTable(store.db, round);
  await run('update business_profiles set taken_over_at = now()');
}

const run = (text: string) => sql.raw(text).execute(store.db);
const write = (table: string, column: string, value: string) =>
  run(`update ${table} set ${column} = ${value} where business_id = 'biz_0'`);

async function rowOf(table: string): Promise<Row> {
  const { rows } = await sql<{ row: Row }>`select to_jsonb(t) as row from ${sql.table(table)} t
    where business_id = 'biz_0'`.execute(store.db);
  expect(rows, table).toHaveLength(1);
  return rows[0]?.row ?? {};
}

async function evaluated(value: string): Promise<unknown> {
  const { rows } = await sql<{ value: unknown }>`select to_jsonb(${sql.raw(value)}) as value`.execute(
    store.db,
  );
  return rows[0]?.value;
}

test('the new columns of a released database hold what the old ones do', async () => {
  await released();
  for (const { table, old, values } of renamed) await write(table, old, values[0]);
  const before = await snapshotOf(store.db);
  await migrate(store);
  const after = await snapshotOf(store.db);
  for (const { table, old, name, values } of renamed) {
    expect((await rowOf(table))[name], `${table}.${name}`).toEqual(await evaluated(values[0]));
    const sorted = (rows: Row[] = [], column: string) =>
      rows.map((row) => JSON.stringify(row[column])).sort();
    expect(sorted(after.get(table), name), `${table}.${name}`).toEqual(sorted(before.get(table), old));
  }
});
