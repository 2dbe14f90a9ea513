import { inBatches } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { sendMonthly } from '../commands/send.ts';
import { dueStatements } from '../queries/due.ts';

/** Sends the monthly statements that are due. */
export async function sendMonthlyStatements(scope: SystemScope): Promise<void> {
  await inBatches(scope, await dueStatements(scope.db, scope.now), async (ctx, _, due) => {
    for (const statement of due) await sendMonthly(ctx, statement);
  });
}
