import type { Module } from '#server/kernel/module.ts';
import { eraseAuditTrail, purgeUnknownSignIns } from './commands.ts';
import type { AuditTables } from './table.ts';

export const audit = {
  uses: [],
  shared: true,
  tables: {
    security_events: {
      owner: 'business_id',
      place: 'first node',
      export: { key: ['position'], about: 'what touched the safety of your account' },
      erase: 'command',
      texts: 'own',
    },
    audit_links: {
      owner: 'business_id',
      place: 'first node',
      export: 'computed again of the trail',
      erase: 'keep',
      texts: 'none',
    },
  },
  erase: (ctx, owner) => eraseAuditTrail(ctx, { userId: owner.id, businessId: owner.business_id }),
  retention: [
    {
      what: 'failed log-ins to unknown addresses',
      days: 30,
      purge: (scope, before) => scope.transactAsSystem((ctx) => purgeUnknownSignIns(ctx, before)),
    },
  ],
} satisfies Module<AuditTables & { audit_links: unknown }>;
