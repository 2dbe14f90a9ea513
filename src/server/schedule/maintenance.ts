import type { Health } from '#server/http/health.ts';
import type { Store } from '#server/kernel/db.ts';
import type { JobQueue } from '#server/kernel/jobs.ts';
import { type Log, type System, type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { onEvent } from '#server/observability/events.ts';
import { currentRequestContext } from '#server/observability/request-context.ts';
import { jobRunners } from '#server/routes.ts';
import type { Sandbox } from '#server/sandbox/index.ts';
import { startBackups } from './backups.ts';
import { startScheduledJobs } from './scheduled-jobs.ts';

type MaintenanceOptions = {
  system: System;
  store: Store;
  queue: JobQueue;
  sandbox: Sandbox;
  health: Health;
  /** False where a test itself does the clock's work. */
  scheduledJobs: boolean;
};

/** Background work of a process, as far as its role goes. */
type BackgroundWork = {
  begin(): Promise<void>;
  /** Stops taking work, and ends the streams: their clients reconnect to another process. */
  drain(): Promise<void>;
  /** Waits for running work, for some seconds. */
  end(): Promise<void>;
};

const DRAIN_TIMEOUT_MS = 5_000;

/** Jobs and scheduled work; a process that only answers requests has neither. */
export function createBackgroundWork({
  system,
  store,
  queue,
  sandbox,
  health,
  scheduledJobs,
}: MaintenanceOptions): BackgroundWork {
  const { config, log, live } = system;
  const { role, metrics } = config.operations;
  const jobScope = (): SystemScope =>
    systemScope(system, { clientAddress: 'job', requestId: currentRequestContext()?.requestId ?? 'job' });
  const stops: (() => Promise<unknown>)[] = [];
  const startWorkers = async () => {
    await queue.work(jobRunners, jobScope);
    if (scheduledJobs) stops.push(startScheduledJobs(jobScope, store, log));
    const { dataDir, clock, storage } = config;
    stops.push(
      startBackups({ store, files: system.ports.files, key: storage.backupKey, dataDir, clock, log }),
    );
  };
  // The test provider calls the service back at its own address, which a worker has none of.
  const startSandbox = () => {
    sandbox.start();
    stops.push(() => sandbox.stop());
  };
  const startMetrics = async (at: NonNullable<typeof metrics>) => {
    const { serveMetrics } = await import('#server/observability/metrics/server.ts');
    const { dataDir, clock: now } = config;
    const served = await serveMetrics({ at, db: store.db, now, dataDir, store, live, health });
    log.info({ port: served.port }, 'Figures are read at this port');
    stops.push(() => served.stop());
  };
  let drained: Promise<unknown> | null = null;
  const drain = async () => {
    live.endAll();
    drained ??= Promise.all([queue.drain(), ...stops.splice(0).map((end) => end())]);
  };
  return {
    begin: async () => {
      const stopLogging = logTelemetryEvents(log);
      stops.push(async () => stopLogging());
      if (role !== 'web') await startWorkers();
      if (role !== 'worker') startSandbox();
      if (metrics) await startMetrics(metrics);
    },
    drain,
    end: async () => {
      await drain();
      await Promise.race([drained, new Promise((done) => setTimeout(done, DRAIN_TIMEOUT_MS).unref())]);
      await queue.stop();
    },
  };
}

/** Logs what operators act on until the answer is called. */
function logTelemetryEvents(log: Log): () => void {
  const stopKeys = onEvent('unreadable', ({ why }) =>
    log.error(
      { why },
      'What a business sealed cannot be opened; docs/runbook.md, "The key of a business is lost"',
    ),
  );
  const stopCircuits = onEvent('circuit', ({ port, open }) => {
    if (open)
      log.warn(
        { port },
        'This one failed five times in a row and is asked only now and then; docs/runbook.md, "A provider is down"',
      );
    else log.info({ port }, 'This one answers again');
  });
  return () => {
    stopKeys();
    stopCircuits();
  };
}
