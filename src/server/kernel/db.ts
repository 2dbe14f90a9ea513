import { createHash } from 'node:crypto';
import { mkdirSync, realpathSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { PGlite } from '@electric-sql/pglite';
import { btree_gin } from '@electric-sql/pglite/contrib/btree_gin';
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm';
import { Kysely, sql, type Transaction } from 'kysely';
import pg from 'pg';
import { ConfigError } from '#server/config/startup-errors.ts';
import { embeddedStatements } from '#server/database/embedded-statements.ts';
import { hasCode } from '#server/database/errors.ts';
import { NO_NAMES, namingPool, wasPlannedBefore } from '#server/database/statements.ts';
import { inSpan, queryEnded } from '#server/observability/spans.ts';
import { onOneConnection, pipelined } from './one-connection.ts';
import { dialectsOn, embeddedDialectsOn, pooledDialectsOn } from './tenancy.ts';

/**
 * The rows of every table. Empty here: each `table.ts` adds its own by declaration merging, so that no file has to name all
 * modules and none is imported from below.
 */
export interface Database {}

/** Reads anywhere; inside a transaction only the transaction's own handle may be used. */
export type Db = Kysely<Database>;

declare const openBrand: unique symbol;

/** A handle inside an open transaction; only `transact` makes one. */
export type Tx = Transaction<Database> & { readonly [openBrand]: true };

/** An open database of either kind, with what is not SQL about it. */
export type Store = {
  kind: 'embedded' | 'server';
  /** For the service's own work: sees every business. */
  db: Db;
  /** A handle for the work of one business: the database neither shows nor accepts another's rows. */
  forBusiness(businessId: string): Db;
  /** Connection of the job queue, and of all else that needs a session of its own: never a pooler's. */
  pglite: PGlite | null;
  connectionString: string | null;
  /**
   * Listens for NOTIFY on a channel until the returned function is called. `missed` is called after a
   * reconnect: notifications in between were lost.
   */
  listen(
    channel: string,
    onNotify: (payload: string) => void,
    missed?: () => void,
  ): Promise<() => Promise<void>>;
  /** Vacuums tables and refreshes the planner's statistics where the database does not do so itself. */
  maintain(): Promise<void>;
  /** Connections at work, requests that wait for one, and how many there may be; null where there is no pool. */
  pool(): { inUse: number; waiting: number; max: number } | null;
  close(): Promise<void>;
};

/** The embedded database's folder belongs to another process. */
export class FolderInUse extends ConfigError {}

const OID = { int8: 20, date: 1082 };
const CONNECT_TIMEOUT_MS = 10_000;
const RECONNECT_MS = 1_000;
const ALIVE_EVERY_MS = 15_000;

/** Timeouts of statements and of idle transactions: a forgotten transaction would hold its locks for ever. */
export const SERVICE_LIMITS = { statement_timeout: 60_000, idle_in_transaction_session_timeout: 60_000 };

/**
 * Opens PostgreSQL at an address. A pool of at most `max` connections, to `poolerUrl` where a pooler in transaction mode stands
 * before the server; `limits` in milliseconds, none unless given.
 */
export function openServer(
  connectionString: string,
  max: number,
  limits: Partial<typeof SERVICE_LIMITS> = {},
  poolerUrl: string | null = null,
): Store {
  const pool = poolOf(poolerUrl ?? connectionString, max, limits);
  const dialectFor = poolerUrl ? pooledDialectsOn(namingPool(pool, NO_NAMES)) : dialectsOn(namingPool(pool));
  const db = new Kysely<Database>({ dialect: dialectFor(null), log: queryEnded });
  return {
    kind: 'server',
    db,
    forBusiness: (businessId) => new Kysely<Database>({ dialect: dialectFor(businessId), log: queryEnded }),
    pglite: null,
    connectionString,
    listen: (channel, onNotify, missed) => listenOnServer(connectionString, channel, { onNotify, missed }),
    maintain: async () => {},
    pool: () => ({ inUse: pool.totalCount - pool.idleCount, waiting: pool.waitingCount, max }),
    close: () => db.destroy(),
  };
}

function poolOf(connectionString: string, max: number, limits: Partial<typeof SERVICE_LIMITS>): pg.Pool {
  pg.types.setTypeParser(OID.int8, Number);
  pg.types.setTypeParser(OID.date, (text) => text);
  const pool = new pg.Pool({
    connectionString,
    max,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    // Statements are sent without waiting for the answers to those before.
    pipeline: true,
    ...limits,
  });
  // An idle client whose backend dies emits here; without a listener the process would end.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

// Memory of this very process; the operating system keeps the pages of files beside it.
const EMBEDDED_BUFFERS = '64MB';

/** Opens the embedded database in a folder, which only one process may hold; without a folder, in memory. */
export async function openEmbedded(folder: string | null, from?: Blob): Promise<Store> {
  const lock = folder === null ? null : await lockFolder(folder);
  const path = folder === null ? 'memory://' : join(folder, 'database');
  const pglite = await PGlite.create(path, {
    extensions: { btree_gin, pg_trgm },
    startParams: [...PGlite.defaultStartParams, '-c', `shared_buffers=${EMBEDDED_BUFFERS}`],
    parsers: { [OID.int8]: Number, [OID.date]: (text: string) => text },
    ...(from ? { loadDataDir: from } : {}),
  });
  const dialectFor = embeddedDialectsOn(embeddedStatements(pglite));
  const db = new Kysely<Database>({ dialect: dialectFor(null), log: queryEnded });
  return {
    kind: 'embedded',
    db,
    forBusiness: (businessId) => new Kysely<Database>({ dialect: dialectFor(businessId), log: queryEnded }),
    pglite,
    connectionString: null,
    listen: async (channel, onNotify) => pglite.listen(channel, onNotify),
    maintain: async () => void (await pglite.query('vacuum analyze')),
    pool: () => null,
    close: async () => {
      await pglite.close();
      lock?.close();
    },
  };
}

/**
 * Runs reads that do not need each other's answers over one connection. PostgreSQL gets them in one round trip, the
 * embedded database in one transaction.
 */
export const together = <T>(db: Db | Tx, reads: (db: Db) => Promise<T>): Promise<T> =>
  db.isTransaction ? reads(db) : onOneConnection(db, reads);

const MOST_TRIES = 4;

/**
 * Runs `work` in one transaction, whose statements may be sent side by side: all of it happens, or none. Where the server ended
 * it because it waited for another in a circle, or a migration has changed what it had planned, nothing has happened and it
 * is run again; so `work` may touch nothing but the transaction.
 */
export async function transactOn<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await inSpan('transaction', {}, () => transactOnce(db, work));
    } catch (error) {
      if (tries === MOST_TRIES || !(wasDeadlock(error) || wasPlannedBefore(error))) throw error;
    }
  }
}

