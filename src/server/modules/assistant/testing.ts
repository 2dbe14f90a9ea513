import type { SystemScope } from '#server/kernel/scope.ts';
import { withdrawExpiredProposals } from './commands/proposals.ts';

/** Withdraws expired proposals, as the scheduled job does every minute. */
export const expireProposals = (app: { scope(): SystemScope }): Promise<void> =>
  app.scope().transactAsSystem(withdrawExpiredProposals);
