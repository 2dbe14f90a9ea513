import { readFileSync } from 'node:fs';
import { type Kysely, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Database, Store } from '#server/kernel/db.ts';
import { placeOf } from '#server/kernel/table-facts.ts';
import { tables } from '#server/modules/all.ts';
import { freshDatabase } from './databases.ts';
import { tableDocuments } from './table-documents.ts';
import { tablesWithoutKey, type TenantKeys, tenantKeysOf } from './tenant-guard.ts';

let store: Store;
beforeAll(async () => {
  store = await freshDatabase();
});
afterAll(() => store.close());

type Row = { table: string; by: string; without: string[] };

/** The document's rows for every table: the column it is spread by or its place, and the keys that do not include that. */
const written = (): Row[] =>
  [
    ...readFileSync(tableDocuments.owners, 'utf8').matchAll(
      /^\| `(\w+)` \| ([^|]+) \| ([^|]*) \| [^|]+ \|$/gm,
    ),
  ]
    .map(([, table = '', by = '', without = '']) => ({
      table,
      by: by.replaceAll('`', ''),
      without: [...without.matchAll(/`(\w+)`/g)].map(([, name = '']) => name).sort(),
    }))
    .sort((a, b) => a.table.localeCompare(b.table));

// Unique keys without the column, and foreign keys without it between tables that are both spread by it.
const found = async (by: ReadonlyMap<string, string>): Promise<Row[]> => {
  const { rows } = await sql<{
    table: string;
    columns: string[];
    keys: { name: string; columns: string[]; to: string | null }[];
  }>`
    select c.relname as table,
      (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped) as columns,
      (select coalesce(jsonb_agg(k), '[]') from (
        select i.indexrelid::regclass::text as name, null as to,
          (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum = any (i.indkey::int[])) as columns
        from pg_index i where i.indrelid = c.oid and i.indisunique
        union all
        select f.conname::text, f.confrelid::regclass::text,
          (select array_agg(attname::text) from pg_attribute where attrelid = c.oid and attnum = any (f.conkey))
        from pg_constraint f where f.conrelid = c.oid and f.contype = 'f') k) as keys
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.execute(
    store.db,
  );
  return rows
    .map(({ table, keys }) => {
      const column = by.get(table) ?? '';
      const spread = !['first node', 'every node'].includes(column);
      const without = keys.filter(
        ({ columns, to }) => !(columns ?? []).includes(column) && (to === null || by.get(to) === column),
      );
      return { table, by: column, without: spread ? without.map(({ name }) => name).sort() : [] };
    })
    .sort((a, b) => a.table.localeCompare(b.table));
};

describe('the tables', () => {
  test(`are spread as ${tableDocuments.owners} and the manifests say, every one`, async () => {
    const documented = written();
    const declared = Object.entries(tables).map(([table, facts]) => [table, placeOf(facts)]);
    expect(documented.map(({ table, by }) => [table, by]).sort()).toEqual(declared.sort());
    expect(documented).toEqual(await found(new Map(documented.map(({ table, by }) => [table, by]))));
  });

  test('with a business in them are spread by it but for some, and those and a person’s stand behind a policy', async () => {
    const { rows } = await sql<{ name: string; column: string; fenced: boolean }>`
      select c.relname as name, a.attname as column,
        c.relrowsecurity and exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant') as fenced
      from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname in ('business_id', 'user_id') and not attisdropped
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`.execute(store.db);
    expect(rows.filter(({ fenced }) => !fenced)).toEqual([]);
    const by = new Map(written().map((row) => [row.table, row.by]));
    const apart = rows.filter(({ name, column }) => column === 'business_id' && by.get(name) !== column);
    expect(apart.map(({ name }) => name).sort()).toEqual([
      'audit_links',
      'directory',
      'discrepancies',
      'ledger_accounts',
      'ledger_links',
      'ledger_transfers',
      'messages',
      'push_subscriptions',
      'security_events',
      'unmatched_payments',
      'users',
      'whatsapp_codes',
      'whatsapp_owners',
    ]);
  });
});

describe('the guard of statements', () => {
  let keys: TenantKeys;
  beforeAll(async () => {
    keys = await tenantKeysOf(store);
  });
  const missing = (query: { toOperationNode(): Parameters<typeof tablesWithoutKey>[0] }) =>
    tablesWithoutKey(query.toOperationNode(), keys);
  const db = () => store.db as Kysely<Database>;

  test('sees what names a tenant’s table without its key', () => {
    const some = db().selectFrom('invoices').select('id');
    expect(missing(some)).toEqual(['invoices']);
    expect(missing(some.where((eb) => eb.or([eb('business_id', '=', 'a'), eb('id', '=', 'b')])))).toEqual([
      'invoices',
    ]);
    expect(missing(some.where('business_id', '<>', 'a'))).toEqual(['invoices']);
    expect(missing(db().updateTable('customers').set({ name: '' }).where('id', '=', 'a'))).toEqual([
      'customers',
    ]);
    expect(missing(db().deleteFrom('staff').where('id', '=', 'a'))).toEqual(['staff']);
    expect(missing(db().deleteFrom('sessions').where('id', '=', 'a'))).toEqual(['sessions']);
    expect(
      missing(
        some
          .innerJoin('customers as c', 'c.id', 'invoices.customer_id')
          .where('invoices.business_id', '=', 'a'),
      ),
    ).toEqual(['customers']);
    expect(
      missing(
        some.where('business_id', '=', 'a').where('id', 'in', db().selectFrom('payments').select('id')),
      ),
    ).toEqual(['payments']);
    expect(missing(sql`select 1 from invoices where id = ${'a'}`)).toEqual(['invoices']);
    expect(missing(sql`select count(*) from ${some} as r`)).toEqual(['invoices']);
    expect(missing(sql`select count(*) from ${some.where('business_id', '=', 'a')} as r`)).toEqual([]);
    expect(
      missing(
        db()
          .with('x', (of) => of.selectFrom('refunds').select('id'))
          .selectFrom('x')
          .select('id'),
      ),
    ).toEqual(['refunds']);
  });

  test('lets pass what names it', () => {
    const some = db().selectFrom('invoices as i').select('i.id').where('i.business_id', '=', 'a');
    expect(missing(some)).toEqual([]);
    expect(
      missing(
        some.innerJoin('customers as c', (on) =>
          on.onRef('c.business_id', '=', 'i.business_id').onRef('c.id', '=', 'i.customer_id'),
        ),
      ),
    ).toEqual([]);
    expect(missing(sql`select 1 from invoices where business_id = ${'a'}`)).toEqual([]);
    expect(missing(db().selectFrom('rate_counters').select('used'))).toEqual([]);
  });
});
