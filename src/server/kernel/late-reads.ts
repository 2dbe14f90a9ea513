import { sql } from 'kysely';
import type { Db, Store } from './db.ts';
import { within } from './within.ts';

/** Reads that may be a moment old, and how old in seconds. None that money is decided or moved by is here. */
const MOST_SECONDS = { report: 10, export: 30 } as const;

export type LateRead = keyof typeof MOST_SECONDS;

/** Sends reads that may be a moment old to a replica. */
export type LateReads = {
  /**
   * Runs such a read of one business on the replica; on the primary where there is no replica, it is too far behind or down, or
   * the read fails there.
   */
  run<T>(kind: LateRead, businessId: string, read: (db: Db) => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const ASKED_EVERY_MS = 1_000;
const PATIENCE_MS = 1_000;
const KEPT_MS = Math.max(...Object.values(MOST_SECONDS)) * 1_000;

type Replica = Pick<Store, 'db' | 'forBusiness' | 'close'>;

/** `replica` is null where there is none. */
export function createLateReads(primary: Replica, replica: Replica | null): LateReads {
  if (!replica)
    return { run: (_, businessId, read) => read(primary.forBusiness(businessId)), close: async () => {} };
  const lag = lagOf(primary.db, replica.db);
  return {
    close: () => replica.close(),
    run: async (kind, businessId, read) => {
      const onPrimary = () => read(primary.forBusiness(businessId));
      if ((await lag()) > MOST_SECONDS[kind]) return onPrimary();
      // Besides a replica that went away, one that cannot keep a long read's rows any longer ends it.
      return read(replica.forBusiness(businessId)).catch(onPrimary);
    },
  };
}

/**
 * Seconds a replica is behind, asked at most once a second: the age of the newest position of the primary's log that it has
 * played. So one that lost its primary, or follows another, is behind too, and one with nothing to play is not.
 */
function lagOf(primary: Db, replica: Db): () => Promise<number> {
  const positions: { at: number; position: string }[] = [];
  const ask = async (): Promise<number> => {
    const at = performance.now();
    const { rows } = await sql<{ position: string }>`select pg_current_wal_lsn()::text as position`.execute(
      primary,
    );
    positions.push({ at, position: rows[0]?.position ?? '' });
    while ((positions[0]?.at ?? at) < at - KEPT_MS) positions.shift();
    const played = await sql<{ n: number }>`select count(*)::integer as n
      from unnest(${positions.map(({ position }) => position)}::pg_lsn[]) as position
      where position <= pg_last_wal_replay_lsn() and pg_is_in_recovery()`.execute(replica);
    const newest = positions[(played.rows[0]?.n ?? 0) - 1];
    return newest ? (at - newest.at) / 1000 : Number.POSITIVE_INFINITY;
  };
  let asked = { at: Number.NEGATIVE_INFINITY, lag: Promise.resolve(Number.POSITIVE_INFINITY) };
  return async () => {
    const now = performance.now();
    if (now - asked.at > ASKED_EVERY_MS)
      asked = { at: now, lag: within(PATIENCE_MS, ask(), Number.POSITIVE_INFINITY) };
    const { at, lag } = asked;
    return (await lag) + (now - at) / 1000;
  };
}
