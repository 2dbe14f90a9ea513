import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { knownMigrations, migrate } from '#server/database/migrate.ts';
import type { Store } from '#server/kernel/db.ts';
import { emptyDatabase } from '../databases.ts';
import { fillEveryTable } from './fill-tables.ts';

let store: Store;
beforeAll(async () => {
  store = await emptyDatabase();
  const known = await knownMigrations();
  await migrate(store, { only: known.slice(0, known.indexOf('0106_directory.sql')) });
  for (const round of [0, 1]) await fillEveryTable(store.db, round);
  await migrate(store);
});
afterAll(() => store.close());

type Entry = { kind: string; key: string; business_id: string };

/** The entries there should be, by the tables and the arguments of their triggers. */
async function expected(): Promise<Entry[]> {
  const { rows: kept } = await sql<{ table: string; columns: string }>`
    select tgrelid::regclass::text as table, columns from pg_trigger,
      unnest(string_to_array(rtrim(encode(tgargs, 'escape'), '\\000'), '\\000')) as columns
    where tgname = 'keep_directory'`.execute(store.db);
  const each = kept.map(
    ({ table, columns }) =>
      `select '${table}.${columns}' as kind, ${columns.replaceAll(',', " || ' ' || ")} as key, business_id from ${table}`,
  );
  const { rows } = await sql
    .raw<Entry>(`select * from (${each.join(' union all ')}) of where key is not null`)
    .execute(store.db);
  return rows;
}

const found = async () =>
  (await sql<Entry>`select kind, key, business_id from directory`.execute(store.db)).rows;
const inOrder = (entries: Entry[]) => entries.map((entry) => JSON.stringify(entry)).sort();

test('keys of before are in the directory', async () => {
  const entries = await expected();
  expect(new Set(entries.map(({ kind }) => kind)).size).toBe(17);
  expect(inOrder(await found())).toEqual(inOrder(entries));
});

test('no business has the key of another, and a record that goes leaves nothing', async () => {
  const copy = (business: string) =>
    sql`insert into portal_links select ${business}, token_hash, customer_id, shared, expires_at, created_at
      from portal_links limit 1`.execute(store.db);
  await sql`insert into customers select (jsonb_populate_record(c, '{"business_id": "biz_other"}')).* from customers c
    where id = (select customer_id from portal_links limit 1)`.execute(store.db);
  await expect(copy('biz_other')).rejects.toThrow('directory_pkey');
  await sql`delete from portal_sessions`.execute(store.db);
  await sql`delete from portal_links`.execute(store.db);
  expect((await found()).filter(({ kind }) => kind.startsWith('portal_'))).toEqual([]);
  expect(inOrder(await found())).toEqual(inOrder(await expected()));
});
