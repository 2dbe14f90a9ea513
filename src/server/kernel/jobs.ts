import { sql } from 'kysely';
import { fromKysely, fromPglite, PgBoss } from 'pg-boss';
import * as z from 'zod/mini';
import type { Schema } from '#contract/endpoint.ts';
import { emitEvent } from '#server/observability/events.ts';
import { currentRequestContext, runInRequestContext } from '#server/observability/request-context.ts';
import { inSpan, traceparent } from '#server/observability/spans.ts';
import { sendAlong, type Store, type Tx } from './db.ts';
import type { Job, Log, SystemScope, WriteJobs } from './scope.ts';

const RETRY_LIMIT = 8;

/**
 * Retries of jobs that send messages: with backoff about half a day, since a mail server that is down in the
 * morning is up in the evening. A message is given up after as many attempts.
 */
export const SENDING_RETRIES = 20;

export const job = <P>(name: string, payload: z.ZodMiniType<P>, retries = RETRY_LIMIT): Job<P> => ({
  name,
  payload,
  retries,
});

/**
 * For a job about an address whose requester must not learn whether it is known: it begins once the request is long
 * answered. At once, on the same thread, its work would lengthen the answer where there is work.
 */
export const AFTER_THE_ANSWER = { afterSeconds: 1 };

type AnyJob = { name: string; payload: Schema; retries: number };

type PayloadOf<J extends AnyJob> = z.output<J['payload']>;

/** The code behind a module's jobs: forgetting one is a type error. */
export type Runs<J extends Record<string, AnyJob>> = {
  [K in keyof J]: (scope: SystemScope, payload: PayloadOf<J[K]>) => Promise<void>;
};

export type Runner = { job: AnyJob; run: (scope: SystemScope, payload: never) => Promise<void> };

/** Pairs a module's jobs with their code for the queue. */
export function runners<J extends Record<string, AnyJob>>(jobs: J, runs: Runs<J>): Runner[] {
  return Object.keys(jobs).map((name) => ({ job: jobs[name] as AnyJob, run: runs[name] as Runner['run'] }));
}

export type JobQueue = {
  writeJobsOn: (tx: Tx) => WriteJobs;
  /** Begins taking jobs; `scopeFor` makes each its own scope. */
  work(runs: Runner[], scopeFor: () => SystemScope): Promise<void>;
  /** Stops taking jobs; running ones go on. */
  drain(): Promise<void>;
  /** Seconds since this process ended a job, or began to take them; null where it takes none. */
  idleSeconds(): number | null;
  /** Waits for running jobs, and returns those that take too long to the queue. */
  stop(): Promise<void>;
};

const RETRY_DELAY_SECONDS = 2;
const RETRY_DELAY_MAX_SECONDS = 3600;
const SUPERVISED_EVERY_SECONDS = 15;
const MONITORED_EVERY_SECONDS = 60;
const STOP_TIMEOUT_MS = 10_000;
const GRANTING = 7_220_112;

// Woken by NOTIFY within milliseconds, and by `wakeDue`. A full batch is followed at once by the next.
const POLLING = {
  batchSize: 10,
  pollingIntervalSeconds: 60,
  notifyPollingIntervalSeconds: 60,
  burstWhenBatchFull: true,
};
const WOKEN_EVERY_MS = 1_000;

/**
 * Starts the queue in its own schema of the same database and makes a queue for every job. A job that has not ended after
 * `abandonedAfterSeconds` is begun again.
 */
export async function openJobs(
  store: Store,
  runs: Runner[],
  log: Log,
  abandonedAfterSeconds: number,
  runsWorkers = true,
): Promise<JobQueue> {
  const ended: LastEnded = { at: null };
  const boss = new PgBoss({
    ...(store.pglite
      ? { db: fromPglite(store.pglite), backend: 'pglite' as const }
      : { connectionString: store.connectionString ?? '', max: runsWorkers ? 4 : 2 }),
    schema: 'pgboss',
    useListenNotify: runsWorkers,
    supervise: runsWorkers,
    // How soon a job that ran out of time is found.
    superviseIntervalSeconds: Math.min(SUPERVISED_EVERY_SECONDS, Math.ceil(abandonedAfterSeconds / 8)),
    monitorIntervalSeconds: Math.min(MONITORED_EVERY_SECONDS, Math.ceil(abandonedAfterSeconds / 4)),
    schedule: false,
  });
  let isStopped = false;
  // A connection that is still being closed afterwards may be ended by the database first.
  boss.on('error', (error) => isStopped || log.error({ err: error }, 'The job queue met an error'));
  await boss.start();
  await makeQueues(boss, runs, abandonedAfterSeconds);
  await letTenantsQueue(store);
  let stopWaking = (): void => {};
  return {
    writeJobsOn:
      (tx) =>
      async ({ name, retries }, asked) => {
        const origin = currentOrigin();
        const rows = asked.map(({ data, afterSeconds }) => ({
          data: { ...data, ...origin },
          startAfter: String(afterSeconds),
          retryLimit: retries,
          expireInSeconds: abandonedAfterSeconds,
        }));
        await boss.insert(name, rows, { db: sendingAlong(tx) });
      },
    work: async (all, scopeFor) => {
      ended.at = performance.now();
      const workers = await startWorkers(boss, all, runOneOf(boss, scopeFor, log, ended));
      stopWaking = repeatedly(() => wakeDue(store, boss, workers), WOKEN_EVERY_MS);
    },
    drain: async () => {
      stopWaking();
      await Promise.all(runs.map(({ job }) => boss.offWork(job.name, { wait: false })));
    },
    idleSeconds: () => (ended.at === null ? null : (performance.now() - ended.at) / 1000),
    stop: async () => {
      stopWaking();
      await boss.stop({ graceful: true, close: true, timeout: STOP_TIMEOUT_MS });
      isStopped = true;
    },
  };
}

