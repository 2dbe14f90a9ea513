import { sql } from 'kysely';
import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { advanceDueSchedules, notifyNewlyOverdue, runs } from './flows/scheduled.ts';
import { jobs } from './jobs.ts';
import { routes } from './routes.ts';
import type { ReminderTables } from './table.ts';

export const reminders = {
  uses: ['invoices', 'business', 'customers', 'identity', 'notifications'],
  sees: 'tools',
  routes: { reminders: routes },
  jobs: runners(jobs, runs),
  schedules: [
    { name: 'newly overdue', every: 'minute', run: notifyNewlyOverdue },
    { name: 'reminders', every: 'minute', alone: true, run: advanceDueSchedules },
  ],
  tables: {
    overdue_notices: {
      owner: 'business_id',
      export: { key: ['invoice_id'], about: 'invoices you were told are overdue' },
      erase: 'keep',
    },
    reminder_settings: {
      owner: 'business_id',
      export: { key: ['business_id'], about: 'how you have customers reminded' },
      erase: 'delete',
    },
    reminder_steps: {
      owner: 'business_id',
      export: { key: ['invoice_id', 'step'], about: 'reminders that were planned' },
      erase: 'command',
    },
    promises: {
      owner: 'business_id',
      export: { key: ['id'], about: 'what customers promised to pay, and by when' },
      erase: 'command',
    },
    reminder_invoices: {
      owner: 'business_id',
      export: { key: ['invoice_id'], about: 'reminders of single invoices' },
      erase: 'keep',
    },
  },
  erase: async ({ tx }, { business_id: businessId }) => {
    await sql`update promises set note = '' where business_id = ${businessId}`.execute(tx);
    await sql`update reminder_steps set words = null where business_id = ${businessId}`.execute(tx);
  },
} satisfies Module<ReminderTables>;
