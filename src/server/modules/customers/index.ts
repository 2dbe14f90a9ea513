import type { Module } from '#server/kernel/module.ts';
import { eraseCustomers } from './commands/erase.ts';
import { routes } from './routes.ts';
import type { CustomerTables } from './table.ts';

export const customers = {
  uses: ['business'],
  routes: { customers: routes },
  tables: {
    customers: {
      owner: 'business_id',
      export: { key: ['id'], about: 'your customers' },
      erase: 'command',
      texts: { named: ['name', 'email', 'phone'] },
    },
  },
  erase: eraseCustomers,
} satisfies Module<CustomerTables>;
