import { eachApart } from '#server/kernel/periodic.ts';
import type { SystemScope } from '#server/kernel/scope.ts';
import { failAbandoned } from '../commands/abandoned.ts';
import { abandonedMessages } from '../queries/abandoned.ts';

/** Fails messages whose job was lost, so that none stays in progress for ever. */
export async function failAbandonedMessages(scope: SystemScope): Promise<void> {
  await eachApart(scope.log, await abandonedMessages(scope.db, scope.now), (message) =>
    scope.transactAsSystem((ctx) => failAbandoned(ctx, message)),
  );
}
