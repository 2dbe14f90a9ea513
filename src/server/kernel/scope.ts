import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { LiveEvent } from '#contract/live.ts';
import { type CalendarDate, dateIn } from '#core/dates.ts';
import { AppError } from '#core/errors.ts';
import type { Currency } from '#core/money.ts';
import type { Config } from '#server/config/config.ts';
import { hasCode } from '#server/database/errors.ts';
import { type Database, type Db, sendAlong, transactOn, type Tx } from './db.ts';
import { type RowOf, withInserts } from './insert-rows.ts';
import type { LateReads } from './late-reads.ts';
import type { LiveHub } from './live.ts';
import type {
  DocumentReader,
  FileStore,
  Geography,
  LanguageModel,
  PaymentProviders,
  PictureDrawer,
  SignInProvider,
} from './ports/index.ts';
import type { Mailer, Pusher, WhatsApp } from './ports/messaging.ts';
import type { PdfMaker } from './ports/pdf.ts';
import type { Sealer } from './sealing.ts';
import type { SessionCache } from './session-cache.ts';
import type { Tables } from './table-facts.ts';
import type { Vault } from './vault.ts';
import type { Turn, WorkerPool } from '#server/workers/pool.ts';

/** Client of a session. */
export type Client = 'browser' | 'extension';

/** Channel of an actor: a session, or a linked phone. */
type Door = Client | 'whatsapp';

/** The actor: the owner of exactly one business. `registered` once its profile exists. */
export type Actor = {
  userId: string;
  businessId: string;
  /** Empty where there is no session. */
  sessionId: string;
  client: Door;
  email: string;
  firstName: string;
  currency: Currency;
  /** In which the business's days begin. */
  timeZone: string;
  registered: boolean;
  /** When they last showed on this session who they are; nothing where there is no session. */
  provenAt?: Date | null;
  /** By which factor. */
  provenBy?: string | null;
};

/** Where a request came from, for the audit trail. */
export type Origin = { clientAddress: string; userAgent: string };

/** A background job: its name and the schema of its payload. `retries` where the default is not enough. */
export type Job<P> = { name: string; payload: z.ZodMiniType<P>; retries: number };

type JobOptions = { afterSeconds?: number };

/** Has a job written with the end of the caller's transaction, so that neither can happen without the other. */
export type Enqueue = <P>(job: Job<P>, payload: P, options?: JobOptions) => void;

/** Writes the jobs of one kind that a transaction asked for. */
export type WriteJobs = (job: AnyJob, asked: readonly AskedJob[]) => Promise<void>;
type AnyJob = Pick<Job<unknown>, 'name' | 'retries'>;
type AskedJob = { data: object; afterSeconds: number };

/** The last writes of a transaction, by a statement of each kind however often it was asked for. */
export type AtCommit = {
  /** Live events as JSON, each told once. */
  events: Set<string>;
  jobs: Map<AnyJob, AskedJob[]>;
  /** By their table; the transaction itself cannot read them. */
  rows: Map<keyof Database & string, object[]>;
  /** Has to be alive still. */
  session: Pick<Actor, 'sessionId' | 'userId'> | null;
  /** Businesses whose sessions are read again once this has committed. */
  changedSessions: Set<string>;
};

export const nothingAtCommit = (): AtCommit => ({
  events: new Set(),
  jobs: new Map(),
  rows: new Map(),
  session: null,
  changedSessions: new Set(),
});

/** Context of a command: no ports, so that no transaction ever waits on a network. */
export type Ctx = {
  tx: Tx;
  actor: Actor;
  now: Date;
  enqueue: Enqueue;
  /** For what belongs to no business, and for signatures. */
  sealer: Sealer;
  /** For what is a business's own: account numbers, BVN, messages. Works in this transaction. */
  vault: Vault;
  /** Origin of the links in messages. */
  publicUrl: string;
  /** Whether messages go out by WhatsApp by themselves; else they are prepared for a tap. */
  sendsWhatsApp: boolean;
  origin: Origin;
  atCommit: AtCommit;
};

/** Context of a command before authentication, or for work without an actor (jobs, webhooks). */
export type SystemCtx = Omit<Ctx, 'actor'>;

