import { dateIn } from '#core/dates.ts';
import type { Module } from '#server/kernel/module.ts';
import { purgeUsage, withdrawExpiredProposals } from './commands/proposals.ts';
import { routes } from './routes.ts';
import type { AssistantTables } from './table.ts';

export const assistant = {
  uses: ['customers', 'invoices', 'analytics', 'capture'],
  sees: 'tools',
  routes: { assistant: routes },
  schedules: [
    {
      name: 'expired proposals',
      every: 'minute',
      run: (scope) => scope.transactAsSystem(withdrawExpiredProposals),
    },
  ],
  tables: {
    threads: {
      owner: 'business_id',
      export: { key: ['id'], about: 'your conversations with the assistant' },
      erase: 'delete',
    },
    thread_messages: {
      owner: 'business_id',
      export: { key: ['position'], about: 'what was said in them' },
      erase: 'delete',
    },
    assistant_proposals: {
      owner: 'business_id',
      export: {
        key: ['id'],
        about: 'what the assistant proposed, and what became of it',
        excludedColumns: { signature: '' },
      },
      erase: 'delete',
    },
    assistant_usage: {
      owner: 'business_id',
      export: { key: ['day'], about: 'how much of a language model was used on each day' },
      erase: 'delete',
    },
  },
  retention: [
    {
      what: 'daily usage of a language model',
      days: 90,
      purge: (scope, before) => scope.transactAsSystem((ctx) => purgeUsage(ctx, dateIn(before))),
    },
  ],
} satisfies Module<AssistantTables>;
