import type { Module } from '#server/kernel/module.ts';
import { deleteDueAccounts } from './flows/lifecycle.ts';
import { routes } from './routes.ts';

export const account = {
  uses: ['credit-notes', 'identity', 'invoices', 'notifications'],
  routes: { account: routes },
  schedules: [{ name: 'due deletions', every: 'minute', run: deleteDueAccounts }],
  tables: {},
} satisfies Module;
