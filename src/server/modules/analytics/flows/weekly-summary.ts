import { eachApart } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { sendWeeklySummary } from '../commands.ts';
import { dueSummaries } from '../queries/weekly-summary.ts';

/** Sends the weekly summaries that are due; each in a transaction of its own, so that one cannot hold up the rest. */
export async function sendWeeklySummaries(scope: SystemScope): Promise<void> {
  await eachApart(scope.log, await dueSummaries(scope.db, scope.now), (due) =>
    scope.transactAsSystem((ctx) => sendWeeklySummary(ctx, due)),
  );
}
