import { AppError } from '#core/errors.ts';
import { eachApart } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { actingScope } from '#server/kernel/scope.ts';
import { ownerActor } from '#server/modules/identity/queries/accounts.ts';
import { issueDue, keepProblem } from '../commands/issue.ts';
import { duePlans } from '../queries/due.ts';

/** Issues what is due: each in a transaction of its own, so that one that is refused takes nothing with it. */
export async function issueDuePlans(scope: SystemScope): Promise<void> {
  await eachApart(scope.log, await duePlans(scope.db, scope.now), async ({ businessId, id }) => {
    const actor = await ownerActor(scope.db, businessId);
    if (!actor) return;
    try {
      await actingScope(scope, actor).transact((ctx) => issueDue(ctx, id));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      await scope.transactFor(businessId, (ctx) => keepProblem(ctx, businessId, id, error.message));
    }
  });
}
