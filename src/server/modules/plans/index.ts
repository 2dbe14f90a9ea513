import type { Module } from '#server/kernel/module.ts';
import { issueDuePlans } from './flows/issue.ts';
import { cardRoutes, routes } from './routes.ts';
import type { PlanTables } from './table.ts';

export const plans = {
  uses: ['saved-cards', 'payments', 'customers', 'identity', 'invoices', 'notifications'],
  sees: 'tools',
  routes: { plans: routes, savedCards: cardRoutes },
  schedules: [{ name: 'plans', every: 'minute', alone: true, run: issueDuePlans }],
  tables: {
    plans: {
      owner: 'business_id',
      export: { key: ['id'], about: 'your repeating invoices' },
      erase: 'delete',
    },
    plan_occurrences: {
      owner: 'business_id',
      export: { key: ['plan_id', 'number'], about: 'the days of your repeating invoices that have come' },
      erase: 'delete',
    },
  },
} satisfies Module<PlanTables>;
