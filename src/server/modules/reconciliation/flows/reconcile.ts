import { plusMs } from '#core/dates.ts';
import { claimPeriodic } from '#server/kernel/periodic.ts';
import type { PaymentProvider, Span } from '#server/kernel/ports/index.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { alertOfRun } from '../commands/alerts.ts';
import { beginRun, finishRun } from '../commands/findings.ts';
import { runById } from '../queries.ts';
import { schedule } from '../rules/findings.ts';
import type { RunRow } from '../table.ts';
import { compareBalances } from './balances.ts';
import { comparePayments } from './payments.ts';
import { comparePayouts } from './payouts.ts';
import { recheckOpen } from './reopen.ts';
import { countOf, newWork } from './work.ts';

/**
 * Compares a provider's own lists and balance with our ledger over a span, corrects what a rule can correct
 * and leaves the rest to a person. Running it again changes nothing.
 */
export async function reconcile(scope: SystemScope, provider: PaymentProvider, span: Span): Promise<RunRow> {
  const run = await scope.transactAsSystem((ctx) =>
    beginRun(ctx, provider.name, span, scope.config.operatorEmail),
  );
  const work = newWork(scope, provider, run, span);
  try {
    await comparePayments(work);
    await comparePayouts(work);
    await compareBalances(work);
    await recheckOpen(work);
  } catch (error) {
    scope.log.error({ err: error, provider: provider.name, run: run.id }, 'A reconciliation broke off');
    work.problems.push('It broke off; the log says why');
  }
  await scope.transactAsSystem(async (ctx) => {
    await finishRun(ctx, run, {
      items: work.items,
      found: countOf(work, 'mended') + countOf(work, 'needs_review'),
      mended: countOf(work, 'mended'),
      problem: work.problems.join('; ') || null,
      at: ctx.now,
    });
    await alertOfRun(ctx, run, work.results);
  });
  const done = await runById(scope.db, run.id);
  logRun(scope, done);
  return done;
}

/** Runs the due reconciliations: each provider in use every hour, and once a day further back. */
export async function reconcileOnSchedule(scope: SystemScope): Promise<void> {
  for (const provider of scope.ports.payments.all) {
    const [daily, hourly] = await scope.transactAsSystem(async (ctx) => [
      await claimPeriodic(ctx, `reconcile-daily:${provider.name}`, schedule.daily.everyMs),
      await claimPeriodic(ctx, `reconcile:${provider.name}`, schedule.hourly.everyMs),
    ]);
    if (!daily && !hourly) continue;
    const { backMs } = daily ? schedule.daily : schedule.hourly;
    await reconcile(scope, provider, { from: plusMs(scope.now, -backMs), until: scope.now });
  }
}

function logRun(scope: SystemScope, { id, provider, items, found, mended, problem }: RunRow): void {
  const figures = { run: id, provider, items, found, mended, problem };
  if (problem) scope.log.warn(figures, 'Not everything could be reconciled');
  else if (found > mended) scope.log.warn(figures, 'Reconciliation found something that needs a person');
  else scope.log.info(figures, 'Reconciled');
}
