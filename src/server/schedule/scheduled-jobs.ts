import type { Store } from '#server/kernel/db.ts';
import type { Log, SystemScope } from '#server/kernel/scope.ts';
import { sweepAccounts } from '#server/modules/account/flows.ts';
import { sendSummaries } from '#server/modules/analytics/flows/weekly.ts';
import { withdrawExpired } from '#server/modules/assistant/commands/proposals.ts';
import { endOldSales } from '#server/modules/invoices/commands/counter-sale.ts';
import { sweepMessages } from '#server/modules/notifications/flows/abandoned.ts';
import { sweepCheckouts } from '#server/modules/payments/flows.ts';
import { sweepRefunds } from '#server/modules/payments/flows/refunds.ts';
import { reconcileOnSchedule } from '#server/modules/reconciliation/flows.ts';
import { sweepOrphans, sweepUnresolved } from '#server/modules/reconciliation/flows/unresolved.ts';
import { sweepOverdue, sweepReminders } from '#server/modules/reminders/flows.ts';
import { forgetWhatsApp, sweepWhatsApp } from '#server/modules/whatsapp/flows.ts';
import { sweepWithdrawals } from '#server/modules/withdrawals/flows.ts';
import { alongTrail } from '#server/observability/request-context.ts';
import { inSpan } from '#server/observability/spans.ts';
import { beginOldChains } from '#server/ops/ledger-checks/hash-chains.ts';
import { watchBooks } from '#server/ops/ledger-checks/monitor.ts';
import { enforceRetention } from './retention/rules.ts';

const EVERY_MS = 60_000;
const TENDED_EVERY = 60;

/**
 * Runs every minute: recovers what a lost webhook or job left behind, checks the ledger, and maintains the
 * database every hour. Returns a stop function that waits for running work.
 */
export function startSweeps(
  scopeFor: () => SystemScope,
  store: Pick<Store, 'maintain'>,
  log: Log,
): () => Promise<void> {
  let sweeps = 0;
  const stops = [
    everyMinute(log, 'sweep', async () => {
      await sweep(scopeFor);
      if (++sweeps % TENDED_EVERY !== 0) return;
      // An hour after the start at the earliest: messages that waited through a longer stop are sent first.
      await sweepMessages(scopeFor());
      await forget(scopeFor());
      await store.tend();
    }),
    // Separate timers: a slow provider or a long list delays neither payouts nor the ledger check.
    everyMinute(log, 'checkouts', () => sweepCheckouts(scopeFor())),
    everyMinute(log, 'reminders', () => sweepReminders(scopeFor())),
    everyMinute(log, 'books', async () => void (await watchBooks(scopeFor()))),
    everyMinute(log, 'reconciliation', () => reconcileOnSchedule(scopeFor())),
    everyMinute(log, 'summaries', () => sendSummaries(scopeFor())),
  ];
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
  };
}

function everyMinute(log: Log, name: string, work: () => Promise<void>): () => Promise<void> {
  let current: Promise<void> | null = null;
  const timer = setInterval(() => {
    current ??= alongTrail({ requestId: 'sweep', job: name }, () => inSpan(`sweep ${name}`, {}, work))
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
async function sweep(scopeFor: () => SystemScope): Promise<void> {
  await sweepRefunds(scopeFor());
  await sweepWithdrawals(scopeFor());
  await sweepUnresolved(scopeFor());
  await sweepOrphans(scopeFor());
  await sweepOverdue(scopeFor());
  await sweepAccounts(scopeFor());
  await scopeFor().transactAsSystem(withdrawExpired);
  await scopeFor().transactAsSystem(endOldSales);
  await sweepWhatsApp(scopeFor());
}

/** Purges data past its retention (docs/data-retention.md). */
export async function forget(scope: SystemScope): Promise<void> {
  await enforceRetention(scope);
  await forgetWhatsApp(scope);
  await beginOldChains(scope);
}
