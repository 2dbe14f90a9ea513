import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { askForCertificates, runs } from './flows/letters.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import type { WithholdingTables } from './table.ts';

export const withholding = {
  uses: ['invoices', 'reminders', 'business', 'customers', 'files', 'notifications'],
  sees: 'tools',
  routes: { withholding: routes },
  jobs: runners(jobs, runs),
  schedules: [{ name: 'tax certificates', every: 'minute', alone: true, run: askForCertificates }],
  tables: {
    withholdings: {
      owner: 'business_id',
      export: { key: ['id'], about: 'tax your customers kept of your invoices, and its certificates' },
      erase: 'keep',
    },
  },
} satisfies Module<WithholdingTables>;
