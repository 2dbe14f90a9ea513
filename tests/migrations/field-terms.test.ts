import { sql } from 'kysely';
import { afterEach, expect, test } from 'vitest';
import { knownMigrations, migrate } from '#server/database/migrate.ts';
import type { Store } from '#server/kernel/db.ts';
import { emptyDatabase, freshDatabase } from '../databases.ts';
import { contract } from './contract.ts';
import { fillEveryTable, snapshotOf } from './fill-tables.ts';
import { writableColumns } from '../writable-columns.ts';

// 0038 renames columns in two releases: meanwhile both versions may run, each with its own names.
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
const tables = [...new Set(renamed.map(({ table }) => table))];

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

/** A database of this version, with two rows in each table. */
async function migrated(): Promise<void> {
  store = await freshDatabase();
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

/** Puts the row of a table there again as a version does that does not know the columns `without`. */
async function insertAgain(table: string, changes: Row, without: readonly string[]): Promise<void> {
  const row = { ...(await rowOf(table)), ...changes };
  const known = (await writableColumns(store.db, table)).filter((name) => !without.includes(name));
  const columns = sql.join(known.map((name) => sql.ref(name)));
  await store.db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`delete from ${sql.table(table)} where business_id = 'biz_0'`.execute(tx);
    await sql`delete from directory where business_id = 'biz_0' and kind like ${`${table}.%`}`.execute(tx);
    await sql`set local session_replication_role = origin`.execute(tx);
    await sql`insert into ${sql.table(table)} (${columns}) overriding system value
      select ${columns} from jsonb_populate_record(null::${sql.table(table)}, ${JSON.stringify(row)}::jsonb)`.execute(
      tx,
    );
  });
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

test('both versions read an update of either', async () => {
  await migrated();
  // In turns, so that each version also overwrites a value of the other.
  for (const { table, old, name, values } of renamed)
    for (const [turn, value] of [...values, ...values].entries()) {
      await write(table, turn % 2 === 0 ? old : name, value);
      const row = await rowOf(table);
      const expected = await evaluated(value);
      expect([row[old], row[name]], `${table}.${old} ${value}`).toEqual([expected, expected]);
    }
});

test.each(['old', 'new'] as const)('both versions read a row that the %s one adds', async (version) => {
  await migrated();
  for (const table of tables) {
    const mine = renamed.filter((one) => one.table === table);
    const changes: Row = {};
    const expected: Row = {};
    for (const { old, name, values } of mine) {
      const value = await evaluated(values[0]);
      changes[version === 'old' ? old : name] = value;
      Object.assign(expected, { [old]: value, [name]: value });
    }
    const unknown = mine.map(({ old, name }) => (version === 'old' ? name : old));
    await insertAgain(table, changes, unknown);
    expect(await rowOf(table), table).toMatchObject(expected);
  }
});

test('a code that neither version gives is the same under both names', async () => {
  await migrated();
  for (const table of ['invoices', 'receipts']) {
    await insertAgain(table, {}, ['paper_code', 'verification_code']);
    const row = await rowOf(table);
    expect(row.verification_code, table).toMatch(/^[3-9A-Y]{11}$/);
    expect(row.paper_code, table).toBe(row.verification_code);
  }
});

test('the contract step leaves only the new columns, with their values and constraints', async () => {
  await migrated();
  for (const { table, name, values } of renamed) await write(table, name, values[0]);
  await contract(store);
  for (const { table, old, name, values } of renamed) {
    const row = await rowOf(table);
    expect(row, `${table}.${old}`).not.toHaveProperty(old);
    expect(row[name], `${table}.${name}`).toEqual(await evaluated(values[0]));
    await write(table, name, values[1]);
    expect((await rowOf(table))[name], `${table}.${name}`).toEqual(await evaluated(values[1]));
  }
  for (const table of ['invoices', 'receipts']) {
    await expect(write(table, 'verification_code', 'null'), table).rejects.toThrow('not-null');
    await expect(run(`update ${table} set verification_code = 'SAME'`), table).rejects.toThrow('unique');
    await insertAgain(table, {}, ['verification_code']);
    expect((await rowOf(table)).verification_code, table).toMatch(/^[3-9A-Y]{11}$/);
  }
  await expect(
    run('update business_profiles set taken_over_at = null, payouts_on_hold = true'),
  ).rejects.toThrow('check constraint');
});
