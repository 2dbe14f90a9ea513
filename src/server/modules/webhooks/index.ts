import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { eraseWebhookBodies, purgeWebhookBodies } from './commands.ts';
import { runs } from './flows.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import type { WebhookTables } from './table.ts';

export const webhooks = {
  uses: ['payments', 'withdrawals', 'saved-cards'],
  routes: { inbox: routes },
  jobs: runners(jobs, runs),
  tables: {
    payment_notices: {
      owner: 'system',
      export: 'what a payment provider told us',
      erase: 'command',
      texts: 'own',
    },
  },
  erase: (ctx, owner) => eraseWebhookBodies(ctx, owner.business_id),
  retention: [
    {
      what: "bodies of payment providers' webhooks",
      days: 90,
      purge: (scope, before) => scope.transactAsSystem((ctx) => purgeWebhookBodies(ctx, before)),
    },
  ],
} satisfies Module<WebhookTables>;
