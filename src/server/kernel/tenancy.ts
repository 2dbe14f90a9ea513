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

// Both are of the session and set before a transaction begins, so that no rollback brings back what was before.
const asBusiness = (businessId: string) =>
  CompiledQuery.raw(
    `select set_config('role', 'duewell_tenant', false), set_config('duewell.business_id', $1, false)`,
    [businessId],
  );

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

/** A connection of the pool while a handle has it, and its preparation for that handle's tenant. */
type Lent = { connection: DatabaseConnection; prepared: Promise<void> };

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
      const lent = { connection, prepared: prepare(connection) };
      const cover = coverOf(lent);
      covered.set(cover, lent);
      return cover;
    },
    beginTransaction: async (cover, settings) => {
      const { connection, prepared } = under(cover);
      const begun = shared.beginTransaction(connection, settings);
      try {
        await prepared;
      } catch (error) {
        await begun.then(() => shared.rollbackTransaction(connection));
        throw error;
      }
      await begun;
    },
    commitTransaction: (cover) => shared.commitTransaction(under(cover).connection),
    rollbackTransaction: (cover) => shared.rollbackTransaction(under(cover).connection),
    releaseConnection: async (cover) => {
      const { connection, prepared } = under(cover);
      await prepared.catch(() => undefined);
      await shared.releaseConnection(connection);
    },
    destroy: () => shared.destroy(),
  };
}

// The first statement is sent right behind the preparation, in the same round trip. Should that fail, which takes a
// server that ends, what the statement gave reaches nobody.
const coverOf = ({ connection, prepared }: Lent): DatabaseConnection => ({
  executeQuery: async <R>(query: CompiledQuery, options?: AbortableOperationOptions) => {
    const [result] = await Promise.all([connection.executeQuery<R>(query, options), prepared]);
    return result;
  },
  streamQuery: (query, size, options) => connection.streamQuery(query, size, options),
});

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
  text: `select set_config('role', 'duewell_tenant', true), set_config('duewell.business_id', $1, true)`,
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