async function makeQueues(boss: PgBoss, runs: readonly Runner[], expireInSeconds: number): Promise<void> {
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  if (!known.has('dead')) await boss.createQueue('dead');
  for (const { job } of runs.filter((runner) => !known.has(runner.job.name))) {
    await boss.createQueue(job.name, {
      notify: true,
      retryLimit: job.retries,
      retryBackoff: true,
      retryDelay: RETRY_DELAY_SECONDS,
      retryDelayMax: RETRY_DELAY_MAX_SECONDS,
      expireInSeconds,
      deadLetter: 'dead',
    });
    // A queue this process has never looked up cannot be sent to from inside a transaction on the embedded database.
    await boss.getQueue(job.name);
  }
}

// Tenant code may queue follow-up work, and reads none of it.
async function letTenantsQueue({ db }: Store): Promise<void> {
  await sql`do $$ begin
    perform pg_advisory_xact_lock(${sql.lit(GRANTING)});
    if not has_table_privilege('duewell_tenant', 'pgboss.queue', 'select') then
      grant usage on schema pgboss to duewell_tenant;
      grant insert, select (id, start_after) on pgboss.job, pgboss.job_common to duewell_tenant;
      grant select on pgboss.queue to duewell_tenant;
    end if;
  end $$`.execute(db);
}

type LastEnded = { at: number | null };
type RunOne = (runner: Runner, one: { id: string; data: object }) => Promise<void>;

/** Origin of a job, stored beside its payload: its log lines name the request, its span is linked to it. */
const originSchema = z.object({
  $cause: z.optional(z.object({ requestId: z.string(), traceparent: z.optional(z.string()) })),
});

function currentOrigin(): z.output<typeof originSchema> {
  const context = currentRequestContext();
  if (!context) return {};
  const parent = traceparent();
  return { $cause: { requestId: context.requestId, ...(parent ? { traceparent: parent } : {}) } };
}

/** The worker of each queue, by its name. */
type Workers = Map<string, string>;

async function startWorkers(boss: PgBoss, runs: Runner[], runOne: RunOne): Promise<Workers> {
  const workers: Workers = new Map();
  for (const runner of runs) {
    const worker = await boss.work<object>(runner.job.name, POLLING, async (batch) => {
      for (const one of batch) await runOne(runner, one);
    });
    workers.set(runner.job.name, worker);
  }
  return workers;
}

/** Runs `work` again and again, each time `pauseMs` after it ended, until the returned function is called. */
function repeatedly(work: () => Promise<void>, pauseMs: number): () => void {
  let stopped = false;
  let timer: NodeJS.Timeout;
  const onceMore = async (): Promise<void> => {
    await work();
    if (!stopped) next();
  };
  const next = (): void => {
    timer = setTimeout(() => void onceMore(), pauseMs);
  };
  next();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}

// Jobs for later and repeated ones notify nobody. One question a second for all queues, in place of one for each.
async function wakeDue({ db }: Store, boss: PgBoss, workers: Workers): Promise<void> {
  try {
    const { rows } = await sql<{ name: string }>`select q.name from pgboss.queue q where exists (
      select from pgboss.job_common j
      where j.name = q.name and j.state < 'active' and not j.blocked and j.start_after <= now())`.execute(db);
    for (const { name } of rows) boss.notifyWorker(workers.get(name) ?? '');
  } catch {
    // The next second asks again, and a database that is gone is heard of elsewhere.
  }
}

function runOneOf(boss: PgBoss, scopeFor: () => SystemScope, log: Log, ended: LastEnded): RunOne {
  const attempt = async ({ job, run }: Runner, one: { id: string; data: object }): Promise<boolean> => {
    try {
      await run(scopeFor(), z.parse(job.payload, one.data) as never);
      return true;
    } catch (error) {
      // Only this one is tried again: the others of its batch are done.
      log.warn({ err: error }, 'A job failed and will be tried again');
      await boss.fail(job.name, one.id, { message: error instanceof Error ? error.message : String(error) });
      return false;
    }
  };
  return async (runner, one) => {
    const origin = originSchema.safeParse(one.data).data?.$cause;
    const { name } = runner.job;
    const context = { requestId: origin?.requestId ?? one.id, job: name, jobId: one.id };
    const started = performance.now();
    const ok = await runInRequestContext(context, () =>
      inSpan(`job ${name}`, { link: origin?.traceparent }, () => attempt(runner, one)),
    );
    ended.at = performance.now();
    emitEvent('job', { job: name, ok, seconds: (ended.at - started) / 1000 });
  };
}

// The ids of new jobs are of no use to anybody.
const sendingAlong = (tx: Tx): Pick<ReturnType<typeof fromKysely>, 'executeSql'> => ({
  executeSql: async (text, values) => {
    await sendAlong(tx, () => fromKysely(tx).executeSql(text, values));
    return { rows: [] };
  },
});
