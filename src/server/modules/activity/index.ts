import type { Module } from '#server/kernel/module.ts';
import { routes } from './routes.ts';
import type { ActivityTables } from './table.ts';

export const activity = {
  uses: [],
  shared: true,
  routes: { activities: routes },
  tables: {
    activities: {
      owner: 'business_id',
      export: { key: ['id'], about: 'what happened in your business' },
      erase: 'delete',
    },
  },
} satisfies Module<ActivityTables>;
