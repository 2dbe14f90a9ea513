import type { Store } from '#server/kernel/db.ts';
import type { Schedule } from '#server/kernel/module.ts';
import type { Log, SystemScope } from '#server/kernel/scope.ts';
import { manifests } from '#server/modules/all.ts';
import { runInRequestContext } from '#server/observability/request-context.ts';
import { inSpan } from '#server/observability/spans.ts';
import { startOldChains } from '#server/ops/ledger-checks/hash-chains.ts';
import { checkLedgerWhenDue } from '#server/ops/ledger-checks/monitor.ts';
import { enforceRetention } from './retention/rules.ts';

const EVERY_MS = 60_000;
const RUNS_AN_HOUR = 60;

const schedules: Schedule[] = [
  ...manifests.flatMap((module) => module.schedules ?? []),
  { name: 'books', every: 'minute', alone: true, run: checkLedgerWhenDue },
  { name: 'retention', every: 'hour', run: enforceRetention },
  { name: 'chains', every: 'hour', run: startOldChains },
];

/**
 * Runs every minute: recovers what a lost webhook or job left behind, checks the ledger, and maintains the
 * database every hour. Returns a stop function that waits for running work.
 */
export function startScheduledJobs(
  scopeFor: () => SystemScope,
  store: Pick<Store, 'maintain'>,
  log: Log,
): () => Promise<void> {
  let runs = 0;
  const stops = [
    everyMinute(log, 'sweep', async () => {
      await runDue('minute', scopeFor);
      if (++runs % RUNS_AN_HOUR !== 0) return;
      await runDue('hour', scopeFor);
      await store.maintain();
    }),
    ...schedules
      .filter(({ alone }) => alone)
      .map(({ name, run }) => everyMinute(log, name, async () => void (await run(scopeFor())))),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function everyMinute(log: Log, name: string, work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  const timer = setInterval(() => {
    current ??= runInRequestContext({ requestId: 'sweep', job: name }, () =>
      inSpan(`sweep ${name}`, {}, work),
    )
      .catch((error: unknown) => log.error({ err: error }, 'A sweep failed'))
      .finally(() => {
        current = null;
      });
  }, EVERY_MS);
  timer.unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}

/**
 * Runs the schedules of one interval, one after another. Each has its own time: the wait of one must not expire the
 * leases of the next, nor its failure keep the next from running.
 */
export async function runDue(every: Schedule['every'], scopeFor: () => SystemScope): Promise<void> {
  for (const { name, run } of schedules.filter((one) => one.every === every && !one.alone)) {
    const scope = scopeFor();
    try {
      await run(scope);
    } catch (error) {
      scope.log.error({ err: error, schedule: name }, 'A sweep failed');
    }
  }
}
