import { PgBoss, fromKysely, fromPglite } from 'pg-boss';
import * as z from 'zod/mini';
import type { Schema } from '#contract/endpoint.ts';
import type { Store, Tx } from './db.ts';
import type { Log, SystemScope } from './scope.ts';

/** A kind of follow-up work: its name and the shape of what it is told. `retries` where the usual number is not enough. */
export type Job<P> = { name: string; payload: z.ZodMiniType<P>; retries: number };

const RETRY_LIMIT = 8;

/**
 * For whatever sends messages: with the pauses between about half a day, for a mail server that is down in the morning is up
 * in the evening. A message is given up after as many tries.
 */
export const SENDING_RETRIES = 20;

export const job = <P>(name: string, payload: z.ZodMiniType<P>, retries = RETRY_LIMIT): Job<P> => ({
  name,
  payload,
  retries,
});

type AnyJob = { name: string; payload: Schema; retries: number };

type PayloadOf<J extends AnyJob> = z.output<J['payload']>;

/** The code behind a module's jobs: forgetting one is a type error. */
export type Runs<J extends Record<string, AnyJob>> = {
  [K in keyof J]: (scope: SystemScope, payload: PayloadOf<J[K]>) => Promise<void>;
};

/** Writes a job in the caller's transaction, so that neither can happen without the other. */
export type Enqueue = <P>(job: Job<P>, payload: P, options?: { afterSeconds?: number }) => Promise<void>;

export type Runner = { job: AnyJob; run: (scope: SystemScope, payload: never) => Promise<void> };

/** Pairs a module's jobs with their code for the queue. */
export function runners<J extends Record<string, AnyJob>>(jobs: J, runs: Runs<J>): Runner[] {
  return Object.keys(jobs).map((name) => ({ job: jobs[name] as AnyJob, run: runs[name] as Runner['run'] }));
}

export type JobQueue = {
  enqueueOn: (tx: Tx) => Enqueue;
  /** Begins taking jobs; `scopeFor` makes each its own scope. */
  work(runs: Runner[], scopeFor: () => SystemScope): Promise<void>;
  stop(): Promise<void>;
};

const RETRY_DELAY_SECONDS = 2;
const RETRY_DELAY_MAX_SECONDS = 3600;
const SUPERVISED_EVERY_SECONDS = 15;
const MONITORED_EVERY_SECONDS = 60;
const STOP_TIMEOUT_MS = 10_000;

// Woken by NOTIFY within milliseconds; the poll is for a notice that was missed. A full batch is followed at once by the next.
const POLLING = {
  batchSize: 10,
  pollingIntervalSeconds: 1,
  notifyPollingIntervalSeconds: 1,
  burstWhenBatchFull: true,
};

/**
 * Starts the queue in its own schema of the same database and makes a queue for every job. A job that has not ended after
 * `abandonedAfterSeconds` is begun again.
 */
export async function openJobs(
  store: Store,
  runs: Runner[],
  log: Log,
  abandonedAfterSeconds: number,
): Promise<JobQueue> {
  const boss = new PgBoss({
    ...(store.pglite
      ? { db: fromPglite(store.pglite), backend: 'pglite' as const }
      : { connectionString: store.connectionString ?? '', max: 4 }),
    schema: 'pgboss',
    useListenNotify: true,
    // How soon a job that ran out of time is found.
    superviseIntervalSeconds: Math.min(SUPERVISED_EVERY_SECONDS, Math.ceil(abandonedAfterSeconds / 8)),
    monitorIntervalSeconds: Math.min(MONITORED_EVERY_SECONDS, Math.ceil(abandonedAfterSeconds / 4)),
    schedule: false,
  });
  boss.on('error', (error) => log.error({ err: error }, 'The job queue met an error'));
  await boss.start();
  await boss.createQueue('dead');
  for (const { job } of runs) {
    await boss.createQueue(job.name, {
      notify: true,
      retryLimit: job.retries,
      retryBackoff: true,
      retryDelay: RETRY_DELAY_SECONDS,
      retryDelayMax: RETRY_DELAY_MAX_SECONDS,
      expireInSeconds: abandonedAfterSeconds,
      deadLetter: 'dead',
    });
    // A queue this process has never looked up cannot be sent to from inside a transaction on the embedded database.
    await boss.getQueue(job.name);
  }
  return {
    enqueueOn:
      (tx) =>
      async (job, payload, options = {}) => {
        await boss.send(job.name, z.encode(job.payload, payload) as object, {
          db: fromKysely(tx),
          startAfter: options.afterSeconds ?? 0,
          retryLimit: job.retries,
          expireInSeconds: abandonedAfterSeconds,
        });
      },
    work: (all, scopeFor) => startWorkers(boss, all, scopeFor, log),
    stop: () => boss.stop({ graceful: true, close: true, timeout: STOP_TIMEOUT_MS }),
  };
}

async function startWorkers(
  boss: PgBoss,
  runs: Runner[],
  scopeFor: () => SystemScope,
  log: Log,
): Promise<void> {
  for (const { job, run } of runs) {
    const runOne = async (one: { id: string; data: object }): Promise<void> => {
      try {
        await run(scopeFor(), z.parse(job.payload, one.data) as never);
      } catch (error) {
        // Only this one is tried again: the others of its batch are done.
        log.warn({ err: error, job: job.name, jobId: one.id }, 'A job failed and will be tried again');
        await boss.fail(job.name, one.id, {
          message: error instanceof Error ? error.message : String(error),
        });
      }
    };
    await boss.work<object>(job.name, POLLING, async (taken) => {
      for (const one of taken) await runOne(one);
    });
  }
}
