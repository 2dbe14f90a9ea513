import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '#server/kernel/db.ts';
import { tables } from '#server/modules/all.ts';
import { citusSql } from '#server/ops/citus.ts';
import { freshDatabase } from './databases.ts';

type Call = { table: string; column: string | null; group: string };
type Key = { table: string; name: string; columns: string[] };
type Reference = Key & { to: string; toColumns: string[] };

const FILE = 'ops/citus.sql';
const text = readFileSync(FILE, 'utf8');
/** The calls of the file, in its order. */
const calls: Call[] = [
  ...text.matchAll(/^select (\w+)\('(\w+)'(?:, '(\w+)')?(?:, colocate_with => '(\w+)')?\);$/gm),
].map(([, call, table = '', column = null, beside = '']) => ({
  table,
  column,
  group: column ? (beside === 'none' ? table : beside) : (call ?? ''),
}));
const of = new Map(calls.map((call) => [call.table, call]));
const columnOf = (table: string) => of.get(table)?.column ?? null;

let store: Store;
beforeAll(async () => {
  store = await freshDatabase();
});
afterAll(() => store.close());

const references = async (): Promise<Reference[]> =>
  (
    await sql<Reference>`select conrelid::regclass::text as table, conname::text as name, confrelid::regclass::text as to,
      (select array_agg(attname::text order by o) from unnest(conkey) with ordinality k(n, o)
        join pg_attribute on attrelid = conrelid and attnum = n) as columns,
      (select array_agg(attname::text order by o) from unnest(confkey) with ordinality k(n, o)
        join pg_attribute on attrelid = confrelid and attnum = n) as "toColumns"
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`.execute(store.db)
  ).rows;

test(`${FILE} is what the manifests say, and has a call for every table`, async () => {
  expect(text).toBe(citusSql(tables));
  const { rows } = await sql<{
    name: string;
  }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`.execute(
    store.db,
  );
  expect(calls.map(({ table }) => table).sort()).toEqual(rows.map(({ name }) => name).sort());
});

test('the column a table is spread by is in each of its unique keys, and never null', async () => {
  const { rows } = await sql<
    Key & { nullable: string[] }
  >`select indrelid::regclass::text as table, indexrelid::regclass::text as name,
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum = any (indkey)) as columns,
      array(select attname::text from pg_attribute where attrelid = indrelid and attnum > 0 and not attnotnull) as nullable
    from pg_index join pg_class c on c.oid = indrelid
    where c.relnamespace = 'public'::regnamespace and (indisunique or indisexclusion)`.execute(store.db);
  const spread = rows.filter(({ table }) => columnOf(table) !== null);
  expect(spread.length).toBeGreaterThan(50);
  const wrong = spread.filter(({ table, columns, nullable }) => {
    const column = columnOf(table) ?? '';
    return !columns.includes(column) || nullable.includes(column);
  });
  expect(wrong).toEqual([]);
});

test('references lead to what lies beside, or on every node, and that is there before them', async () => {
  const made = (table: string) => calls.findIndex((call) => call.table === table);
  const wrong = (await references()).filter(({ table, to, columns, toColumns }) => {
    const [from, target] = [of.get(table), of.get(to)];
    if (made(to) > made(table)) return true;
    if (target?.group === 'create_reference_table') return false;
    if (!from?.column || !target?.column) return from?.group !== target?.group;
    const at = columns.indexOf(from.column);
    return from.group !== target.group || at < 0 || toColumns[at] !== target.column;
  });
  expect(wrong).toEqual([]);
});
