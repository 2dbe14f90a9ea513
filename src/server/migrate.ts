import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db, Store } from './db.ts';

const FOLDER = join(import.meta.dirname, '../../db/migrations');
const LOCK = 7_220_110;

/** Applies, in order and each in its own transaction, the migrations this database has not seen. Returns their names. */
export async function migrate(store: Store): Promise<string[]> {
  await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
    store.db,
  );
  const applied: string[] = [];
  for (const name of await pending(store.db)) if (await apply(store, name)) applied.push(name);
  return applied;
}

async function pending(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const done = new Set(rows.map((row) => row.name));
  return (await readdir(FOLDER)).filter((name) => name.endsWith('.sql') && !done.has(name)).sort();
}

// Several processes may start at once: the lock lets one work, the others then find nothing left to do.
async function apply(store: Store, name: string): Promise<boolean> {
  const text = await readFile(join(FOLDER, name), 'utf8');
  return store.db.connection().execute(async (db) => {
    await sql`begin`.execute(db);
    try {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(db);
      const { rows } = await sql`select 1 from schema_migrations where name = ${name}`.execute(db);
      if (rows.length === 0) {
        if (store.pglite) await store.pglite.exec(text);
        else await sql.raw(text).execute(db);
        await sql`insert into schema_migrations (name) values (${name})`.execute(db);
      }
      await sql`commit`.execute(db);
      return rows.length === 0;
    } catch (error) {
      await sql`rollback`.execute(db);
      throw error;
    }
  });
}
