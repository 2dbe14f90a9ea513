import type { Module } from '#server/kernel/module.ts';
import { routes } from './routes.ts';
import type { PosTables } from './table.ts';

export const pos = {
  uses: ['business', 'customers', 'invoices'],
  routes: { counter: routes },
  tables: {
    counters: {
      owner: 'business_id',
      export: { key: ['business_id'], about: 'your shop counter' },
      erase: 'delete',
    },
    counter_codes: {
      owner: 'business_id',
      export: { key: ['code'], about: 'the addresses of your shop counter' },
      erase: 'delete',
    },
  },
} satisfies Module<PosTables>;
