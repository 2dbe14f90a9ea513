import {
  type AbortableOperationOptions,
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  type Kysely,
  PGliteAdapter,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  type PostgresPool,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { ConfigError } from '#server/config/startup-errors.ts';
import type {
  EmbeddedStatements,
  EmbeddedTransaction,
  Statement,
} from '#server/database/embedded-statements.ts';

/** Whose work a handle does: a business's by its id, or (null) the service's own. */
type TenantId = string | null;

const AS_SYSTEM = CompiledQuery.raw('reset role; reset duewell.business_id');

const asBusinessUntil = (end: 'transaction' | 'session') => {
  const isLocal = end === 'transaction';
  const text = `select set_config('role', 'duewell_tenant', ${isLocal}), set_config('duewell.business_id', $1, ${isLocal})`;
  return (businessId: string) => CompiledQuery.raw(text, [businessId]);
};
// Both are of the session and set before a transaction begins, so that no rollback brings back what was before.
const asBusiness = asBusinessUntil('session');
const inTransactionAsBusiness = asBusinessUntil('transaction');

const dialectOver = (driver: () => Driver, adapter: Dialect['createAdapter']): Dialect => ({
  createAdapter: adapter,
  createDriver: driver,
  createIntrospector: (db) => new PostgresIntrospector(db),
  createQueryCompiler: () => new PostgresQueryCompiler(),
});

/**
 * Dialects over one pool, one for each business and one (null) for the service. A connection is prepared when
 * it last served another tenant; its state is forgotten before it is changed, so one that failed halfway is
 * prepared anew.
 */
export function dialectsOn(pool: PostgresPool): (tenantId: TenantId) => Dialect {
  const preparedFor = new WeakMap<DatabaseConnection, TenantId>();
  const shared: Driver = new PostgresDriver({
    pool,
    onCreateConnection: async (connection) => void preparedFor.set(connection, null),
  });
  const ready = shared.init();
  const prepare = async (connection: DatabaseConnection, tenantId: TenantId): Promise<void> => {
    if (preparedFor.get(connection) === tenantId) return;
    preparedFor.delete(connection);
    await connection.executeQuery(tenantId === null ? AS_SYSTEM : asBusiness(tenantId));
    preparedFor.set(connection, tenantId);
  };
  return (tenantId) =>
    dialectOver(
      () => lending(shared, ready, (connection) => prepare(connection, tenantId)),
      () => new PostgresAdapter(),
    );
}

/**
 * A connection of the pool while a handle has it. `prepared`: for that handle's tenant, and with its transaction begun; `opens` while
 * the `begin` is not answered; `waits` once a statement has to wait for that.
 */
type Lent = { connection: DatabaseConnection; prepared: Promise<unknown>; opens: boolean; waits: boolean };

// Kysely hangs its log on the connections of a driver: each handle lends them out under a cover of its own.
function lending(
  shared: Driver,
  ready: Promise<void>,
  prepare: (connection: DatabaseConnection) => Promise<void>,
): Driver {
  const covered = new WeakMap<DatabaseConnection, Lent>();
  const under = (cover: DatabaseConnection) => covered.get(cover) as Lent;
  return {
    init: () => ready,
    acquireConnection: async () => {
      const connection = await shared.acquireConnection();
      const lent = { connection, prepared: prepare(connection), opens: false, waits: false };
      const cover = coverOf(lent);
      covered.set(cover, lent);
      return cover;
    },
    beginTransaction: async (cover, settings) => {
      const lent = under(cover);
      lent.opens = true;
      lent.prepared = Promise.all([lent.prepared, shared.beginTransaction(lent.connection, settings)]);
      const answered = () => {
        lent.opens = false;
      };
      lent.prepared.then(answered, answered);
    },
    commitTransaction: async (cover) => {
      const { connection, prepared } = under(cover);
      await prepared;
      await shared.commitTransaction(connection);
    },
    rollbackTransaction: async (cover) => {
      const { connection, prepared } = under(cover);
      // A write that waits goes before it, to be undone.
      await prepared.catch(() => undefined);
      await shared.rollbackTransaction(connection);
    },
    releaseConnection: async (cover) => {
      const { connection, prepared } = under(cover);
      await prepared.catch(() => undefined);
      await shared.releaseConnection(connection);
    },
    destroy: () => shared.destroy(),
  };
}

const READ = /^\s*select\b/i;

// The first statement is sent right behind the preparation and the `begin`, in the same round trip. Should those fail, which takes
// a server that ends, what the statement gave reaches nobody; a write, which would stand alone without its `begin`, waits for it.
const coverOf = (lent: Lent): DatabaseConnection => ({
  executeQuery: async <R>(query: CompiledQuery, options?: AbortableOperationOptions) => {
    lent.waits ||= lent.opens && !READ.test(query.sql);
    if (lent.waits) await lent.prepared;
    const { connection, prepared } = lent;
    const [result] = await Promise.all([connection.executeQuery<R>(query, options), prepared]);
    return result;
  },
  streamQuery: (query, size, options) => lent.connection.streamQuery(query, size, options),
});

const BEGIN = CompiledQuery.raw('begin');
const COMMIT = CompiledQuery.raw('commit');

/**
 * Dialects over a pool of connections to a pooler, behind which each transaction may meet another session of the server: role
 * and business are those of a transaction, and a statement beside one gets a transaction of its own. All of it goes in
 * one round trip.
 */
export function pooledDialectsOn(pool: PostgresPool): (tenantId: TenantId) => Dialect {
  const shared: Driver = new PostgresDriver({ pool });
  const ready = shared.init();
  return (tenantId) =>
    dialectOver(
      () => byTransaction(shared, ready, tenantId === null ? null : inTransactionAsBusiness(tenantId)),
      () => new PostgresAdapter(),
    );
}

type Pooled = DatabaseConnection & { behind: DatabaseConnection; isOpen: boolean };

function byTransaction(shared: Driver, ready: Promise<void>, preparation: CompiledQuery | null): Driver {
  const end = (cover: DatabaseConnection): DatabaseConnection => {
    (cover as Pooled).isOpen = false;
    return (cover as Pooled).behind;
  };
  return {
    init: () => ready,
    acquireConnection: async () => pooledOn(await shared.acquireConnection(), preparation),
    beginTransaction: async (cover, settings) => {
      const { behind } = cover as Pooled;
      (cover as Pooled).isOpen = true;
      const begun = shared.beginTransaction(behind, settings);
      await allOf([begun, ...(preparation ? [behind.executeQuery(preparation)] : [])]).catch(
        async (error: unknown) => {
          await shared.rollbackTransaction(end(cover)).catch(() => undefined);
          throw error;
        },
      );
    },
    commitTransaction: (cover) => shared.commitTransaction(end(cover)),
    rollbackTransaction: (cover) => shared.rollbackTransaction(end(cover)),
    releaseConnection: (cover) => shared.releaseConnection((cover as Pooled).behind),
    destroy: () => shared.destroy(),
  };
}

const pooledOn = (behind: DatabaseConnection, preparation: CompiledQuery | null): Pooled => ({
  behind,
  isOpen: false,
  async executeQuery<R>(query: CompiledQuery, options?: AbortableOperationOptions) {
    if (this.isOpen || !preparation) return behind.executeQuery<R>(query, options);
    // Once one fails the server refuses the rest, and the commit undoes what there was.
    const [, , result] = await allOf([
      behind.executeQuery(BEGIN),
      behind.executeQuery(preparation),
      behind.executeQuery<R>(query, options),
      behind.executeQuery(COMMIT),
    ]);
    return result;
  },
  streamQuery: () => {
    throw new Error('Nothing is streamed through a pooler');
  },
});

/** As `Promise.all`, but not before the last answer: the connection is another's afterwards. */
async function allOf<const T extends readonly Promise<unknown>[]>(
  answers: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(answers);
  return Promise.all(answers) as Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }>;
}

