import { inBatches } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { sendWeeklySummary } from '../commands.ts';
import { dueSummaries } from '../queries/weekly-summary.ts';

/** Sends the weekly summaries that are due. */
export async function sendWeeklySummaries(scope: SystemScope): Promise<void> {
  await inBatches(scope, await dueSummaries(scope.db, scope.now), async (ctx, _, summaries) => {
    for (const summary of summaries) await sendWeeklySummary(ctx, summary);
  });
}
