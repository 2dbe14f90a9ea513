import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import { ConfigError } from '#server/config/startup-errors.ts';
import type { Db, Store } from '#server/kernel/db.ts';
import { refuseBoundLogin } from '#server/kernel/tenancy.ts';
import { hasCode } from './errors.ts';

const FOLDER = join(import.meta.dirname, '../../../db/migrations');
const LOCK = 7_220_110;
// A waiting lock request on a table blocks everybody behind it: short waits, and retries.
const LOCK_TIMEOUT = '2s';
const LOCK_TRIES = 30;
const TRY_AGAIN_MS = 1_000;

// The first words of a migration that cannot run in a transaction.
const APART = '-- outside a transaction';
const ASK_AGAIN_MS = 50;

type Migration = { name: string; text: string };

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
 * Applies, in order and each in its own transaction (but for those that say otherwise), the migrations this database has not seen. Returns their names.
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
const appliedTo = (store: Store): Promise<Set<string>> =>
  inTurn(store.db, async (db) => {
    await sql`create table if not exists schema_migrations (name text primary key, applied_at timestamptz not null default now())`.execute(
      db,
    );
    const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
    return new Set(rows.map((row) => row.name));
  });

/**
 * Runs `work` on a connection while no other process migrates. The lock is asked for again and again: an index that is built while
 * others write waits for every statement that is under way, also for one that would wait for the lock.
 */
const inTurn = <T>(all: Db, work: (db: Db) => Promise<T>): Promise<T> =>
  all.connection().execute(async (db) => {
    while (!(await isLocked(db))) await pause(ASK_AGAIN_MS);
    try {
      return await work(db);
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(db);
    }
  });

async function isLocked(db: Db): Promise<boolean> {
  const { rows } = await sql<{
    taken: boolean;
  }>`select pg_try_advisory_lock(${sql.lit(LOCK)}) as taken`.execute(db);
  return rows[0]?.taken ?? false;
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
      if (tries === LOCK_TRIES || !isInTheWay(error)) throw error;
      await pause(TRY_AGAIN_MS);
    }
  }
}

// Others hold a table for too long, or wait for each other with us.
const isInTheWay = (error: unknown): boolean => hasCode(error, '55P03') || hasCode(error, '40P01');

// Several processes may start at once: the lock lets one work, the others then find nothing left to do.
async function apply(store: Store, name: string): Promise<boolean> {
  const text = await readFile(join(FOLDER, name), 'utf8');
  return inTurn(store.db, async (db) => {
    if (await has(db, name)) return false;
    if (text.startsWith(APART)) await applyApart(store, db, { name, text });
    else await applyAtOnce(store, db, { name, text });
    return true;
  });
}

async function applyAtOnce(store: Store, db: Db, { name, text }: Migration): Promise<void> {
  await sql`begin`.execute(db);
  try {
    await sql`set local lock_timeout = ${sql.lit(LOCK_TIMEOUT)}`.execute(db);
    await sql`set local statement_timeout = 0`.execute(db);
    if (store.pglite) await store.pglite.exec(text);
    else await sql.raw(text).execute(db);
    await fenceNewTables(db);
    await noteApplied(db, name);
    await sql`commit`.execute(db);
  } catch (error) {
    await sql`rollback`.execute(db);
    throw error;
  }
}

// Statement by statement, each by itself: one that was broken off is done again from the first, which they must not mind. None
// keeps others waiting, so none is hurried. The embedded database has nobody else, and no such statements.
async function applyApart(store: Store, db: Db, { name, text }: Migration): Promise<void> {
  if (store.pglite) return applyAtOnce(store, db, { name, text: text.replaceAll(' concurrently', '') });
  await sql`set statement_timeout = 0`.execute(db);
  try {
    for (const statement of text.split(/;$/m)) if (statement.trim()) await sql.raw(statement).execute(db);
    await noteApplied(db, name);
  } finally {
    await sql`reset statement_timeout`.execute(db);
  }
}

const noteApplied = (db: Db, name: string) =>
  sql`insert into schema_migrations (name) values (${name})`.execute(db);

// A table created by a migration must never be without its policy (0024_tenancy.sql).
async function fenceNewTables(db: Db): Promise<void> {
  const { rows } = await sql`select 1 from pg_proc where proname = 'fence_tenants'`.execute(db);
  if (rows.length > 0) await sql`select fence_tenants()`.execute(db);
}

async function has(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`select 1 from schema_migrations where name = ${name}`.execute(db);
  return rows.length > 0;
}
