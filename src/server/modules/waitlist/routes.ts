import type { waitlist } from '#contract/waitlist.ts';
import type { Handlers } from '#server/http.ts';
import { joinWaitlist } from './commands.ts';

export const routes: Handlers<typeof waitlist> = {
  join: async (scope, { body }) => {
    await scope.transactAsSystem((ctx) => joinWaitlist(ctx, body.email));
    return { message: 'You have successfully joined the waitlist.', data: null };
  },
};
