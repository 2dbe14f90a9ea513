import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { runs } from './flows/letter.ts';
import { sendMonthlyStatements } from './flows/monthly.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';

export const customerStatements = {
  uses: ['business', 'customers', 'notifications'],
  routes: { customerStatements: routes },
  jobs: runners(jobs, runs),
  schedules: [{ name: 'statements', every: 'hour', alone: true, run: sendMonthlyStatements }],
  tables: {},
} satisfies Module;