/** Everything outside the process. */
export type Ports = {
  /** Null where it is not set up. */
  google: SignInProvider | null;
  mailer: Mailer;
  /** Null without keys: messages are prepared for their sender to tap. */
  whatsapp: WhatsApp | null;
  pusher: Pusher;
  files: FileStore;
  pdf: PdfMaker;
  /** For tasks that are dear and quick; documents and pictures have processes of their own. */
  workers: WorkerPool;
  payments: PaymentProviders;
  geography: Geography;
  documents: DocumentReader;
  pictures: PictureDrawer;
  /** Null where the assistant's understanding is the built-in one only. */
  model: LanguageModel | null;
};

/** The owner of an account that is erased. */
export type AccountOwner = { id: string; business_id: string; email: string };

/** A module's tables, and the erasure of an account from those that are not simply deleted. */
export type ModuleData = {
  tables: Tables;
  /** Runs before its tables are deleted, and before the modules whose rows they refer to. */
  erase?: (ctx: SystemCtx, owner: AccountOwner) => Promise<unknown>;
};

/** Dependencies the process offers to every request and job. */
export type System = {
  config: Config;
  db: Db;
  /** A handle to which the database shows one business alone. */
  dbOf: (businessId: string) => Db;
  lateReads: LateReads;
  ports: Ports;
  sealer: Sealer;
  vaultOn: (db: Db) => Vault;
  live: LiveHub;
  sessions: SessionCache<Actor>;
  log: Log;
  /** Every module's tables, in an order in which referenced rows come first. */
  data: readonly ModuleData[];
  publicUrl: () => string;
  now: () => Date;
  writeJobsOn: (tx: Tx) => WriteJobs;
};

export type Log = {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
};

/** Scope of a request or job without a signed-in person. */
export type SystemScope = Omit<System, 'now' | 'writeJobsOn'> & {
  now: Date;
  clientAddress: string;
  userAgent: string;
  requestId: string;
  /** Outside a transaction, on `db`. */
  vault: Vault;
  /** For what concerns no business or several; the database shows it all of them. */
  transactAsSystem<T>(work: (ctx: SystemCtx) => Promise<T>): Promise<T>;
  /** For the work of one business: the database neither shows nor accepts another's rows. */
  transactFor<T>(businessId: string, work: (ctx: SystemCtx) => Promise<T>): Promise<T>;
};

/** Scope of a request of a signed-in person. */
export type Scope = SystemScope & {
  actor: Actor;
  transact<T>(work: (ctx: Ctx) => Promise<T>): Promise<T>;
  /**
   * As `transact`, for calls that take an Idempotency-Key: the response made by `present` is stored in the
   * same transaction, so that the effect and its record commit together.
   */
  answerOnce<T, A extends object>(work: (ctx: Ctx) => Promise<T>, present: (result: T) => A): Promise<A>;
};

/** Publishes live events to every open page of a business; delivered when the transaction commits. */
export function publish({ atCommit }: SystemCtx, businessId: string, ...events: LiveEvent[]): void {
  for (const event of events) atCommit.events.add(JSON.stringify({ businessId, ...event }));
}

/** Has a row inserted with the commit. All that go into a table have the same columns. */
export function insertAtCommit<T extends keyof Database & string>(
  { atCommit }: SystemCtx,
  table: T,
  row: RowOf<T>,
): void {
  const rows = atCommit.rows.get(table) ?? [];
  atCommit.rows.set(table, rows);
  rows.push(row);
}

/** Tells every process that sessions of a business ended or changed, and every open stream to look whether its own goes on. */
export function sessionsChanged(ctx: SystemCtx, businessId: string): void {
  ctx.atCommit.changedSessions.add(businessId);
  publish(ctx, businessId, { topic: 'sessions' });
}

/** Serialises changes to a business's invoices and money, so that locks are taken in one order. */
export async function lockBusiness(tx: Tx, businessId: string): Promise<void> {
  await sql`select ${businessLock(businessId)}`.execute(tx);
}

/** The same as a condition of an `update` or `select for update` by primary key: the lock is had before the row is. */
export const businessLock = (businessId: string) =>
  sql<boolean>`(select pg_advisory_xact_lock(hashtextextended(${businessId}, 0))) is not null`;

/** The day it is for the actor's business. */
export const todayOf = ({ actor, now }: Pick<Scope, 'actor' | 'now'>): CalendarDate =>
  dateIn(now, actor.timeZone);

/** Whose turn dear work takes: the business that acts, else the address it was asked from. */
export const turnOf = (scope: SystemScope, signal?: AbortSignal): Turn => ({
  subject: 'actor' in scope ? (scope as Scope).actor.businessId : scope.clientAddress,
  signal,
});

