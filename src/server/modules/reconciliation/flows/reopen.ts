import { settleDiscrepancy } from '../commands/findings.ts';
import { openDiscrepancies } from '../queries.ts';
import type { DiscrepancyRow } from '../table.ts';
import { pollPayment } from './payments.ts';
import { pollPayout } from './payouts.ts';
import type { Work } from './work.ts';

/** Rechecks open discrepancies: those that are gone are settled, with that for a reason. */
export async function recheckOpen(work: Work): Promise<void> {
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
