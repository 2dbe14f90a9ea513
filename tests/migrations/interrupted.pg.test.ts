import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { knownMigrations, migrate } from '#server/database/migrate.ts';
import { openServer, type Store } from '#server/kernel/db.ts';
import { emptyDatabase } from '../databases.ts';

/** So many steps are through when it is killed in the next. */
const DONE = 7;
const ROOT = join(import.meta.dirname, '../..');

/** Everything a schema is made of, as text. */
async function schemaOf({ db }: Store): Promise<string[]> {
  const { rows } = await sql<{ part: string }>`
    select format('%s %s %s %s %s', table_schema, table_name, column_name, data_type, coalesce(column_default, '')) as part from information_schema.columns where table_schema in ('public', 'sandbox')
    union all select format('%s %s', conrelid::regclass, pg_get_constraintdef(oid)) from pg_constraint where connamespace = 'public'::regnamespace
    union all select indexdef from pg_indexes where schemaname in ('public', 'sandbox')
    union all select format('%s %s', tgrelid::regclass, tgname) from pg_trigger where not tgisinternal
    union all select format('%s %s', polrelid::regclass, polname) from pg_policy order by 1`.execute(db);
  return rows.map(({ part }) => part);
}

test('two processes that migrate a new database at once make one schema, each step once', async () => {
  const first = await emptyDatabase();
  const second = openServer(first.connectionString ?? '', 2);
  const done = (await Promise.all([migrate(first), migrate(second)])).flat();
  expect(done.sort()).toEqual(await knownMigrations());
  await first.close();
  await second.close();
});

test('a migration that is killed leaves nothing of itself, and the next start goes on', async () => {
  const store = await emptyDatabase();
  const count = async (): Promise<number> =>
    (await sql<{ n: number }>`select count(*)::int as n from schema_migrations`.execute(store.db)).rows[0]
      ?.n ?? 0;
  await migrate(store, { only: [] });
  const settings = {
    DATABASE_URL: store.connectionString ?? '',
    DATA_DIR: mkdtempSync(join(tmpdir(), 'duewell-killed-')),
  };
  const known = await knownMigrations();
  const gate = openServer(settings.DATABASE_URL, 1);
  const held = gate.db.transaction().execute(async (tx) => {
    await sql`insert into schema_migrations (name) values (${known[DONE] ?? ''})`.execute(tx);
    const child = spawn(process.execPath, ['scripts/migrate.ts'], {
      cwd: ROOT,
      env: { PATH: process.env.PATH ?? '', HOME: process.env.HOME ?? '', ...settings },
      stdio: 'ignore',
    });
    const ended = new Promise((over) => child.once('exit', over));
    await untilWaiting(store);
    child.kill('SIGKILL');
    await ended;
    throw new Error('the gate opens');
  });
  await expect(held).rejects.toThrow('the gate opens');
  await gate.close();
  expect(await count()).toBe(DONE);
  await migrate(store);
  const clean = await emptyDatabase();
  await migrate(clean);
  expect(await schemaOf(store)).toEqual(await schemaOf(clean));
  await store.close();
  await clean.close();
});

// The step has done all of its work and now wants to note it, which the test's own row keeps it from.
async function untilWaiting({ db }: Store): Promise<void> {
  for (;;) {
    const { rows } =
      await sql`select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
      and query ilike 'insert into schema_migrations%'`.execute(db);
    if (rows.length > 0) return;
    await new Promise((next) => setTimeout(next, 20));
  }
}
