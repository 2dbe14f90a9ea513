import type { Store } from '#server/kernel/db.ts';
import type { Log, SystemScope } from '#server/kernel/scope.ts';
import { deleteDueAccounts } from '#server/modules/account/flows/lifecycle.ts';
import { sendWeeklySummaries } from '#server/modules/analytics/flows/weekly-summary.ts';
import { withdrawExpiredProposals } from '#server/modules/assistant/commands/proposals.ts';
import { expireSales } from '#server/modules/invoices/commands/pos-sale.ts';
import { failAbandonedMessages } from '#server/modules/notifications/flows/abandoned.ts';
import { sweepCheckouts } from '#server/modules/payments/flows/collect.ts';
import { sweepRefunds } from '#server/modules/payments/flows/refunds.ts';
import { reconcileOnSchedule } from '#server/modules/reconciliation/flows/reconcile.ts';
import { sweepUnallocated, sweepUnresolved } from '#server/modules/reconciliation/flows/unresolved.ts';
import { advanceDueSchedules, notifyNewlyOverdue } from '#server/modules/reminders/flows/scheduled.ts';
import { purgeAnsweredEvents, requeueStuckMessages } from '#server/modules/whatsapp/flows/events.ts';
import { sweepWithdrawals } from '#server/modules/withdrawals/flows/payout.ts';
import { runInRequestContext } from '#server/observability/request-context.ts';
import { inSpan } from '#server/observability/spans.ts';
import { startOldChains } from '#server/ops/ledger-checks/hash-chains.ts';
import { checkLedgerWhenDue } from '#server/ops/ledger-checks/monitor.ts';
import { enforceRetention } from './retention/rules.ts';

const EVERY_MS = 60_000;
const MAINTENANCE_EVERY = 60;

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
      await runScheduledJobs(scopeFor);
      if (++runs % MAINTENANCE_EVERY !== 0) return;
      // An hour after the start at the earliest: messages that waited through a longer stop are sent first.
      await failAbandonedMessages(scopeFor());
      await purge(scopeFor());
      await store.maintain();
    }),
    // Separate timers: a slow provider or a long list delays neither payouts nor the ledger check.
    everyMinute(log, 'checkouts', () => sweepCheckouts(scopeFor())),
    everyMinute(log, 'reminders', () => advanceDueSchedules(scopeFor())),
    everyMinute(log, 'books', async () => void (await checkLedgerWhenDue(scopeFor()))),
    everyMinute(log, 'reconciliation', () => reconcileOnSchedule(scopeFor())),
    everyMinute(log, 'summaries', () => sendWeeklySummaries(scopeFor())),
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

// Each with its own time: the wait of one must not expire the leases of the next.
async function runScheduledJobs(scopeFor: () => SystemScope): Promise<void> {
  await sweepRefunds(scopeFor());
  await sweepWithdrawals(scopeFor());
  await sweepUnresolved(scopeFor());
  await sweepUnallocated(scopeFor());
  await notifyNewlyOverdue(scopeFor());
  await deleteDueAccounts(scopeFor());
  await scopeFor().transactAsSystem(withdrawExpiredProposals);
  await scopeFor().transactAsSystem(expireSales);
  await requeueStuckMessages(scopeFor());
}

/** Purges data past its retention (docs/data-and-privacy.md). */
export async function purge(scope: SystemScope): Promise<void> {
  await enforceRetention(scope);
  await purgeAnsweredEvents(scope);
  await startOldChains(scope);
}
