import { plusMs } from '#core/dates.ts';
import { claimPeriodic } from '#server/kernel/periodic.ts';
import type { PaymentProvider, Span } from '#server/kernel/ports/index.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { alertOfRun } from '../commands/alerts.ts';
import { beginRun, finishRun, settleDiscrepancy } from '../commands/findings.ts';
import { openDiscrepancies, runById } from '../queries.ts';
import { schedule } from '../rules/findings.ts';
import type { DiscrepancyRow, RunRow } from '../table.ts';
import { compareBalances } from './balances.ts';
import { comparePayments, pollPayment } from './payments.ts';
import { comparePayouts, pollPayout } from './payouts.ts';
import { countOf, newWork, type Work } from './work.ts';

/** Rechecks open discrepancies: those that are gone are settled, with that for a reason. */
async function recheckOpen(work: Work): Promise<void> {
  for (const open of await openDiscrepancies(work.scope.db, work.provider.name)) {
    if (!(await isCompared(work, open)) || isStillThere(work, open)) continue;
    const reason = `Gone at the run ${work.run.id}: both sides agree`;
    await work.scope.transactAsSystem((ctx) => settleDiscrepancy(ctx, open.id, { by: 'run', reason }));
  }
}

// A payout is only fully known where it was listed: polled by itself, it reports its state and nothing else.
async function isCompared(work: Work, { kind, subject }: DiscrepancyRow): Promise<boolean> {
  const { payments, payouts, balances } = work.compared;
  if (kind === 'balance_differs') return balances.has(subject);
  if (!kind.startsWith('payout_')) {
    if (!payments.has(subject)) await pollPayment(work, subject);
    return payments.has(subject);
  }
  const byState = kind === 'payout_state_differs' || kind === 'payout_unknown_there';
  if (byState && !payouts.has(subject)) await pollPayout(work, subject, []);
  return payouts.has(subject);
}

const isStillThere = ({ results }: Work, { kind, subject }: DiscrepancyRow): boolean =>
  results.some(
    ({ finding, result }) =>
      finding.kind === kind &&
      finding.subject === subject &&
      (result === 'known' || result === 'needs_review'),
  );

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