/** The writes of a transaction whose answers nobody has waited for yet. */
const sentAlong = new WeakMap<Tx, Promise<unknown>[]>();

async function transactOnce<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  const sent: Promise<unknown>[] = [];
  const noting = (tx: Tx): Promise<T> => {
    sentAlong.set(tx, sent);
    return work(tx);
  };
  try {
    const result = await db.transaction().execute((trx) => pipelined(trx, (open) => noting(open as Tx)));
    await Promise.all(sent);
    return result;
  } catch (error) {
    throw (await causeAmong(sent)) ?? error;
  }
}

// Once a statement has failed, the rest of its transaction and the commit are refused for that alone.
async function causeAmong(sent: Promise<unknown>[]): Promise<unknown> {
  for (const answer of await Promise.allSettled(sent))
    if (answer.status === 'rejected' && !hasCode(answer.reason, '25P02')) return answer.reason;
  return undefined;
}

/**
 * Sends a write of a transaction and does not wait for its answer, which its work has no use for: the commit goes right behind
 * it, and where the write fails there is none. `statement` sends when it is called, not later. `told` makes an error of the
 * database what the caller is told.
 */
export async function sendAlong(
  tx: Tx,
  statement: () => Promise<unknown>,
  told: (error: unknown) => unknown = (error) => error,
): Promise<void> {
  const answer = statement().catch((error: unknown) => {
    throw told(error);
  });
  const sent = sentAlong.get(tx);
  if (!sent) return void (await answer);
  answer.catch(() => undefined);
  sent.push(answer);
}

