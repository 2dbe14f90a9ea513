import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { ConfigError } from '#server/config/startup-errors.ts';
import type { Db, Store } from '#server/kernel/db.ts';
import { refuseBoundLogin } from '#server/kernel/tenancy.ts';

const FOLDER = join(import.meta.dirname, '../../../db/migrations');
const LOCK = 7_220_110;
// A waiting lock request on a table blocks everybody behind it: short waits, and retries.
const LOCK_TIMEOUT = '2s';
const LOCK_TRIES = 30;
const TRY_AGAIN_MS = 1_000;

type Options = {
  /** Only these, as restoring an older state needs; all known ones by default. */
  only?: readonly string[];
  /** Continues where the database is newer than these sources, for rolling back one release. */
  newerAllowed?: boolean;
  /** Works although a restore is unfinished: the restore itself calls it. */
  restoring?: boolean;
};

/** Present in a database while a restore runs; a start that finds it would run on partial records. */
export const UNFINISHED_RESTORE = 'unfinished_restore';

/**
 * Applies, in order and each in its own transaction, the migrations this database has not seen. Returns their names.
 * Throws where the database is of a newer version than these sources know.
 */
export async function migrate(store: Store, options: Options = {}): Promise<string[]> {
  const known = await knownMigrations();
  const previouslyApplied = await appliedTo(store);
  if (!options.restoring && (await isUnfinished(store.db)))
    throw new ConfigError('A restore into this database was not finished. Run npm run restore again');
  const newer = [...previouslyApplied].filter((name) => !known.includes(name));
  if (newer.length > 0 && !options.newerAllowed)
    throw new ConfigError(
      `This database is of a newer version: it has had ${newer.join(', ')}. Start that version, or for one step back set RUN_ON_NEWER_SCHEMA=true`,
    );
  const applied: string[] = [];
  for (const name of options.only ?? known)
    if (!previouslyApplied.has(name) && (await applyPatiently(store, name))) applied.push(name);
  await refuseBoundLogin(store.db);
  return applied;
}

/** The names of the migrations these sources know, in their order. */
export const knownMigrations = async (): Promise<string[]> =>
  (await readdir(FOLDER)).filter((name) => name.endsWith('.sql')).sort();

// Making the list itself is guarded as well: two processes that make a table at once can both fail.
async function appliedTo({ db }: Store): Promise<Set<string>> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(tx);
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
      tx,
    );
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(tx);
    return new Set(rows.map((row) => row.name));
  });
}

async function isUnfinished(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    there: boolean;
  }>`select to_regclass(${`public.${UNFINISHED_RESTORE}`}) is not null as there`.execute(db);
  return rows[0]?.there ?? false;
}

async function applyPatiently(store: Store, name: string): Promise<boolean> {
  for (let tries = 1; ; tries++) {
    try {
      return await apply(store, name);
    } catch (error) {
      if (tries === LOCK_TRIES || (error as { code?: unknown } | null)?.code !== '55P03') throw error;
      await pause(TRY_AGAIN_MS);
    }
  }
}

// Several processes may start at once: the lock lets one work, the others then find nothing left to do.
async function apply(store: Store, name: string): Promise<boolean> {
  const text = await readFile(join(FOLDER, name), 'utf8');
  return store.db.connection().execute(async (db) => {
    await sql`begin`.execute(db);
    try {
      await sql`select pg_advisory_xact_lock(${sql.lit(LOCK)})`.execute(db);
      const isNew = !(await has(db, name));
      if (isNew) {
        await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db);
        await sql`set local statement_timeout = 0`.execute(db);
        if (store.pglite) await store.pglite.exec(text);
        else await sql.raw(text).execute(db);
        await fenceNewTables(db);
        await sql`insert into schema_migrations (name) values (${name})`.execute(db);
      }
      await sql`commit`.execute(db);
      return isNew;
    } catch (error) {
      await sql`rollback`.execute(db);
      throw error;
    }
  });
}

// A table created by a migration must never be without its policy (0024_tenancy.sql).
async function fenceNewTables(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from pg_proc where proname = 'fence_tenants'`.execute(db);
  if (rows.length > 0) await sql`select fence_tenants()`.execute(db);
}

async function has(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from schema_migrations where name = ${name}`.execute(db);
  return rows.length > 0;
}
