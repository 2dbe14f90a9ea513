import type { Duplex } from 'node:stream';
import type { PGlite, Transaction } from '@electric-sql/pglite';
import pg from 'pg';
import type { Store } from '#server/kernel/db.ts';

/** One transaction in which rows are copied out or in by the thousand. */
export type Session = {
  rows<T>(sql: string): Promise<T[]>;
  run(sql: string): Promise<void>;
  /** The output of `copy … to stdout`, in pieces of any size. */
  copyOut(select: string): AsyncIterable<Uint8Array>;
  /** `target`: a table and its columns. */
  copyIn(target: string, chunks: AsyncIterable<Uint8Array>): Promise<void>;
};

// Settings that affect a value's text form, so that one row has one text everywhere.
const SETTINGS = `set local timezone = 'UTC'; set local datestyle = 'ISO, MDY'; set local intervalstyle = 'postgres';
  set local extra_float_digits = 1; set local bytea_output = 'hex'; set local lock_timeout = 0; set local statement_timeout = 0`;

/**
 * Everything `work` reads is of one moment, while others go on writing (on the embedded database they wait). Where rows
 * would be hidden from this login it fails, instead of leaving them out.
 */
export const inSnapshot = <T>(store: Store, work: (session: Session) => Promise<T>): Promise<T> =>
  within(store, 'isolation level repeatable read, read only', 'set local row_security = off', work);

/** All of `work` is written, or nothing. */
export const inOneWrite = <T>(store: Store, work: (session: Session) => Promise<T>): Promise<T> =>
  within(store, 'isolation level read committed', 'set local synchronous_commit = on', work);

async function within<T>(
  store: Store,
  mode: string,
  more: string,
  work: (session: Session) => Promise<T>,
): Promise<T> {
  const begin = [`set transaction ${mode}`, SETTINGS, more].join('; ');
  if (store.pglite) return onEmbedded(store.pglite, begin, work);
  const client = new pg.Client({ connectionString: store.connectionString ?? '' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(`begin; ${begin}`);
    const result = await work(serverSession(client));
    await client.query('commit');
    return result;
  } finally {
    await client.end();
  }
}

const onEmbedded = <T>(pglite: PGlite, begin: string, work: (session: Session) => Promise<T>): Promise<T> =>
  pglite.transaction(async (tx) => {
    await tx.exec(begin);
    return work(embeddedSession(tx));
  });

const embeddedSession = (tx: Transaction): Session => ({
  rows: async <T>(sql: string) => (await tx.query<T>(sql)).rows,
  run: async (sql) => void (await tx.exec(sql)),
  copyOut: async function* (select) {
    const { blob } = await tx.query(`copy (${select}) to '/dev/blob'`);
    if (blob) for await (const chunk of blob.stream()) yield chunk;
  },
  copyIn: async (target, chunks) => {
    for await (const chunk of chunks)
      await tx.query(`copy ${target} from '/dev/blob'`, [], { blob: new Blob([Buffer.from(chunk)]) });
  },
});

const serverSession = (client: pg.Client): Session => ({
  rows: async <T>(sql: string) => (await client.query(sql)).rows as T[],
  run: async (sql) => void (await client.query(sql)),
  copyOut: (select) => copyFromServer(client, select),
  copyIn: (target, chunks) => copyToServer(client, target, chunks),
});

// pg speaks COPY's messages but has no call for it; these are the parts of its connection that do.
type Wire = pg.Connection & {
  sendCopyFromChunk(chunk: Uint8Array): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};
type Handlers = {
  copyData?: (chunk: Buffer, wire: Wire) => void;
  copyIn?: (wire: Wire) => void;
  done: () => void;
  failed: (error: Error) => void;
};

function copying(text: string, { copyData, copyIn, done, failed }: Handlers): pg.Submittable {
  let error: Error | null = null;
  const query = {
    submit: (wire: pg.Connection) => wire.query(text),
    handleCopyData: ({ chunk }: { chunk: Buffer }, wire: Wire) => copyData?.(chunk, wire),
    handleCopyInResponse: (wire: Wire) => copyIn?.(wire),
    handleCommandComplete: () => {},
    handleError: (problem: Error) => {
      error = problem;
      // A connection that is gone will not become ready any more.
      if (!('severity' in problem)) failed(problem);
    },
    handleReadyForQuery: () => (error ? failed(error) : done()),
    callback: () => {},
  };
  return query;
}

const HELD_CHUNKS = 5_000;

async function* copyFromServer(client: pg.Client, select: string): AsyncGenerator<Uint8Array> {
  let held: Buffer[] = [];
  let state: 'open' | 'done' | Error = 'open';
  let wire: Wire | null = null;
  let wake = () => {};
  const transition = (next: typeof state) => {
    state = next;
    wake();
  };
  client.query(
    copying(`copy (${select}) to stdout`, {
      copyData: (chunk, from) => {
        held.push(Buffer.from(chunk));
        wire = from;
        if (held.length > HELD_CHUNKS) from.stream.pause();
        wake();
      },
      done: () => transition('done'),
      failed: transition,
    }),
  );
  for (;;) {
    if (held.length === 0 && state === 'open')
      await new Promise<void>((next) => {
        wake = next;
      });
    const buffered = held;
    held = [];
    (wire as Wire | null)?.stream.resume();
    if (buffered.length > 0) yield Buffer.concat(buffered);
    else if (state !== 'open') break;
  }
  if (state !== 'done') throw state;
}

function copyToServer(client: pg.Client, target: string, chunks: AsyncIterable<Uint8Array>): Promise<void> {
  return new Promise((done, failed) => {
    const feed = async (wire: Wire): Promise<void> => {
      for await (const chunk of chunks) {
        wire.sendCopyFromChunk(chunk);
        if (wire.stream.writableNeedDrain) await drained(wire.stream);
      }
      wire.endCopyFrom();
    };
    client.query(
      copying(`copy ${target} from stdin`, {
        copyIn: (wire) => void feed(wire).catch((error: Error) => wire.sendCopyFail(error.message)),
        done,
        failed,
      }),
    );
  });
}

// Or disconnected: the next write reports it.
const drained = (stream: Duplex): Promise<void> =>
  new Promise((next) => {
    const go = () => {
      stream.off('drain', go).off('close', go);
      next();
    };
    stream.on('drain', go).on('close', go);
  });
