import { plusMs } from '#core/dates.ts';
import { watchBooks } from './books/watch.ts';
import type { Store } from './db.ts';
import { sweepAccounts } from './modules/account/flows.ts';
import { sweepCheckouts } from './modules/payments/flows.ts';
import { sweepRefunds } from './modules/payments/flows/refunds.ts';
import { reconcileOnSchedule } from './modules/reconciliation/flows.ts';
import { sweepUnresolved } from './modules/reconciliation/flows/unresolved.ts';
import { sweepOverdue } from './modules/reminders/flows.ts';
import { sweepWithdrawals } from './modules/withdrawals/flows.ts';
import { forgetOldCounters } from './requests.ts';
import type { Log, SystemScope } from './scope.ts';

const EVERY_MS = 60_000;
const TENDED_EVERY = 60;
const COUNTERS_KEPT_MS = 2 * 24 * 3_600_000;

/**
 * Looks every minute for what a lost notice or job left behind, watches over the books, and tends the database every
 * hour. Returns how to stop, after what is under way.
 */
export function startSweeps(
  scopeFor: () => SystemScope,
  store: Pick<Store, 'tend'>,
  log: Log,
): () => Promise<void> {
  let sweeps = 0;
  const stops = [
    everyMinute(log, async () => {
      await sweep(scopeFor());
      if (++sweeps % TENDED_EVERY === 0) await store.tend();
    }),
    // Apart from the rest: comparing a long list with a provider holds nobody up.
    everyMinute(log, () => watch(scopeFor)),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function everyMinute(log: Log, work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  const timer = setInterval(() => {
    current ??= work()
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

async function sweep(scope: SystemScope): Promise<void> {
  await sweepCheckouts(scope);
  await sweepRefunds(scope);
  await sweepWithdrawals(scope);
  await sweepUnresolved(scope);
  await sweepOverdue(scope);
  await sweepAccounts(scope);
  await forgetOldCounters(scope.db, plusMs(scope.now, -COUNTERS_KEPT_MS));
}

async function watch(scopeFor: () => SystemScope): Promise<void> {
  await watchBooks(scopeFor());
  await reconcileOnSchedule(scopeFor());
}
