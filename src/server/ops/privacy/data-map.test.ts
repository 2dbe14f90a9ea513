import { readFileSync } from 'node:fs';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Store } from '#server/kernel/db.ts';
import { freshDatabase } from '../../../../tests/databases.ts';
import { tableDocuments } from '../../../../tests/table-documents.ts';

let store: Store;
beforeAll(async () => {
  store = await freshDatabase();
});
afterAll(() => store.close());

test(`${tableDocuments.columns} says of every column of every table whether it is about a person`, async () => {
  const page = readFileSync(tableDocuments.columns, 'utf8');
  const documented = [...page.matchAll(/^\| `([\w.]+)` \| (.+?) \| (.+?) \|$/gm)].map(
    ([, table = '', ...parts]) => {
      const columns = parts.flatMap((part) => (part === '–' ? [] : part.split(' ')));
      return [table.includes('.') ? table : `public.${table}`, columns.sort()];
    },
  );
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select n.nspname || '.' || c.relname as name, array_agg(a.attname::text) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where n.nspname in ('public', 'sandbox') and c.relkind in ('r', 'p') group by 1 order by 1`.execute(
    store.db,
  );
  expect(Object.fromEntries(documented)).toEqual(
    Object.fromEntries(rows.map(({ name, columns }) => [name, [...columns].sort()])),
  );
});
