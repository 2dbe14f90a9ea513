import type { Writable } from 'node:stream';
import type { PostgresPool, PostgresPoolClient } from 'kysely';
import type pg from 'pg';
import { hasCode } from './errors.ts';

// A connection keeps the plan of every named statement: enough for the frequent ones, and a cap.
const MAX_NAMED = 400;
const MAX_SEEN_ONCE = 2_000;

/** A text's name on every connection; none until it is used a second time. */
type Names = { of(text: string): string | undefined; renew(text: string): void };

/**
 * Names for the statements that come again, so that the server parses and plans each once for a connection and not for
 * every call. What differs each time (a list of many values, say) is not worth keeping and has no name.
 */
export function statementNames(): Names {
  const named = new Map<string, string>();
  const seenOnce = new Set<string>();
  let count = 0;
  const name = (text: string) => {
    const statementName = `s${++count}`;
    named.set(text, statementName);
    return statementName;
  };
  return {
    of(text) {
      const known = named.get(text);
      if (known || named.size >= MAX_NAMED) return known;
      if (seenOnce.delete(text)) return name(text);
      if (seenOnce.size >= MAX_SEEN_ONCE) seenOnce.clear();
      seenOnce.add(text);
      return undefined;
    },
    renew: (text) => void name(text),
  };
}

/**
 * Whether a statement was refused because a table has other columns than when it was planned: a newer version
 * has migrated the database. Nothing has happened, and a retry plans it anew.
 */
export const wasPlannedBefore = (error: unknown): boolean =>
  hasCode(error, '0A000') && String((error as { message?: unknown }).message).includes('cached plan');

// A pooler hands the next transaction to another session, which does not know the names of this one.
export const NO_NAMES: Names = { of: () => undefined, renew: () => {} };

/** The same pool, whose connections name repeated statements, or none. */
export function namingPool(pool: pg.Pool, names: Names = statementNames()): PostgresPool {
  const covers = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  const coverOf = (client: pg.PoolClient): PostgresPoolClient => {
    const cover = covers.get(client) ?? naming(client, names);
    covers.set(client, cover);
    return cover;
  };
  return {
    connect: async () => coverOf(await pool.connect()),
    end: () => pool.end(),
    options: pool.options,
  };
}

function naming(client: pg.PoolClient, names: Names): PostgresPoolClient {
  const gather = gatheringWrites(client);
  const run = (text: string, values: unknown[]) => {
    gather();
    return client.query({ name: names.of(text), text, values });
  };
  let abortedBy: unknown;
  const query = async (text: string, parameters: readonly unknown[] = []) => {
    const values = [...parameters];
    // Begin, commit and the like.
    if (values.length === 0) {
      if (text.startsWith('begin')) abortedBy = undefined;
      gather();
      return client.query(text);
    }
    try {
      return await run(text, values);
    } catch (error) {
      // Those sent beside the one that failed are refused for that alone, and may be waited for first.
      if (hasCode(error, '25P02')) throw abortedBy ?? error;
      abortedBy = error;
      if (!wasPlannedBefore(error)) throw error;
      names.renew(text);
      if (client.getTransactionStatus() !== 'I') throw error;
      return run(text, values);
    }
  };
  // Cursors, the other feature of a Kysely connection, are not used anywhere.
  return {
    query: query as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

type Socket = Pick<Writable, 'cork' | 'uncork'>;

/** Has what a connection is sent before the next turn go out in one write: each write wakes the server. */
function gatheringWrites(client: pg.PoolClient): () => void {
  let isGathering = false;
  return () => {
    if (isGathering) return;
    isGathering = true;
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    stream.cork();
    process.nextTick(() => {
      isGathering = false;
      stream.uncork();
    });
  };
}
