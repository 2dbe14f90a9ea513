import { plusMs } from '#core/dates.ts';
import type { Store } from './db.ts';
import { sweepAccounts } from './modules/account/flows.ts';
import { sweepCheckouts } from './modules/payments/flows.ts';
import { sweepRefunds } from './modules/payments/flows/refunds.ts';
import { sweepOverdue } from './modules/reminders/flows.ts';
import { sweepWithdrawals } from './modules/withdrawals/flows.ts';
import { forgetOldCounters } from './requests.ts';
import type { Log, SystemScope } from './scope.ts';

const EVERY_MS = 60_000;
const TENDED_EVERY = 60;
const COUNTERS_KEPT_MS = 2 * 24 * 3_600_000;

/**
 * Looks every minute for what a lost notice or job left behind, and tends the database every hour. Returns how to stop,
 * after the sweep under way.
 */
export function startSweeps(
  scopeFor: () => SystemScope,
  store: Pick<Store, 'tend'>,
  log: Log,
): () => Promise<void> {
  let current: Promise<void> = Promise.resolve();
  let sweeps = 0;
  const work = async (): Promise<void> => {
    await sweep(scopeFor());
    if (++sweeps % TENDED_EVERY === 0) await store.tend();
  };
  const timer = setInterval(() => {
    current = current.then(() =>
      work().catch((error: unknown) => log.error({ err: error }, 'A sweep failed')),
    );
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
  await sweepOverdue(scope);
  await sweepAccounts(scope);
  await forgetOldCounters(scope.db, plusMs(scope.now, -COUNTERS_KEPT_MS));
}
