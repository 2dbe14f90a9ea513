import type { Module } from '#server/kernel/module.ts';
import { clearWords } from './commands/clear-words.ts';
import { routes } from './routes.ts';
import type { StatementTables } from './table.ts';

export const bankStatements = {
  uses: ['payments', 'invoices', 'withdrawals', 'withholding'],
  routes: { bankStatements: routes },
  tables: {
    bank_accounts_own: {
      owner: 'business_id',
      export: { key: ['id'], about: 'your own bank accounts whose statements you uploaded' },
      erase: 'delete',
    },
    statement_imports: {
      owner: 'business_id',
      export: { key: ['id'], about: 'bank statements you uploaded' },
      erase: 'delete',
    },
    statement_lines: {
      owner: 'business_id',
      export: { key: ['id'], about: 'the lines of your bank statements' },
      erase: 'delete',
    },
  },
  retention: [
    {
      what: 'words of bank statement lines that are no payment',
      // A line is recorded within a year of its day.
      days: 400,
      purge: (scope, before) => scope.transactAsSystem((ctx) => clearWords(ctx, before)),
    },
  ],
} satisfies Module<StatementTables>;
