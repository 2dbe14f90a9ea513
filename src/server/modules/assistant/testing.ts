import type { SystemScope } from '#server/kernel/scope.ts';
import { withdrawExpired } from './commands/proposals.ts';

/** Withdraws expired proposals, as the scheduled job does every minute. */
export const sweep = (app: { scope(): SystemScope }): Promise<void> =>
  app.scope().transactAsSystem(withdrawExpired);
