import type { SystemScope } from '#server/kernel/scope.ts';
import { withdrawExpired } from './commands/proposals.ts';

/** What the sweep of every minute does with proposals. */
export const sweep = (app: { scope(): SystemScope }): Promise<void> =>
  app.scope().transactAsSystem(withdrawExpired);