export function systemScope(
  system: System,
  about: { clientAddress: string; requestId: string; userAgent?: string },
): SystemScope {
  const now = system.now();
  const origin = { clientAddress: about.clientAddress, userAgent: about.userAgent ?? '' };
  const transact = async <T>(db: Db, work: (ctx: SystemCtx) => Promise<T>): Promise<T> => {
    const [result, { changedSessions }] = await transactOn(db, async (tx) => {
      const atCommit = nothingAtCommit();
      const done = await work({
        tx,
        atCommit,
        now,
        enqueue: enqueueIn(atCommit),
        sealer: system.sealer,
        vault: system.vaultOn(tx),
        publicUrl: system.publicUrl(),
        sendsWhatsApp: system.ports.whatsapp !== null,
        origin,
      });
      await writeLast(tx, atCommit, now, system.writeJobsOn(tx));
      return [done, atCommit] as const;
    });
    for (const businessId of changedSessions) system.sessions.forget(businessId);
    return result;
  };
  return {
    ...system,
    ...about,
    ...origin,
    now,
    vault: system.vaultOn(system.db),
    transactAsSystem: (work) => transact(system.db, work),
    transactFor: (businessId, work) => transact(system.dbOf(businessId), work),
  };
}

const enqueueIn =
  ({ jobs }: AtCommit): Enqueue =>
  (job, payload, { afterSeconds = 0 } = {}) => {
    const asked = jobs.get(job) ?? [];
    jobs.set(job, asked);
    asked.push({ data: z.encode(job.payload, payload) as object, afterSeconds });
  };

/** The last writes of a transaction. Its commit goes right behind them, so the database itself has to refuse. */
export async function writeLast(
  tx: Tx,
  { events, jobs, rows, session }: AtCommit,
  now: Date,
  writeJobs: WriteJobs,
): Promise<void> {
  await Promise.all([...jobs].map(([job, asked]) => writeJobs(job, asked)));
  const columns = [...toldColumn(events), ...aliveColumn(session, now)];
  if (rows.size === 0 && columns.length === 0) return;
  await sendAlong(
    tx,
    () => sql`${withInserts(rows)} select ${sql.join(columns)}`.execute(tx),
    (error) => (hasCode(error, '22012') ? sessionEnded() : error),
  );
}

// With the time of its transaction an event is told once of each, and differs from all others.
const toldColumn = (events: ReadonlySet<string>) =>
  events.size === 0
    ? []
    : [
        sql`(select count(pg_notify('live', (event || jsonb_build_object('at', now()))::text))
          from jsonb_array_elements(${`[${[...events].join()}]`}::jsonb) as event)`,
      ];

// Checked last, so that it holds until the commit: ending a session either waits for its running work, or
// that work is undone here. Work that ends its own session passes.
const aliveColumn = (session: AtCommit['session'], now: Date) =>
  session === null
    ? []
    : [
        sql`(select 1 / count(*) from (select 1 from sessions
          where user_id = ${session.userId} and id = ${session.sessionId}
            and (revoked_at is null or revoked_at = ${now}) for share) as session)`,
      ];

/** The refusal of a token whose session was ended from elsewhere: on another device, or with the password. */
export const sessionEnded = (): AppError =>
  new AppError('invalid_token', 'Invalid token', { data: { sessionEnded: true } });

/** The same scope with another origin than its request's. */
export function withOrigin(scope: SystemScope, origin: Origin): SystemScope {
  return {
    ...scope,
    ...origin,
    transactAsSystem: (work) => scope.transactAsSystem((ctx) => work({ ...ctx, origin })),
    transactFor: (businessId, work) => scope.transactFor(businessId, (ctx) => work({ ...ctx, origin })),
  };
}

/** An actor's scope over a system scope. Everything it reads and records belongs to the actor's business. */
export function actingScope(scope: SystemScope, actor: Actor): Scope {
  const transact: Scope['transact'] = (work) =>
    scope.transactFor(actor.businessId, (ctx) => {
      if (actor.sessionId !== '') ctx.atCommit.session = actor;
      return work({ ...ctx, actor });
    });
  const db = scope.dbOf(actor.businessId);
  return {
    ...scope,
    db,
    vault: scope.vaultOn(db),
    actor,
    transact,
    answerOnce: (work, present) => transact(async (ctx) => present(await work(ctx))),
  };
}
