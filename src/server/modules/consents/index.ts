import { sql } from 'kysely';
import type { Module } from '#server/kernel/module.ts';
import { eraseConsents } from './commands.ts';
import { routes } from './routes.ts';
import type { ConsentTables } from './table.ts';

export const consents = {
  uses: [],
  shared: true,
  routes: { privacy: routes },
  tables: {
    consents: {
      owner: 'business_id',
      export: { key: ['position'], about: 'what you and your customers agreed to, and when' },
      erase: 'command',
      texts: 'own',
    },
    privacy_requests: { owner: 'system', export: 'belongs to no business', erase: 'keep', texts: 'own' },
  },
  erase: async (ctx, owner) => {
    await eraseConsents(ctx, owner.business_id);
    await eraseConsents(ctx, '', owner.email);
  },
  retention: [
    {
      what: 'privacy requests, with a keyed hash of who asked',
      days: 1095,
      purge: (scope, before) =>
        sql`delete from privacy_requests where created_at < ${before}`.execute(scope.db),
    },
  ],
} satisfies Module<ConsentTables>;
