import { type DatabaseConnection, Kysely, type KyselyProps, type QueryExecutor, Transaction } from 'kysely';

// A handle made of an executor alone: nothing else is asked of it.
const propsOf = (executor: QueryExecutor): KyselyProps =>
  ({ executor, config: {}, driver: {}, dialect: {} }) as KyselyProps;

/**
 * Runs `work` with a handle of one connection, whose statements are sent without waiting for the answers to those before; Kysely's
 * own would send one at a time. Once `work` has ended the handle refuses, so that what was left running by a failure
 * beside it cannot write after the rollback, nor on a connection another has by then.
 */
export async function onOneConnection<DB, T>(
  handle: Kysely<DB>,
  work: (handle: Kysely<DB>) => Promise<T>,
): Promise<T> {
  const executor = handle.getExecutor();
  return executor.provideConnection((connection) =>
    whileOpen(executor, connection, (open) => work(new Kysely<DB>(propsOf(open)))),
  );
}

/** The same for the connection of an open transaction. */
export async function pipelined<DB, T>(
  trx: Transaction<DB>,
  work: (trx: Transaction<DB>) => Promise<T>,
): Promise<T> {
  const executor = trx.getExecutor();
  // Its connection can be had only on loan, and during a loan it neither commits nor rolls back.
  let connection: DatabaseConnection | undefined;
  await executor.provideConnection(async (lent) => void (connection = lent));
  return whileOpen(executor, connection as DatabaseConnection, (open) =>
    work(new Transaction<DB>(propsOf(open))),
  );
}

async function whileOpen<T>(
  executor: QueryExecutor,
  connection: DatabaseConnection,
  work: (executor: QueryExecutor) => Promise<T>,
): Promise<T> {
  let isOpen = true;
  const provideConnection = <R>(consumer: (connection: DatabaseConnection) => Promise<R>): Promise<R> => {
    if (!isOpen) return Promise.reject(new Error('This handle has ended'));
    return consumer(connection);
  };
  try {
    return await work(executor.withConnectionProvider({ provideConnection }));
  } finally {
    isOpen = false;
  }
}
