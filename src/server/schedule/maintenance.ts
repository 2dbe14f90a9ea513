import type { Health } from '#server/http/health.ts';
import type { Store } from '#server/kernel/db.ts';
import type { JobQueue } from '#server/kernel/jobs.ts';
import { type System, type SystemScope, systemScope } from '#server/kernel/scope.ts';
import { onSignal } from '#server/observability/events.ts';
import { currentTrail } from '#server/observability/request-context.ts';
import { jobRunners } from '#server/routes.ts';
import type { Sandbox } from '#server/sandbox/index.ts';
import { startBackups } from './backups.ts';
import { startSweeps } from './scheduled-jobs.ts';

type Upkeep = {
  system: System;
  store: Store;
  queue: JobQueue;
  sandbox: Sandbox;
  health: Health;
  /** False where a test itself does the clock's work. */
  sweeps: boolean;
};

/** Background work of a process, as far as its role goes. */
export type Work = {
  begin(): Promise<void>;
  /** Stops taking work, and ends the streams: their clients reconnect to another process. */
  rest(): Promise<void>;
  /** Waits for running work, for some seconds. */
  end(): Promise<void>;
};

const SWEEPS_WAITED_MS = 5_000;

/** Jobs and scheduled work; a process that only answers requests has neither. */
export function upkeepOf({ system, store, queue, sandbox, health, sweeps }: Upkeep): Work {
  const { config, log, live } = system;
  const { role, metrics } = config.operations;
  const jobScope = (): SystemScope =>
    systemScope(system, { clientAddress: 'job', requestId: currentTrail()?.requestId ?? 'job' });
  const endings: (() => Promise<unknown>)[] = [];
  const beginWork = async () => {
    await queue.work(jobRunners, jobScope);
    if (sweeps) endings.push(startSweeps(jobScope, store, log));
    const { dataDir, clock, storage } = config;
    endings.push(
      startBackups({ store, files: system.ports.files, key: storage.backupKey, dataDir, clock, log }),
    );
  };
  // The test provider calls the service back at its own address, which a worker has none of.
  const beginSandbox = () => {
    sandbox.start();
    endings.push(() => sandbox.stop());
  };
  const beginMetrics = async (at: NonNullable<typeof metrics>) => {
    const { serveMetrics } = await import('#server/observability/metrics/server.ts');
    const { dataDir, clock: now } = config;
    const served = await serveMetrics({ at, db: store.db, now, dataDir, store, live, health });
    log.info({ port: served.port }, 'Figures are read at this port');
    endings.push(() => served.stop());
  };
  const beginTelling = () => {
    const stopKeys = onSignal('unreadable', ({ why }) =>
      log.error(
        { why },
        'What a business sealed cannot be opened; docs/runbook.md, "The key of a business is lost"',
      ),
    );
    const stop = onSignal('circuit', ({ port, open }) => {
      if (open)
        log.warn(
          { port },
          'This one failed five times in a row and is asked only now and then; docs/runbook.md, "A provider is down"',
        );
      else log.info({ port }, 'This one answers again');
    });
    endings.push(async () => {
      stop();
      stopKeys();
    });
  };
  let rested: Promise<unknown> | null = null;
  const rest = async () => {
    live.endAll();
    rested ??= Promise.all([queue.rest(), ...endings.splice(0).map((end) => end())]);
  };
  return {
    begin: async () => {
      beginTelling();
      if (role !== 'web') await beginWork();
      if (role !== 'worker') beginSandbox();
      if (metrics) await beginMetrics(metrics);
    },
    rest,
    end: async () => {
      await rest();
      await Promise.race([rested, new Promise((done) => setTimeout(done, SWEEPS_WAITED_MS).unref())]);
      await queue.stop();
    },
  };
}