const wasDeadlock = (error: unknown): boolean => hasCode(error, '40P01');

/** Whether an error is the violation of a named constraint, on either kind of database. */
export function violates(error: unknown, constraint: string): boolean {
  const failure = error as { code?: string; constraint?: string; message?: string };
  if (typeof failure?.code !== 'string' || !failure.code.startsWith('23')) return false;
  return failure.constraint === constraint || (failure.message ?? '').includes(`"${constraint}"`);
}

// Settings that could lose acknowledged data through a power cut, a broken disk or a replica.
const needed: Record<string, readonly string[]> = {
  fsync: ['on'],
  full_page_writes: ['on'],
  synchronous_commit: ['on', 'remote_apply'],
  data_sync_retry: ['off'],
  zero_damaged_pages: ['off'],
  transaction_read_only: ['off'],
};

/** Refuses a server whose settings could lose acknowledged money; names every one of them. */
export async function refuseUnsafeServer(db: Db): Promise<void> {
  const wrong: string[] = [];
  for (const [setting, safe] of Object.entries(needed)) {
    const { rows } = await sql<{ value: string }>`select current_setting(${setting}) as value`.execute(db);
    const value = rows[0]?.value ?? 'unknown';
    if (!safe.includes(value)) wrong.push(`${setting} = ${value} (needed: ${safe[0]})`);
  }
  if (wrong.length > 0)
    throw new ConfigError(`PostgreSQL has settings that real money cannot be kept with: ${wrong.join(', ')}`);
}

// The embedded database has no lock of its own, and two processes on one folder destroy it. An abstract
// socket is released by the kernel however the process ends.
async function lockFolder(folder: string): Promise<Server> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const name = createHash('sha256').update(realpathSync(folder)).digest('hex').slice(0, 32);
  const address =
    process.platform === 'linux'
      ? `\0duewell-${name}`
      : process.platform === 'win32'
        ? `\\\\.\\pipe\\duewell-${name}`
        : join(folder, 'lock.sock');
  const server = createServer();
  await new Promise<void>((resolve, refuse) => {
    server.once('error', () =>
      refuse(
        new FolderInUse(
          `Another process is using the data folder ${folder}. Stop it first, or set DATA_DIR to another folder.`,
        ),
      ),
    );
    server.listen(address, resolve);
  });
  server.unref();
  return server;
}

type Ear = { onNotify: (payload: string) => void; missed: (() => void) | undefined };

async function listenOnServer(connectionString: string, channel: string, { onNotify, missed }: Ear) {
  let stopped = false;
  let before = false;
  let client: pg.Client | null = null;
  let stopAsking = (): void => {};
  const connect = async (): Promise<void> => {
    const next = new pg.Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
    });
    next.on('error', () => undefined);
    next.on('end', () => {
      if (!stopped) setTimeout(() => void connect().catch(() => undefined), RECONNECT_MS).unref();
    });
    next.on('notification', (message) => onNotify(message.payload ?? ''));
    try {
      await next.connect();
      await next.query(`listen "${channel}"`);
    } catch (error) {
      // A standby takes the connection and refuses to listen: only the end of it makes the next try.
      void next.end();
      throw error;
    }
    client = next;
    stopAsking();
    stopAsking = askWhether(next);
    if (before) missed?.();
    before = true;
  };
  await connect();
  return async () => {
    stopped = true;
    stopAsking();
    await client?.end();
  };
}

/** Asks a listening connection now and then: a server lost with its machine says no goodbye. */
function askWhether(client: pg.Client): () => void {
  const timer = setInterval(
    () => void client.query('select 1').catch(() => client.connection.stream.destroy()),
    ALIVE_EVERY_MS,
  ).unref();
  client.once('end', () => clearInterval(timer));
  return () => clearInterval(timer);
}
