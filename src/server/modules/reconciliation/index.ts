import type { Module } from '#server/kernel/module.ts';
import { reconcileOnSchedule } from './flows/reconcile.ts';
import { sweepUnallocated, sweepUnresolved } from './flows/unresolved.ts';
import type { ReconciliationTables } from './table.ts';

export const reconciliation = {
  uses: ['payments', 'withdrawals', 'ledger', 'notifications'],
  schedules: [
    { name: 'unresolved', every: 'minute', run: sweepUnresolved },
    { name: 'unallocated', every: 'minute', run: sweepUnallocated },
    { name: 'reconciliation', every: 'minute', alone: true, run: reconcileOnSchedule },
  ],
  tables: {
    reconciliation_runs: { owner: 'system', export: "our books against the providers'", erase: 'keep' },
    discrepancies: {
      owner: 'business_id',
      place: 'first node',
      export: { key: ['id'], about: "where our books and a payment provider's differed" },
      erase: 'keep',
    },
    operator_alerts: { owner: 'system', export: 'told to whoever runs this service', erase: 'keep' },
  },
} satisfies Module<ReconciliationTables>;
