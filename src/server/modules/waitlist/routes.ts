import type { waitlist } from '#contract/waitlist.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { consumeLimit } from '#server/kernel/rate-limits.ts';
import { joinWaitlist } from './commands.ts';

export const routes: Handlers<typeof waitlist> = {
  join: async (scope, { body }) => {
    await consumeLimit(scope.db, 'waitlist', scope.config.limits.waitlist, body.email, scope.now);
    await scope.transactAsSystem((ctx) => joinWaitlist(ctx, body.email));
    return { message: 'You have successfully joined the waitlist.', data: null };
  },
};
