import type { live } from '#contract/live.ts';
import type { Handlers } from '#server/http/endpoints.ts';
import { isLoopback } from '#server/http/loopback.ts';
import { eventStream } from '#server/kernel/live.ts';
import { isSessionAlive } from '#server/modules/identity/queries/accounts.ts';

export const routes: Handlers<typeof live> = {
  news: async (scope, _request, raw) =>
    eventStream(
      scope.live,
      ({ businessId, ...news }) => (businessId === scope.actor.businessId ? news : null),
      raw.signal,
      {
        session: {
          ...scope.actor,
          isAuthorized: () => isSessionAlive(scope.db, scope.config, scope.actor),
        },
        lastEventId: raw.headers.get('Last-Event-ID'),
      },
    ),
  status: async (scope) => ({
    data: {
      embeddedDatabase: scope.config.databaseUrl === null,
      testMode: scope.ports.payments.all.some((provider) => provider.testMode),
      googleSignIn: scope.ports.google !== null,
      supportEmail: scope.config.operations.supportEmail,
      // Both pages answer at this machine only, so nobody else is led to them.
      mailbox: scope.config.smtpUrl || !isLoopback(scope.clientAddress) ? null : '/mailbox',
      sandbox:
        isLoopback(scope.clientAddress) &&
        scope.ports.payments.all.some((provider) => provider.name === 'sandbox')
          ? '/sandbox'
          : null,
    },
  }),
};
