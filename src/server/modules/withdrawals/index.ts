import { runners } from '#server/kernel/jobs.ts';
import type { Module } from '#server/kernel/module.ts';
import { column, sealedColumn } from '#server/kernel/sealed-columns.ts';
import { erasePayees } from './commands/erase.ts';
import { runs, sweepWithdrawals } from './flows/payout.ts';
import { jobs } from './jobs.ts';
import { routes, staffRoutes } from './routes.ts';
import { accountPlace, staffAccountPlace } from './rules.ts';
import type { WithdrawalTables } from './table.ts';

export const withdrawals = {
  uses: ['identity', 'business', 'ledger', 'notifications'],
  routes: { withdrawals: routes, staff: staffRoutes },
  jobs: runners(jobs, runs),
  schedules: [{ name: 'withdrawals', every: 'minute', run: sweepWithdrawals }],
  tables: {
    withdrawals: {
      owner: 'business_id',
      export: {
        key: ['id'],
        about: 'what you withdrew or paid out',
        excludedColumns: { account_number_sealed: '' },
        oldColumns: { next_ask_at: 'next_poll_at' },
      },
      erase: 'command',
    },
    staff: {
      owner: 'business_id',
      export: { key: ['id'], about: 'the people you pay', excludedColumns: { account_number_sealed: '' } },
      erase: 'delete',
      texts: { named: ['name', 'email', 'phone', 'account_name'] },
    },
  },
  erase: erasePayees,
  sealed: [
    sealedColumn('withdrawals', 'account_number_sealed', {
      part: column('id'),
      sealContext: ({ key, part }) => accountPlace(key, part),
    }),
    sealedColumn('staff', 'account_number_sealed', {
      part: column('id'),
      sealContext: ({ key, part }) => staffAccountPlace(key, part),
    }),
  ],
} satisfies Module<WithdrawalTables>;
