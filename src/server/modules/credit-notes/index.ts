import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { runs } from './flows/letter.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import type { CreditNoteTables } from './table.ts';

export const creditNotes = {
  uses: ['invoices', 'payments', 'business', 'customers', 'files', 'notifications'],
  sees: 'tools',
  routes: { creditNotes: routes },
  jobs: runners(jobs, runs),
  tables: {
    credit_notes: {
      owner: 'business_id',
      export: { key: ['id'], about: 'credit notes on your invoices' },
      erase: 'keep',
    },
    credit_note_lines: {
      owner: 'business_id',
      export: { key: ['credit_note_id', 'position'], about: 'the lines of your credit notes' },
      erase: 'keep',
    },
  },
} satisfies Module<CreditNoteTables>;