/**
 * Dialects on the embedded database, one for each business and one (null) for the service. Its one connection is also the
 * queue's, so role and business are those of a transaction: a statement beside one has them set in the same step.
 */
export const embeddedDialectsOn =
  (statements: EmbeddedStatements) =>
  (tenantId: TenantId): Dialect =>
    dialectOver(
      () => embeddedDriver(statements, tenantId === null ? [] : [inTransactionOf(tenantId)]),
      () => new PGliteAdapter(),
    );

const inTransactionOf = (businessId: string): Statement => ({
  name: 'as_business',
  text: inTransactionAsBusiness(businessId).sql,
  values: [businessId],
});

/** A connection of one handle; it has a transaction while one is open. */
type EmbeddedConnection = DatabaseConnection & { open: EmbeddedTransaction | null };

function embeddedDriver(statements: EmbeddedStatements, preparation: Statement[]): Driver {
  const end = async (connection: DatabaseConnection, how: 'commit' | 'rollback') => {
    const { open } = connection as EmbeddedConnection;
    (connection as EmbeddedConnection).open = null;
    await open?.[how]();
  };
  return {
    init: async () => {},
    acquireConnection: async () => connectionOn(statements, preparation),
    beginTransaction: async (connection) => {
      (connection as EmbeddedConnection).open = await statements.begin(preparation);
    },
    commitTransaction: (connection) => end(connection, 'commit'),
    rollbackTransaction: (connection) => end(connection, 'rollback'),
    releaseConnection: async () => {},
    destroy: async () => {},
  };
}

const connectionOn = (statements: EmbeddedStatements, preparation: Statement[]): EmbeddedConnection => ({
  open: null,
  async executeQuery<R>({ sql: text, parameters: values }: CompiledQuery) {
    const { rows, affectedRows } = this.open
      ? await this.open.run({ text, values })
      : await statements.run([...preparation, { text, values }]);
    return { rows: rows as R[], numAffectedRows: BigInt(affectedRows) };
  },
  streamQuery: () => {
    throw new Error('The embedded database does not stream');
  },
});

/** Refuses a login bound by the row policies: without owning the tables the service would see no rows. */
export async function refuseBoundLogin<DB>(db: Kysely<DB>): Promise<void> {
  const { rows } = await sql<{
    bound: boolean | null;
  }>`select row_security_active(to_regclass('public.invoices')) as bound`.execute(db);
  if (rows[0]?.bound)
    throw new ConfigError(
      'The database login does not own the tables, so it would see no rows (docs/operations.md)',
    );
}
