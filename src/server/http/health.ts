import { statfs } from 'node:fs/promises';
import type { Context, Hono } from 'hono';
import { type Kysely, sql } from 'kysely';
import { knownMigrations } from '#server/database/migrate.ts';
import type { Database } from '#server/kernel/db.ts';
import { within } from '#server/kernel/within.ts';
import type { Env } from './env.ts';

const TIMEOUT_MS = 2_000;
const CACHE_MS = 1_000;
const LEAST_FREE_DISK = 0.05;
/** Work that waits for so long, while none has ended for so long either, is stuck. */
const STUCK_AFTER_SECONDS = { waiting: 900, idle: 300 };

/** Reasons a process cannot take requests. */
export type Failing = 'stopping' | 'database' | 'schema' | 'disk' | 'queue';

export type Health = {
  /** Current reasons; empty when ready. Refreshed at most once a second. */
  failing(): Promise<Failing[]>;
  /** Makes the process report not ready from now on. */
  beginStopping(): void;
  isStopping(): boolean;
};

type Watched = {
  db: Kysely<Database>;
  dataDir: string;
  /** Seconds since this process ended a job, or began to take them; null where it takes none. */
  idleSeconds: () => number | null;
};

/** Knows whether this process can do its work. Providers do not count: without them the rest still works. */
export function createHealth(watched: Watched): Health {
  let stopping = false;
  let cached: { at: number; failing: Promise<Failing[]> } | null = null;
  const check = () => {
    const at = performance.now();
    if (!cached || at - cached.at > CACHE_MS) cached = { at, failing: runChecks(watched) };
    return cached.failing;
  };
  return {
    failing: async () => (stopping ? ['stopping'] : check()),
    beginStopping: () => {
      stopping = true;
    },
    isStopping: () => stopping,
  };
}

async function runChecks({ db, dataDir, idleSeconds }: Watched): Promise<Failing[]> {
  const checks: [Failing, () => Promise<boolean>][] = [
    ['database', async () => Boolean(await sql`select 1`.execute(db))],
    ['schema', () => isOurSchema(db)],
    ['disk', async () => (await freeDisk(dataDir)) >= LEAST_FREE_DISK],
    ['queue', async () => !(await isStuck(db, idleSeconds()))],
  ];
  const found = await Promise.all(
    checks.map(async ([name, passes]) => ((await within(TIMEOUT_MS, passes(), false)) ? [] : [name])),
  );
  const failing = found.flat();
  // Without a database the other checks mean nothing.
  return failing.includes('database') ? failing.filter((name) => !/schema|queue/.test(name)) : failing;
}

/** The free part of the disk a folder is on, 0 to 1. */
export async function freeDisk(folder: string): Promise<number> {
  const { blocks, bavail } = await statfs(folder);
  return blocks === 0 ? 1 : bavail / blocks;
}

// A newer process may migrate the schema further while this one runs: that is how versions take turns.
async function isOurSchema(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select name from schema_migrations`.execute(db);
  const applied = new Set(rows.map(({ name }) => name));
  return (await knownMigrations()).every((name) => applied.has(name));
}

async function isStuck(db: Kysely<Database>, idleSeconds: number | null): Promise<boolean> {
  if (idleSeconds === null || idleSeconds < STUCK_AFTER_SECONDS.idle) return false;
  const { rows } = await sql<{ waits: number | null }>`
    select extract(epoch from now() - min(start_after))::float8 as waits from pgboss.job
    where state in ('created', 'retry') and start_after <= now() and name <> 'dead'`.execute(db);
  return (rows[0]?.waits ?? 0) > STUCK_AFTER_SECONDS.waiting;
}

/** Whether a path is asked every few seconds by those who watch the process. */
export const isProbe = (path: string): boolean => /^\/(healthz|livez|readyz)$/.test(path);

/** `/livez` and `/healthz` say that the process answers, `/readyz` whether it can do its work. */
export function serveHealth(app: Hono<Env>, health: Health): void {
  // Keep-alive connections would send more requests, which are for another process now.
  app.use(async (c, next) => {
    await next();
    if (health.isStopping()) c.header('Connection', 'close');
  });
  const alive = (c: Context) => c.json({ status: 'ok' });
  app.get('/livez', alive);
  app.get('/healthz', alive);
  app.get('/readyz', async (c) => {
    const failing = await health.failing();
    c.header('Cache-Control', 'no-store');
    return failing.length === 0 ? c.json({ status: 'ready' }) : c.json({ status: 'not_ready', failing }, 503);
  });
}
