import { dateIn } from '#core/dates.ts';
import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { purgeUsage, withdrawExpiredProposals } from './commands/proposals.ts';
import { rescueReadings } from './commands/readings.ts';
import { runs } from './flows/readings.ts';
import { jobs } from './jobs.ts';
import { readings, routes } from './routes.ts';
import type { AssistantTables } from './table.ts';

export const assistant = {
  uses: [
    'identity',
    'business',
    'customers',
    'invoices',
    'quotes',
    'plans',
    'payments',
    'ledger',
    'bank-statements',
    'withholding',
    'reminders',
    'credit-notes',
    'customer-statements',
    'analytics',
    'capture',
  ],
  sees: 'tools',
  routes: { assistant: routes, readings },
  jobs: runners(jobs, runs),
  schedules: [
    {
      name: 'expired proposals',
      every: 'minute',
      run: (scope) => scope.transactAsSystem(withdrawExpiredProposals),
    },
    {
      name: 'abandoned readings',
      every: 'minute',
      run: (scope) => scope.transactAsSystem(rescueReadings),
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
    readings: {
      owner: 'business_id',
      export: 'how far a photo is read; what came of it is in the conversation',
      erase: 'delete',
      texts: 'none',
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
    learned_words: {
      owner: 'business_id',
      export: { key: ['kind', 'said'], about: 'what the assistant learned from cards you corrected' },
      erase: 'delete',
      texts: { named: ['said', 'goods'] },
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
