import { eachApart } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { giveUp } from '../commands/abandoned.ts';
import { abandonedMessages } from '../queries/abandoned.ts';

/** Ends messages whose job is no more: a message is never on its way for ever. */
export async function sweepMessages(scope: SystemScope): Promise<void> {
  await eachApart(scope.log, await abandonedMessages(scope.db, scope.now), (one) =>
    scope.transactAsSystem((ctx) => giveUp(ctx, one)),
  );
}
