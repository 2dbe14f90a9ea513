import type { Module } from '#server/kernel/module.ts';
import { routes } from './routes.ts';
import type { WithholdingTables } from './table.ts';

export const withholding = {
  uses: ['invoices'],
  routes: { withholding: routes },
  tables: {
    withholdings: {
      owner: 'business_id',
      export: { key: ['id'], about: 'tax your customers kept of your invoices, and its certificates' },
      erase: 'keep',
    },
  },
} satisfies Module<WithholdingTables>;
